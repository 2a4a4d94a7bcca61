// Package rules decides about sales. It is pure: values that were loaded go in, and a decision
// comes out. Nothing here reads a store, asks the clock or draws anything by chance, so that
// each rule is tested by a table.
//
// The rules and their order are told in the documentation of package sales, which loads what
// they need, and stores what they decide.
//
//	quantity.go     how many of a sale item one basket may hold
//	override.go     which rules can be lifted
//	price.go        prices as the arithmetic takes them, and amounts that are refused
//	settle.go       which parts pay what is due
//	share.go        what of an order is paid at once
//	waiting.go      until when an order waits
//	decide.go       what may be approved and rejected
//	buyer.go        what buyers type
//	seats.go        which sale item sells a seat
//	refund.go       what a refund asks for
//	refund_plan.go  what it gives back, and to which payments
//	cashout.go      what of top-ups can be cashed out
package rules
