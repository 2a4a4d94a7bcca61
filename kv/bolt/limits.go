package bolt

import "time"

const (
	// pageSize is fixed so that a file can be moved between machines.
	pageSize = 4096
	// minFile is the smallest bbolt file: two meta pages, a freelist, a leaf. A smaller
	// file was never initialised.
	minFile = 4 * pageSize
	// mapSize is mapped from the start on 64-bit systems: growing the map has to wait
	// for every reader and blocks new readers and writers meanwhile.
	mapSize = 1 << 30
	// lockWait is the longest wait for another process's lock.
	lockWait = time.Second

	// maxQueue is how many transactions may wait; beyond it Update returns kv.ErrBusy.
	maxQueue = 2000
	// maxBatch is the largest number of closures in one commit: larger commits leave
	// many free pages behind and make everybody wait.
	maxBatch = 256

	// patience is how long transactions that nobody waits for wait for others, whose
	// commit they share.
	patience = 20 * time.Millisecond

	// idlePercent is for how much of what a commit takes usually it has just begun, and
	// idleWait how long somebody waits for the next one at most; so long after the last nobody
	// commits. What is usual follows the last idleMemory commits.
	idlePercent = 75
	idleWait    = 5 * time.Millisecond
	idleMemory  = 16

	// holdTime is how long the closures of the next batch keep their read transaction
	// open while they wait for the previous commit.
	holdTime = 20 * time.Millisecond

	// keptEntries is the largest capacity that is kept for the next commit's write sets.
	keptEntries = 1 << 16

	// readLimit is the longest time of a read; reads longer than slowRead are counted.
	readLimit = time.Second
	slowRead  = 250 * time.Millisecond

	// readsPerProcessor is how many reads run at once for each processor;
	// readWait is the longest wait for one of them to end; then View returns kv.ErrBusy.
	readsPerProcessor = 4
	readWait          = 5 * time.Second

	// appendFill is the fill percentage of pages in spaces that only append.
	appendFill = 0.9

	// logBytes is the size of each of the two files of a log. Of maxCommits in it at most the
	// file is behind; then the next ones wait. Together they make the time that a start after
	// a kill takes.
	logBytes   = 16 << 20
	maxCommits = 96
	// So many commits of the log are gathered for one to the file, or those of so long, and of
	// setsPerApply transactions at most: who waits for the log meanwhile waits for the disk too.
	gatherCommits = 48
	gatherTime    = 100 * time.Millisecond
	setsPerApply  = 4000

	// maxFlights is how many commits may be on their way to the log of a cluster, and the answers
	// to batches that wrote nothing behind them.
	maxFlights = 64

	// poolPages are freed at the start, and again when half of them are used. With free
	// pages in reserve the file grows during a long read by what is written, without
	// them by a multiple of it.
	poolPages = 1000
	// quietTime is the time without commits after which the pool is refilled. Refilling
	// takes three commits, for which transactions would have to wait.
	quietTime = 100 * time.Millisecond

	// steadyStep is how much of a large file is synced at once, in bytes.
	steadyStep = 4 << 20

	// maxWritten is how much a rewrite keeps in memory of what is written meanwhile, in
	// bytes.
	maxWritten = 128 << 20
	// A rewrite catches up in rounds of transactions of setsAtOnce write sets, until at
	// most fewSets remain, which it adds while writers wait. It makes at most maxRounds.
	fewSets    = 64
	setsAtOnce = 1000
	maxRounds  = 50
)
