// Package tickets serves download links: tickets as PDF, and their events for a calendar.
//
//	GET /tickets/TOKEN                  the tickets; ?format=a4|a6|roll, ?symbol=qr|aztec|code128, ?lang=de
//	GET /tickets/TOKEN/calendar.ics     their events
//	GET /tickets/TOKEN/tickets.pkpass   what a phone keeps of them; ?symbol=qr|aztec|code128
//	GET /tickets/TOKEN/save             leads to where an Android phone saves it
//	GET /tickets/TOKEN/wallet           the same, in the form that the phone reads
//
// Whoever has a link needs no log-in. Answers are for that browser alone: no cache keeps
// them, and no page learns the address. A link with nothing behind it gets a page that
// says so with status 404, whatever the reason.
package tickets
