// Package mail writes mails, hands them to a mail server and keeps who got which.
//
// # RULES
//
//   - What is to be mailed is noted in the transaction of the change, in one small record.
//     Who gets which mail is found out afterwards, so that a mail that cannot be written,
//     or sent, never fails a request.
//   - A mail is queued, sent, dead, held or suppressed, and the last four say why. Each one
//     is sent once; when the process ends between handing it over and noting that, it is
//     sent again with the same Message-ID.
//   - A mail says what is true when it is handed over. One that is of no use any more (the
//     link was paid, the event has begun) is suppressed.
//   - Without a mail server mails are held: they are listed and can be read, and are sent
//     when somebody says so, not by themselves when a server comes.
//   - An address that no server takes, one that asked for no mails, and one that a server
//     refuses, never hold up the others. A server that cannot be reached is tried for two
//     days. Mails to many have a queue of their own, so that nobody waits behind them.
//   - A buyer is not mailed where a caller asked for that, and about purchases on channels
//     that the company switched off; who asks for a confirmation again gets it all the same.
//     People of the company are told of purchases whoever bought. About what was imported,
//     or sold by tills while they were offline, nobody is mailed.
//   - Voided items are mailed about, with money or without, unless a caller asked for none.
//   - Where the company wants that, a receipt comes with the confirmation of an order on
//     which there is tax, and whoever is put into a group by hand is told so: not again as
//     long as they are in it, and not when they have left it meanwhile.
//   - Who asks for an event to be published is told that they did, and how that was decided;
//     those who may do it are told that it is asked for.
//   - That the refund of an event begins, and that it ended, is mailed to people of the company.
//   - Decisions about items are mailed where staff ask for it; that an order is due, and
//     that it is complete, always.
//   - A report that is made by the clock goes to those whom it names, as a file. One that
//     could not be made is told of to the same.
//   - Cancelling or moving an event mails nobody: staff do, once they know what to say.
//   - What is bought for a slot is told with the time of the slot; a season ticket with all its
//     dates, and who has one is told of each.
//   - A mail has the name that its order gives: several people may share an address.
//   - Attendees are reminded once of an event, or of each slot that they have. What was due before reminders were switched
//     on, or before the event was made, is let be.
//   - Tickets that were withheld are mailed once they open, to everybody who has some of an
//     order from before, once; again if the event is moved so that they are closed again, and
//     open. Who buys when they are open has them at once.
//   - A text is that of the event, of its schedule, of the company, or the one that comes
//     with the box office, in the first of the reader's language, the company's languages
//     and English that there is one in. An order of several events has no event's text.
//   - Texts have placeholders from a fixed set for each kind. They are checked when they are
//     stored. What fills them is text: it cannot become HTML, nor a link, nor a header. A
//     line one of whose placeholders has nothing is left out.
//   - A mail has the logo of the company or its name, the picture of the event for guests, one
//     main button, the tax by rate where it says what an order costs, and the imprint with links
//     to the legal pages. Its pictures go along. Plain text and HTML say the same.
//   - The text of a mail is kept for 180 days, without the secrets of its links and without
//     codes; who got which mail for 400 days. Of one with a report its number is kept, not
//     what it is called.
//   - Who is erased is in no mail any more, those to the other side of a transfer and to people
//     of the company included, whoever has the order now. An export has the mails of nobody else.
//
// # MAP
//
//	kind.go      the kinds of mails, and their placeholders
//	listen.go    notes what is due in the transaction of a change
//	plan.go      making mails of that; round.go and notice.go those to everybody of an event,
//	             opening.go those with tickets that were withheld
//	circular.go  what staff write to many: circular_do.go changes it, circular_run.go sends it
//	message.go   a mail as it is stored; body.go its text
//	facts.go     what a mail may tell; values.go what placeholders stand for
//	approval.go  those about the approval of an event
//	tax.go       what a receipt says of tax
//	template.go  the form of texts; fill.go and layout.go fill them,
//	             with the imprint of foot.go and the pictures of pictures.go
//	direction.go names that are written from the right
//	override.go  the texts that come with the box office, and a company's own
//	send.go      handing over; post.go to what
//	operate.go   sending by hand and again; block.go addresses that get nothing
package mail
