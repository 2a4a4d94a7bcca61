// Package rules decides about sales. It is pure: values that were loaded go in, and a decision
// comes out. Nothing here reads a store, asks the clock or draws anything by chance, so that
// each rule is tested by a table.
//
// The rules and their order are told in the documentation of package sales, which loads what
// they need, and stores what they decide.
//
//	basket.go       the order that is decided about: Basket is what was loaded of it
//	units.go        its units
//	wanted.go       what a call puts into it
//	refusal.go      why it may not
//	checks.go       size, events, approval, quantities
//	quantity.go     how many of a sale item one basket may hold
//	override.go     which rules can be lifted
//	approval.go     what is mixed with what, and decide.go what may be approved and rejected
//	price.go        prices as the arithmetic takes them, and amounts that are refused
//	settle.go       which parts pay what is due, share.go what is due at once, and paid.go what follows
//	fees.go         fees and prices as they are now, and reduce.go what codes take off
//	facts.go        what the rules rest on beside the basket
//	waiting.go      until when an order waits
//	buyer.go        what buyers type
//	seats.go        which sale item sells a seat
//	resold.go       what others sell on
//	recover.go      what an expired basket held, as somebody would add it again
//	modify.go       orders that others take the place of, and their money
//	former.go       which orders can be changed, and how that begins
//	rebook.go       how items are moved to other dates
//	past.go         what is kept of sales that were made elsewhere
//	leave.go        what becomes of an order of which items leave
//	refund.go       what a refund asks for, and refund_plan.go what it gives back
//	cashout.go      what of top-ups can be cashed out
package rules
