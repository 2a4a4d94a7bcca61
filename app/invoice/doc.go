// Package invoice writes invoices, and what corrects them: documents with a number that are
// never changed. What an order says of them is asked here; package order knows none.
//
// # The map
//
//	record.go    what is stored: documents and their numbers, and whom an order's invoice is for
//	total.go     what a document adds up to
//	owing.go     what is still to be invoiced of an order: the one decision
//	party.go     who sells and who buys
//	issue.go     writing documents: by themselves, when asked, for another buyer
//	recipient.go whom an invoice is for
//	read.go      reading and listing; buyer.go what buyers see of it
//	xml.go       the document as programs read it, print.go as people do; words.go its words
//	epc.go       the code with which banking apps fill in a transfer
//	invariant.go what always holds; person.go what is kept of people
//
// # RULES
//
//   - A document is never changed and never removed. Its number is one more than that of the
//     document before it in its series and year, and is taken in the transaction that stores
//     it: no number is missing, whatever fails.
//   - All documents of an order together say what the order is worth: what its company is owed
//     for each item after what was given back, and the tax in that, as the ledger has it. So a
//     correction is the difference, and every refund or change of an invoiced order makes one in
//     the transaction of the change.
//   - Who sells, who buys, the bank account and all amounts stand in the document as they were
//     when it was written. For another buyer all of it is taken back, and written anew.
//   - What was sold in demo mode is no invoice: it has a series of its own, DEMO-.
//   - What others sell on is no sale of the company and stands on no invoice. Nor does what was
//     given away, nor anything that costs no money.
//   - An invoice is written by itself when an order comes to wait for its payment by invoice, or
//     goes through, as the company wants it. Sales that were imported, or made by tills while
//     they were offline, have none until somebody asks.
//   - The day of delivery is that of the event, or the first and the last of them; of what
//     belongs to no event it is that of the invoice.
//   - Where nobody said in which country the buyer is, it is that of the company.
//   - Whoever is erased stays on documents that were written: the law wants these kept. Whom the
//     next one is for is forgotten.
package invoice
