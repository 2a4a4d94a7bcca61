package massrefund

// Shortened cuts a text as reports do.
var Shortened = shortened
