// Package message is what leaves the box office for a guest: tickets to print, dates for
// their calendar.
//
// # RULES
//
//   - A download link needs no log-in: whoever has it holds it. It opens what it names
//     as that is now: items that were voided, locked, rejected or are not to be
//     downloaded are left out, and with none left there is nothing behind it.
//   - Tickets that are withheld until their time are behind no link of their buyer, and open
//     by the same link then. Staff get a link of their own that opens them before.
//   - A link dies when the order's links are revoked, and that of an item when the item
//     gets another holder or barcode. What is behind a dead link, a forged one and one
//     of another company is told apart by nobody.
//   - A ticket of a slot is for that, in the calendar too; a season ticket for all its dates.
//   - Texts are in the language that the reader asks for, else in the company's first.
//     Times are those of the event's place.
//   - A ticket whose code rotates is not printed. Its link leads to a page that draws it.
//   - A gift voucher shows what it is worth and not what was paid, and whom it is for if that
//     was said. Once it is redeemed, or void, there is nothing behind its link.
//   - A cover sheet has a name and an address: it is for staff, and has no link.
//   - Tickets are numbered among all that the link opens.
//
// # MAP
//
//	link.go      what a link opens
//	tickets.go   tickets to print
//	cover.go     the sheet to post them with
//	picture.go   the pictures of events on them
//	calendar.go  the events of an order as a calendar
package message
