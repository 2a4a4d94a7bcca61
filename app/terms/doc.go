// Package terms keeps under which terms a company lets buyers pay later: by a deposit,
// an invoice, or a payment link. What becomes of the orders is package sales' business.
//
// # The map
//
//	record.go  what is stored
//	write.go   reading and changing the terms of a company or an event
//	copy.go    the deposit of a copied event
//	deposit.go which deposit a basket can be paid by
//	invoice.go whether it can be paid by invoice
//
// # RULES
//
//   - A company has terms, and an event may have a deposit of its own, which takes the
//     place of the company's.
//   - A deposit is a percentage of a total without its fees, and all of the fees. It is
//     offered on the channels that are named, from a least total on, which each currency
//     has for itself; in a currency without one there is none. It is never more than 80 %
//     of the total.
//   - The balance is due so many days before the event starts, by the event's calendar,
//     and no deposit is offered once that has passed. Where a basket holds several events,
//     the strictest terms of them hold: the highest percentage and least total, and the
//     earliest day; where one of them offers none, there is none. So it is where nothing
//     in the basket belongs to an event.
//   - Orders of one event can be paid by invoice, on the channels that are named; online
//     from a least total on. They wait for so many days. With instant access their tickets
//     are good at once, and they wait for as long as staff let them.
package terms
