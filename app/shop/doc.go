// Package shop reads what buyers see of a company: its front page, an event with what it
// sells, a basket, and what became of an order. It changes nothing; buyers change things
// by the commands of package sales.
//
//	event.go    an event with everything on sale, and why something is not
//	item.go     one thing on sale
//	slots.go    the times of an event, by day
//	basket.go   a basket with the names of what lies in it
//	front.go    what a company announces
//	home.go     the companies that strangers meet at the address of the server
//	claim.go    what is given by a link, and what may be given of an order
//	dates.go    the dates to which what was bought can be moved
//	share.go    what is given to whoever has a code
//	resale.go   what others sell on at an event, and what of an order may be sold on
//	order.go    an order for whoever has the link to its page; tickets.go its tickets, links.go
//	            the links that lead to it
//	give_back.go what comes back for tickets that are given back, and where money went
//	payments.go how a basket can be paid, and the payment that counts
//	account.go  the orders of a customer who signed in
//	limits.go   every limit, with its unit
//
// # RULES
//
//   - Everybody may see what a company announces: published events that are not over. A
//     hidden event is found by its address alone. A draft does not exist.
//   - A price is all that the unit costs: with the fees of its price row, and with tax
//     that comes on top. What is free costs nothing.
//   - What needs an access code does not exist without it. What is not on sale, or sold
//     out, is left out where its sale item, group or timeslot says so.
//   - How many are left is told where the company wants that, and no more than a few are.
//     Times always tell it: who comes together looks for one that has enough.
//   - Names are in the buyer's language, else in the company's first.
//   - What others sell on is shown with what a buyer pays for it; not who sells it, nor what
//     lies in somebody's basket.
//   - An order is shown to whoever has the link to its page. It shows what its buyer typed,
//     and nothing that is on file about a customer.
package shop
