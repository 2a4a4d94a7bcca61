// Package attempt is how something is done outside that must neither be lost nor done
// twice, and must be known before the caller is answered: a charge, a refund.
//
//	var Charge = attempt.NewKind[charge](attempt.Spec{Name: "card.charge"})
//
//	at, err = Charge.Begin(tx, "order/17", charge{…})  // in the transaction that decides on it
//	at, err = Charge.Call(ctx, a, at, gateway.charge)  // outside, with at.Key as the idempotency key; then finish
//	Charge.SettledBy(gateway.ask, bookCharge)          // among the Effects of an Area
//
// RULES
//
//   - An attempt is begun in one transaction, made outside of any, and finished in
//     another: done, refused or unknown.
//   - begun → done, refused, unknown; unknown → done, refused. Nothing else.
//   - A subject has at most one open attempt, begun or unknown. Beginning another is
//     refused with an OpenError.
//   - The outside is given the attempt's key and does the same thing once under it.
//   - When the process ends in between, or the outside gives no answer, the attempt
//     stays begun. The reconciler asks the outside about it once its time is up, again
//     and again with growing pauses, and finishes it. After so many questions without an
//     answer it is unknown, and somebody has to look.
//   - An outside that answers that it has not decided yet (ErrUndecided) is asked again
//     in the same way, and holds up nobody else.
//   - Whoever hears that something was decided has it asked about at once (AskNow). That
//     only makes it faster.
//   - What is to be done about an outcome stands in one function for both ways, and runs
//     in the transaction that ends the attempt: exactly once.
//   - The reconciler leaves alone what this process is just calling, whatever the clock
//     shows.
//
// Where things are:
//
//	kind.go       what an area declares, and what is wired
//	record.go     what is stored, and the state machine
//	begin.go      beginning and finishing
//	call.go       calling the outside
//	reconcile.go  asking about attempts that nobody finished
//	summary.go    counting those that are open
package attempt
