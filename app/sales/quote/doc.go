// Package quote says what things cost before they are in a basket: it reads, and changes
// nothing.
//
//	levy.go    the tax that a buyer is charged
//	allin.go   what a unit costs, with the fees that are shown in prices
//	preview.go what a price becomes that nobody has to pay yet
//	code.go    what a discount code takes off a basket that nobody has
//	offers.go  the ways to pay for a basket that what lies in it decides
package quote
