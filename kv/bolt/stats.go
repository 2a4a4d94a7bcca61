package bolt

import (
	"os"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
)

// figures are the counters of the writer.
type figures struct {
	commits, closures, applied, refused atomic.Uint64
	commitNanos, lastBatch              atomic.Int64
	diskNanos                           atomic.Int64 // of the files before this one
}

func (f *figures) committed(o Options, c Commit) {
	f.commits.Add(1)
	f.closures.Add(uint64(c.Closures))
	f.applied.Add(uint64(c.Applied))
	f.commitNanos.Add(int64(c.Took))
	f.lastBatch.Store(int64(c.Closures))
	o.OnCommit(c)
}

// Stats are the engine's metrics. Counts and sums start at Open.
type Stats struct {
	Commits    uint64        // commits, each with its syncs
	Closures   uint64        // transactions that ran in them
	Applied    uint64        // of these, the ones that wrote
	Refused    uint64        // transactions answered with kv.ErrBusy
	CommitTime time.Duration // spent in commits
	DiskTime   time.Duration // of that, writing pages and syncing them
	LastBatch  int           // closures of the last commit
	Queue      int           // transactions that wait now

	Readers      int           // reads open now
	OldestReader time.Duration // age of the oldest of them
	SlowReaders  uint64        // reads that took longer than 250 ms

	Log         bool          // commits are in a log before the file has them
	Behind      int           // commits that the log has and the file has not yet
	BehindBytes int64         // what they take in the log
	BehindFor   time.Duration // age of the oldest of them

	FreePages int   // pages free, or free once a reader ends
	FileBytes int64 // size of the file
	Poisoned  bool  // a commit failed
}

// FreeBytes of the file are pages free for use.
func (s Stats) FreeBytes() int64 { return int64(s.FreePages) * pageSize }

// diskTime is the time that bbolt spent on writing and syncing in commits, in the current
// file and those before it.
func (e *Engine) diskTime() time.Duration {
	return diskTime(e.db()) + time.Duration(e.figures.diskNanos.Load())
}

func diskTime(db *bbolt.DB) time.Duration {
	s := db.Stats()
	return s.TxStats.GetWriteTime()
}

// Stats returns the current metrics.
func (e *Engine) Stats() Stats {
	f := &e.figures
	s := Stats{
		Commits: f.commits.Load(), Closures: f.closures.Load(), Applied: f.applied.Load(), Refused: f.refused.Load(),
		CommitTime: time.Duration(f.commitNanos.Load()), DiskTime: e.diskTime(), LastBatch: int(f.lastBatch.Load()), Queue: len(e.queue),
		FreePages: e.freePages(), Poisoned: e.isPoisoned(),
	}
	s.Readers, s.SlowReaders, s.OldestReader = e.readers.state(time.Now())
	if e.log != nil {
		s.Log, s.DiskTime = true, s.CommitTime // nothing else is done in a commit
	}
	s.Behind, s.BehindBytes, s.BehindFor = e.log.state(time.Now())
	if info, err := os.Stat(e.path); err == nil {
		s.FileBytes = info.Size()
	}
	return s
}
