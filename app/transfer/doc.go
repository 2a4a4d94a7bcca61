// Package transfer gives tickets from one holder to another: to somebody with an e-mail
// address, or to whoever gets a link.
//
//	record.go     transfers and their states
//	start.go      making one; check.go what can be given, and by whom
//	claim.go      taking what is given
//	cancel.go     ending one; due.go telling of what was to wait
//	buyer.go      what buyers do with the link to the page of their order
//	holder.go     what receivers do with the link to what they were given
//	bought.go     what was given while it was in a basket; limit.go how much one may have
//	distribution.go  codes with which others take tickets of an order; distribute.go making
//	              and changing them, take.go taking, distribution_read.go reading
//	read.go       reading and listing; person.go what is kept of people
//	invariant.go  what always holds; limits.go every limit
//
// # RULES
//
//   - A transfer is pending until it is claimed or cancelled, and neither ends again. As long
//     as it is pending the items are their holder's, who is let in with them.
//   - Given are tickets, season tickets and products of one order and one holder that stand,
//     were not scanned, are not offered for resale and not being refunded, for an event that
//     is not over. What is an add-on of a ticket goes with it.
//   - What is in a basket can be given, too: it is offered, or handed over at once, when the
//     basket is bought, and not at all when it is not. A sale item may want that of each unit.
//   - Nobody claims more tickets of an event than one customer may have. What was given away in
//     the basket does not count for its buyer, who cannot take it back to have more than that.
//   - Nobody prints what is pending.
//   - When buyers may give something is said by the sale item, else by the event. Staff keep
//     to it too, but for those who may lift rules. An event may want that only the purchaser
//     gives, and it may let the purchaser give what somebody else has by now to a third.
//     Receivers can give on with the link that opens what they were given, whoever
//     sells asks for them.
//   - A transfer to an address is mailed, at once or on a day. Only that address claims it;
//     it need not be known. A transfer by link is claimed by whoever comes first.
//   - The secret of a link has 160 bits. A hash of it is kept, it works once, and a new link
//     ends the one before.
//   - With the claim the holder changes: the items get other barcodes, no gate takes the
//     former ones, and a name on them and a tag paired with them are gone. An instant
//     transfer is claimed as it is made, and can keep the barcodes.
//   - A distribution gives tickets of one kind of an order to whoever has its code and an
//     account: a limited number in all and for each customer, and to its owner nothing. It
//     closes with the last, and never promises less than was taken.
//   - Nobody gives to themselves. What was voided while it was pending is not given any more.
//   - The transfers of an item are its history: who had it, and since when.
package transfer
