// Package shop serves the pages on which buyers meet a company: its front page, an event,
// the basket, the checkout, the payment, and the order afterwards. Every step works
// without scripts, over the same commands as the API.
//
//	shop.go      what stands where; kind.go: whose a page is
//	visit.go     one request of a buyer, and the basket that the browser has
//	front.go     what a company announces; home.go: what strangers see at the address of the server,
//	             and how refusals are dressed
//	event.go     an event; event_rows.go what it sells, event_change.go into the basket and
//	             out of it, times.go its times, seats.go its seats
//	linked.go    what search engines read; shared.go: the picture where a page is shared
//	basket.go    the basket; stub.go as it stands beside other pages
//	checkout.go  who buys; questions.go what else is asked; answers.go: after the payment
//	account.go   the orders of whoever signed in; signin.go: by a link
//	give.go      tickets for somebody else, and taking them; give_back.go: back to the seller
//	resale.go    tickets that are sold on: on the page of an order, and of an event
//	pay.go       the payment; element.go: where a gateway draws the field for the card
//	order.go     what became of it: order_state.go in words, order_tickets.go its tickets;
//	             send_again.go mails them, names.go renames them, hand_over.go: a basket of a link
//	text.go      texts without their markup, what the page of an event says
//	refusal.go   what refusals of the business say on a page
//	limits.go    every limit, with its unit
//
// # RULES
//
//   - Only the shops that are open sell. The address of a closed one says so, and nothing else.
//   - A stranger meets one design: whatever is refused is said in the colours of the company
//     whose address it is, or of the only one there is.
//   - A time says whose clocks show it: see page.View.Time.
//   - A basket belongs to the browser that made it: a cookie has its reference and its
//     secret. The page of an order has an address of its own, for whoever has it. Where the
//     order is a basket again, that page does not lead to the basket.
//   - A payment is made under a name that the form brought along: sending the form twice,
//     from two tabs or after going back, makes one payment of one order.
//   - The browser is not kept waiting for a payment gateway: after some seconds it gets
//     the page of the order, which says how it stands.
//   - What was typed is kept with the basket, right or wrong.
package shop
