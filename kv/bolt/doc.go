// Package bolt is the engine for one machine: a single bbolt file.
//
// One goroutine runs closures, each on its own overlay over the writes of those before
// it; the writes of successful closures go to the layer of their batch. A second
// goroutine commits: it writes the layer to the file with one sync, then answers all
// jobs of the batch. At the same time the closures of the next batch run, on a new layer
// over the one being committed. This is group commit without a timer, and the processor
// works while the disk syncs. A closure that fails writes nothing, but is also answered
// only after the commit, because its error may depend on what another closure of the
// batch wrote. Transactions therefore run one after the other, which is more than
// package kv promises.
//
// With Options.Log a commit is durable, visible and answered when its write sets are in a log
// beside the file (package logfile). Commits are gathered in a tree in memory, over which reads
// go, until a third goroutine has put it into the file in one commit; meanwhile the next ones
// are gathered. The file notes that it goes on in a log, so nobody takes it for the whole store
// without; who opens it after a kill puts the log into the file first, and Close does.
//
// A store may belong to a cluster (package cluster). It follows then: Apply writes to it what
// another one committed, and Update refuses. Or it leads: its commits are durable, visible and
// answered when they are in the cluster's log, and the file follows, as with a log beside it.
// Several commits may be on their way to that log at once; they land in order.
//
// After a failed commit the state on disk is unknown, so the engine is poisoned: every
// call returns kv.ErrPoisoned, the channel Poisoned is closed, and the process has to
// end and open the file again.
//
// The duration of reads is limited (Options.ReadLimit), because bbolt cannot reuse the
// pages that an old reader may still read, and the file grows.
//
//   - options.go, limits.go: options and limits.
//   - open.go, create.go: opening and closing the file.
//     killed*.go, reach.go, ahead*.go: rebuilding the list of free pages of a file that
//     was not closed.
//   - engine.go: Update, its queue and answers. writer.go: the goroutine that runs
//     closures. batch.go, layer.go: the closures of one commit, and their writes.
//     commit.go: the goroutine that writes the file.
//   - backlog.go: the log, what it has and the file has not, and the goroutine that brings
//     the file up to it. stack.go: reading what is gathered over the file. settle.go: putting the log
//     of a killed process into the file.
//   - member.go: a store of a cluster, which follows or leads. flight.go: the commits of one
//     that leads.
//   - follow.go: passing the writes of every transaction to followers. replay.go:
//     applying them to a copy.
//   - reader.go, snapshot.go: View, and reading a bbolt transaction. count.go: counting a
//     range by its pages. watch.go: the
//     number and age of readers.
//   - clock.go: the monotonic time of commits. pool.go: a reserve of free pages.
//   - stats.go: metrics. copy.go: copying the store while it is in
//     use, without delaying commits, and writing a smaller file.
//   - pages.go, pages_space.go: a complete check of the file format. damage.go: the
//     quick check when a file is opened.
//   - frozen.go: opening a stopped store or a copy read-only. digest.go: a hash of its
//     content. hold*.go: locking a file that may be
//     damaged.
//   - file.go: the current file of the store and its readers. rewrite.go, swap.go:
//     replacing the file while the store is in use.
package bolt
