package sales

// MoveWindows lets tests set the limit.
var MoveWindows = moveWindows
