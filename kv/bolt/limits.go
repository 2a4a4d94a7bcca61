package bolt

import "time"

const (
	// pageSize is fixed so that a file moves between machines.
	pageSize = 4096
	// minFile is what bbolt needs to have written before a file is one: two meta
	// pages, a freelist, a leaf. Less was never initialised.
	minFile = 4 * pageSize
	// mapSize is mapped from the start where addresses allow it: growing the map
	// has to wait for every reader, and meanwhile nobody reads or writes.
	mapSize = 1 << 30
	// lockWait bounds the wait for another process's lock.
	lockWait = time.Second

	// maxQueue bounds the transactions that wait; beyond it kv.ErrBusy.
	maxQueue = 2000
	// maxBatch bounds the closures of one commit: larger ones leave many free
	// pages behind and make everybody wait.
	maxBatch = 256

	// holdTime is how long the closures of the next commit hold on to what they
	// read while they wait for the one before.
	holdTime = 20 * time.Millisecond

	// keptEntries are kept as room for the next commit's write sets.
	keptEntries = 1 << 16

	// readLimit ends a read; slowRead is counted.
	readLimit = time.Second
	slowRead  = 250 * time.Millisecond

	// seatsPerProcessor is how many reads run at once on each processor;
	// seatPatience bounds the wait for one to end, beyond it kv.ErrBusy.
	seatsPerProcessor = 4
	seatPatience      = 5 * time.Second

	// appendFill is the fill of pages in spaces that only append.
	appendFill = 0.9

	// poolPages are made free at the start, and again when half of them are used.
	// With free pages at hand a long read makes the file grow by what is written,
	// without them by a multiple of it.
	poolPages = 1000
	// quietTime is how long no commit has come before the pool is filled: that takes
	// three commits of its own, for which everybody would wait.
	quietTime = 100 * time.Millisecond

	// steadyStep is how much of a large file is synced at once, in bytes.
	steadyStep = 4 << 20

	// maxWritten bounds what a rewrite keeps of what is written meanwhile, in bytes.
	maxWritten = 128 << 20
	// fewSets are added while writers wait, setsAtOnce in one transaction, and a
	// rewrite tries maxRounds times to come down to a few.
	fewSets    = 64
	setsAtOnce = 1000
	maxRounds  = 50
)
