// Package bolt is the engine for one machine: a single bbolt file.
//
// One goroutine runs closures, each on its own overlay over what those before it
// wrote; those that succeed leave their writes in the layer of their batch. Another
// goroutine commits: it puts the layer into the file with one sync, then answers
// everybody in the batch. Meanwhile the closures of the next batch run, on a layer
// over the layer that is being committed, and are committed after it: group commit
// without a timer, and the processor works while the disk syncs. What does not
// succeed leaves no trace, and still waits for its commit, because it may rest on
// what a neighbour wrote. Transactions therefore run one after the other, which is
// more than package kv promises.
//
// A commit that fails leaves the state on disk unknown, so the engine is
// poisoned: everything answers kv.ErrPoisoned from then on, Poisoned is closed,
// and the process has to end and open the file again.
//
// Reads are bounded (see Options.ReadLimit), because an old reader keeps pages
// from being used again and makes the file grow.
//
//   - options.go, limits.go: what can be set, and the figures.
//   - open.go, create.go, holder.go, close.go: the life of the file. killed*.go,
//     reach.go, ahead*.go: the list of free pages of one that was not closed.
//   - engine.go: Update, its queue and its answers. writer.go: the goroutine that
//     runs closures. batch.go, layer.go: those of one commit, and what they wrote.
//     commit.go: the goroutine that writes the file.
//   - follow.go: who is told what every transaction wrote. replay.go: adding that
//     to a copy.
//   - reader.go, snapshot.go: View, and reading a bbolt transaction.
//     watch.go: who reads for how long.
//   - clock.go: the time that never goes back. pool.go: free pages held ready.
//   - stats.go: figures for the metrics. copy.go: a copy while serving.
//   - pages.go, pages_space.go: every byte of a file held to how bbolt writes it.
//     damage.go: what is seen of damage when a file is opened.
//   - frozen.go: a stopped store or a copy, for reading alone. digest.go: what it
//     holds as one figure. compact.go: the same in a smaller file. hold*.go:
//     keeping others away from a file that may be damaged.
//   - steady.go: large files that do not hold up commits.
//   - file.go: which file the store lies in now, and who reads it. rewrite.go,
//     swap.go: another file in its place, while everybody works.
package bolt
