// Package queue is the durable queue: work that is decided on now and done later, such as mails,
// calls to other servers, imports and refunds of whole events. An entry is put in the transaction
// that decides on it, and sent afterwards, outside of any transaction. Each sort of work is a kind,
// declared where it is put and wired in app/areas, among the effects.
//
//	var TicketMail = queue.NewKind(queue.Spec[ticketMail]{Name: "mail.ticket"})
//
//	TicketMail.Put(tx, "order/17", ticketMail{OrderID: 17}) // in the transaction that completes the order
//	TicketMail.SentBy(sendTicketMail)                       // among the Effects of an Area
//
//	func sendTicketMail(ctx context.Context, a *app.App, m queue.Message[ticketMail]) error {
//		… read what is needed, talk to the server, give it m.ID …
//		return queue.Permanent(err) // nobody has that address
//	}
//
// An entry has a kind, a lane (its kind and destination in a company), a time when it is due, a
// payload, the attempts so far, and the number of its lease. Its states:
//
//	state     becomes   when
//	waiting   leased    it is due, and its lane has room: one more attempt, another lease
//	leased    done      the sender took it; it is forgotten a week later
//	leased    waiting   the sender failed: due again after a pause that grows (a retry)
//	leased    waiting   it is a run whose turn is over: due again at once, or when it says
//	leased    waiting   the server stopped before the sender had its time: the attempt does not count
//	leased    leased    the lease ended without a result: the process that had it is gone
//	leased    dead      the attempts are used up, or the error is Permanent
//	waiting   dead      it was taken that often without a result
//	dead      waiting   somebody sends it again: all its attempts are before it
//	any but   gone      somebody drops it, or whom it is about is erased
//	leased
//
// # RULES
//
//   - An entry is in one state: waiting, leased (being sent), dead (given up) or done.
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
//   - A run is work of many steps. It has a record of its own, in which each step stores how far
//     it is with what it did; its entry says no more than that it goes on, for as long as it does.
//     A turn is some seconds long. Of most kinds of runs one is at work at a time, and those of
//     all companies take turns. It has no dead letter: it is tried until it goes well, and ended
//     where it was begun.
//   - Work inside (runs, asynchronous requests) that a process left behind goes on as soon as the
//     next one starts; what goes outside waits for the end of its lease.
//   - A pump serves rows of an area's own table, of one destination in a company. It runs when the area
//     says so, one at a time for each destination, and takes turns like everything else. The queue
//     stores nothing of it: what is due is known from the rows, also after a restart.
//   - A kind that nothing sends leaves its entries waiting. The metrics, /readyz?verbose
//     and marquee doctor say so.
//   - Payloads hold ids rather than texts, as they are kept until the entry is done and
//     appear in backups; they and the errors of receivers are never logged.
//
// # MAP
//
//	kind.go     what an area declares, and what is wired
//	entry.go    what is stored
//	put.go      putting an entry
//	run.go      work of many steps
//	pump.go     work in tables of other areas; rows.go looks at it
//	worker.go   one round of the worker; plan.go divides what may be sent at once
//	take.go     leasing entries, and clocks that were set back
//	send.go     calling the sender; finish.go stores what came of it
//	clear.go    forgetting what was sent
//	operate.go  list, send again, drop, forget: what marquee queue does; summary.go counts
//
// The table, its job and its metrics are called "outbox", as they were when mails and payments were
// all there was.
//
// Two things that come later are no entries. What a sale or a scan notes for others to hear of (mails
// that are due, notices for webhooks) is one small record in its transaction, where an entry is
// five: jobs make entries, or calls, of them. And outbound calls of webhooks are rows of their area:
// they are sent before they are stored, many together, and each has a number in its company. They have
// a kind of pumps, which the worker runs as it sends entries, and marquee queue shows them beside these.
package queue
