// Package areas puts the business together: it is the one package that knows every
// area, and nothing of the business imports it. What stands in areas.go is handed
// to the App as a value; no area registers anything by itself. ports.go says who does for an
// area what it needs of those below it.
//
// Tests of the lowest areas over a whole world stand here too. In their own packages, which
// have tests from within, they would have all that stands above compiled anew.
package areas
