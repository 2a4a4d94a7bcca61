package bolt

import (
	"runtime"
	"time"

	"marquee/kv"
)

// Options of Open. The zero value is right outside tests.
type Options struct {
	// Clock is the wall clock; time.Now when nil. It may be set back: the times of
	// transactions still increase.
	Clock func() time.Time
	// AppendOnly reports whether new keys of a space sort behind all others. The pages of
	// such spaces are filled to nine tenths instead of half.
	AppendOnly func(kv.Space) bool
	// OnCommit is called after every commit in the goroutine that commits: it must be
	// quick and must not use the engine.
	OnCommit func(Commit)
	// OnPanic is called with the value and the stack of a panic in a closure, before the
	// panic is re-raised in the caller's goroutine, which does not have that stack.
	OnPanic func(value any, stack []byte)
	// ReadLimit ends a read with kv.ErrReaderTooOld; 1 s when zero.
	ReadLimit time.Duration
	// Readers is how many reads run at once, the others wait; four for each
	// processor when zero. A read must not open another one.
	Readers int
	// QueueLimit is how many transactions may wait; 2,000 when zero.
	QueueLimit int
	// Log has commits be durable in a log beside the file, and answered, before the file has
	// them. Without it, and for whoever opens the store read-only, what a log holds is put into
	// the file first, and the log is removed.
	Log bool
	// LogBytes is the size of each of the two files of the log; 16 MB when zero.
	LogBytes int64
	// FreePages are kept in reserve; 1,000 when zero, none when negative.
	FreePages int

	follows *Following // set by OpenFollower
}

// Commit describes one commit, for histograms.
type Commit struct {
	// Closures ran in it, Applied of them wrote.
	Closures, Applied int
	// Took is the time of the commit itself with its two syncs.
	Took time.Duration
	// Err is why it failed; the engine is poisoned then.
	Err error
}

func (o Options) withDefaults() Options {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.AppendOnly == nil {
		o.AppendOnly = func(kv.Space) bool { return false }
	}
	if o.OnCommit == nil {
		o.OnCommit = func(Commit) {}
	}
	if o.OnPanic == nil {
		o.OnPanic = func(any, []byte) {}
	}
	if o.Readers == 0 {
		o.Readers = readsPerProcessor * runtime.GOMAXPROCS(0)
	}
	if o.ReadLimit == 0 {
		o.ReadLimit = readLimit
	}
	if o.QueueLimit == 0 {
		o.QueueLimit = maxQueue
	}
	if o.LogBytes == 0 {
		o.LogBytes = logBytes
	}
	if o.FreePages == 0 {
		o.FreePages = poolPages
	}
	return o
}
