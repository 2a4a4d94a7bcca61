// Package app is the kernel of the business: who calls, what a refusal is, and
// how a command reaches the store. The rules themselves live in the areas below
// it, one package each.
//
//	app.go      commands and reads on an engine
//	caller.go   who calls, ability.go what they may do
//	network.go  what an address is counted under
//	error.go    refusals, message.go their words in the caller's language
//	list.go     pages of lists: bounded, counted, resumed by cursor
//	answer.go   what a call with a uuid was told, so that a repeat is told the same
//	rows.go     how many rows a token may have stored
//	ports.go       how an area tells areas below it of something, and asks them
//	definition.go  what an area brings, and the business that app/areas makes of them
//	auditor.go     who is told of what staff change
//	scope.go       snapshots and transactions of one company
//	part.go        commands as parts of one transaction, and transactions that are rehearsed
//	perapp.go      what an area keeps in memory
//	job.go         background work: job_run.go runs it, job_work.go is what a run is
//	               given, job_status.go tells how it went
//	disk.go        what is refused while the disk fills up
//
// # Jobs
//
// A Job is work that the box office does by itself while it serves. An area lists its
// jobs in area.go, and app/areas hands all of them to the App. The kernel calls them:
// at the start, and again after a pause, until the server stops.
//
//	{Name: "expire baskets", Every: time.Second, Each: sweep}
//
//	func sweep(ctx context.Context, w *app.Work) error {
//		return w.UntilDone(ctx, sweepBatch, due, expireAll) // looks in a snapshot, and works in bounded transactions
//	}
//
// # Effects outside
//
// What happens outside of the store cannot be undone by a transaction that fails, and
// a transaction must not wait for it. So it has one of two protocols. What may arrive
// later, as mails do, is put into the queue: see package queue. What must be known
// before the caller is answered, as a charge, is an attempt: see package attempt.
// Each kind is wired in app/areas, among the Effects of the Definition.
//
// RULES
//
//   - A job with Each runs in one company after the other. An error or a panic in one
//     company leaves the others alone.
//   - Where a job failed it pauses, longer after each failure in a row, up to a
//     quarter of an hour. A clock that was set back ends the pause.
//   - A record for which nothing can be done is skipped, counted and logged once in a
//     while. It never keeps the job from the next record, and is tried again in the
//     next run.
//   - What is due is safe to do twice: a job may be called by hand at any time.
//   - A transaction of a job is bounded, so that nobody waits long for the writer.
//   - Failures stand in the log, the metrics (marquee_job_…), /readyz?verbose and
//     marquee doctor. Only the log and doctor, which the operator alone reads, say why.
package app
