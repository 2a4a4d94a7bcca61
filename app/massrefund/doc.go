// Package massrefund refunds what was sold of a cancelled event, order by order, in the
// background.
//
// # RULES
//
//   - Only what was sold of a cancelled event is refunded so, and by one run at a time. It can
//     be started again: what was refunded stays refunded, and is not refunded twice.
//   - Of each order the items of the event are refunded, with the fees that go with them, as
//     a refund of these items does. Season tickets let in at other events too: they are left to
//     staff. So are orders that wait for their payment.
//   - Each order is refunded for itself. One that cannot be stands in the report with its
//     reason, and does not stop the others.
//   - A run goes on where it was after a restart: the refund of each order has a name, so that
//     what was done already is found, not done again.
//   - Where a gateway has not decided, the order is pending until it has, and only then
//     asked for again. Where nobody knows what the gateway did, the order has failed:
//     somebody has to look.
//   - A run leaves time to other companies: it has its turns in the queue, and a turn ends where
//     a gateway does not decide. One that decides about nothing is left alone for a while, which grows.
//   - A report shows refusals as they are, and of a fault only that there was one: the log
//     has the rest.
//   - Whoever stops a run keeps what it has done.
//   - The report of a run adds up: its counts and sums are those of its orders.
//
// # MAP
//
//	record.go  a run, and what became of each of its orders
//	start.go   starting and stopping
//	work.go    one turn of a run, in steps
//	result.go  what a report says of an order
//	silence.go gateways that decide about nothing
//	read.go    the report
package massrefund
