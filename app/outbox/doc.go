// Package outbox is how something is told to the outside that may arrive later: mails,
// calls to other servers. What is to be told is put in the transaction that decides on
// it, and sent afterwards, outside of any transaction.
//
//	var TicketMail = outbox.NewKind[ticketMail](outbox.Spec[ticketMail]{Name: "mail.ticket"})
//
//	TicketMail.Put(tx, "order/17", ticketMail{OrderID: 17}) // in the transaction that completes the order
//	TicketMail.SentBy(sendTicketMail)                       // in app/areas, among the Effects
//
//	func sendTicketMail(ctx context.Context, a *app.App, m outbox.Message[ticketMail]) error {
//		… read what is needed, talk to the server, give it m.ID …
//		return outbox.Permanent(err) // nobody has that address
//	}
//
// RULES
//
//   - An entry is in one state: waiting, leased (being sent), dead (given up), done.
//     waiting → leased → done, waiting or dead; dead → waiting by hand.
//   - An entry is sent at least once. When the process ends between sending and storing
//     the result it is sent again, with the same message id: the receiver can tell.
//   - A result counts only under the lease that the entry was sent under. Whoever comes
//     later changes nothing.
//   - Leases and times are judged by the wall clock. When it was set back, what was
//     reckoned before is due at once. What this process is sending is never taken twice.
//   - An attempt that fails is repeated after a pause that grows, up to the number of
//     attempts of the kind; then, or when the error is Permanent, the entry is a dead
//     letter, which stays until somebody retries or drops it, or whom it is about is erased.
//   - Whoever put an entry is told when it is given up, in the transaction that gives it
//     up, if they want to know.
//   - Destinations do not wait for each other, nor companies: each destination of a
//     company has a limit of its own, and the companies take turns.
//   - A kind that nothing sends leaves its entries waiting. The metrics, /readyz?verbose
//     and marquee doctor say so.
//   - Payloads hold ids rather than texts, as they are kept until the entry is done and
//     appear in backups; they and the errors of receivers are never logged.
//
// Where things are:
//
//	kind.go     what an area declares, and what is wired
//	entry.go    what is stored
//	put.go      putting an entry
//	worker.go   one round of the worker; plan.go divides what may be sent at once
//	take.go     leasing entries, and clocks that were set back
//	send.go     calling the sender; finish.go stores what came of it
//	clear.go    forgetting what was sent
//	operate.go  list, retry, drop, forget: what marquee outbox does; summary.go counts
package outbox
