// Package areas puts the business together: it is the one package that knows every
// area, and nothing of the business imports it. What stands in areas.go is handed
// to the App as a value; no area registers anything by itself.
package areas
