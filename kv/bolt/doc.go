// Package bolt is the engine for one machine: a single bbolt file.
//
// One goroutine owns the writer. It takes everything that waits, runs each
// closure on its own overlay over one open bbolt transaction, applies those that
// succeed, commits once with a sync, then answers all: group commit. What does
// not succeed leaves no trace, and still waits for that commit, because it may
// rest on what a neighbour wrote. Transactions therefore run one after the
// other, which is more than package kv promises.
//
// A commit that fails leaves the state on disk unknown, so the engine is
// poisoned: everything answers kv.ErrPoisoned from then on, Poisoned is closed,
// and the process has to end and open the file again.
//
// Reads are bounded (see Options.ReadLimit), because an old reader keeps pages
// from being used again and makes the file grow.
//
//   - options.go, limits.go: what can be set, and the figures.
//   - open.go, create.go, holder.go, close.go: the life of the file.
//   - engine.go: Update, its queue and its answers. writer.go: the goroutine that
//     owns the writer. batch.go: one commit.
//   - follow.go: who is told what every transaction wrote. replay.go: adding that
//     to a copy.
//   - reader.go, snapshot.go: View, and reading a bbolt transaction.
//     watch.go: who reads for how long.
//   - clock.go: the time that never goes back. pool.go: free pages held ready.
//   - stats.go: figures for the metrics. copy.go: a copy while serving.
//   - frozen.go: a stopped store or a copy, for reading alone. digest.go: what it
//     holds as one figure. compact.go: the same in a smaller file. hold*.go:
//     keeping others away from a file that may be damaged.
//   - file.go: which file the store lies in now, and who reads it. rewrite.go,
//     swap.go: another file in its place, while everybody works.
package bolt
