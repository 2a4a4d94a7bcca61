package journal

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"marquee/backup/machine"
	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/frame"
)

// Options of Start.
type Options struct {
	// Dir is the folder, of this store alone. It is made when it is missing.
	Dir string
	// Store is the id of the store. Segments that carry another one, or none, are
	// neither continued nor removed.
	Store string
	// Build and Schema name the program and the form of the store.
	Build, Schema string
	Log           *slog.Logger
	// SegmentBytes is when a segment is finished; 16 MB when zero.
	SegmentBytes int64

	disk       disk
	now        func() time.Time
	timeout    time.Duration
	syncEvery  time.Duration
	firstRetry time.Duration
	queueBytes int64
}

func (o Options) withDefaults() Options {
	if o.disk == nil {
		o.disk = realDisk{}
	}
	if o.now == nil {
		o.now = time.Now
	}
	if o.SegmentBytes == 0 {
		o.SegmentBytes = segmentBytes
	}
	if o.timeout == 0 {
		o.timeout = writeTimeout
	}
	if o.syncEvery == 0 {
		o.syncEvery = syncEvery
	}
	if o.firstRetry == 0 {
		o.firstRetry = firstRetry
	}
	if o.queueBytes == 0 {
		o.queueBytes = queueBytes
	}
	return o
}

// Engine is what a journal follows.
type Engine interface {
	Follow(bolt.Follower) (last time.Time, stop func())
}

// Journal is being written.
type Journal struct {
	o        Options
	unfollow func()
	unlock   func() error
	jobs     chan job
	wake     chan struct{} // something is to be synced
	wanted   chan struct{} // a base is
	stop     chan struct{}
	ended    sync.WaitGroup
	clerk    sync.WaitGroup

	// Of the goroutine that commits.
	frame []byte
	timer *time.Timer
	reply chan error
	owed  bool // an answer that was not waited for

	waiting atomic.Int64 // bytes of frames that were handed over and not yet written

	mu sync.Mutex
	state
}

// state is how a journal stands, under its lock.
type state struct {
	told, committed time.Time // moments of the last write sets
	start           time.Time // of the generation; zero while there is none
	generation      string
	notes           notes

	failed  error         // until a sync has succeeded again
	broken  bool          // the generation is over
	epoch   uint64        // how often it failed; what was handed over before is void
	retry   time.Duration // the last pause
	retryAt time.Time

	behind        time.Time // since when frames wait that nobody waits for
	dirty, flying time.Time // since when something is not synced, or being synced
	missed        time.Time // since when something is not in the journal, nor in a base

	current  *openSegment
	closing  []*openSegment
	newNames bool // in the folder, and not synced
	finished bool // a segment, since the last look at how much there is
	bytes    uint64
}

// errSlow: the disk of the journal did not answer in time, or is so far behind
// that no more can wait for it.
var errSlow = errors.New("the disk of the journal takes too long")

// Start begins to write the journal of an engine: where the last one ended, if the
// store has not moved on since, else with a new generation. It fails only when
// somebody else writes a journal into the folder (ErrShared): other trouble shows
// in Status and in the log, and goes away by itself when it can.
func Start(e Engine, o Options) (*Journal, error) {
	unlock, err := lockFolder(o)
	if err != nil {
		return nil, err
	}
	j := &Journal{
		unlock: unlock,
		o:      o.withDefaults(),
		jobs:   make(chan job, queueLength), wake: make(chan struct{}, 1), wanted: make(chan struct{}, 1), stop: make(chan struct{}),
		timer: time.NewTimer(time.Hour), reply: make(chan error, 1),
	}
	j.notes = readNotes(j.o.Dir)
	last, unfollow := e.Follow(bolt.Follower{Before: j.before, After: j.after})
	j.unfollow = unfollow
	j.from(last)
	resumed := make(chan struct{})
	j.clerk.Go(func() {
		s := writer{j: j}
		s.resume(last)
		close(resumed)
		s.run()
	})
	j.ended.Go(j.syncAll)
	j.ended.Go(j.keepHouse)
	select {
	case <-resumed:
	case <-time.After(startPatience):
	}
	return j, nil
}

// ErrShared: each store needs a journal folder of its own.
var ErrShared = errors.New("another process writes its journal there")

// lockName is the file that says whose the folder is.
const lockName = "journal.lock"

// IsFolder tells whether somebody keeps or kept a journal in a folder, also one of which
// nothing is left.
func IsFolder(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, lockName))
	return err == nil
}

// lockFolder makes the folder this store's alone, where the machine can do that.
func lockFolder(o Options) (unlock func() error, err error) {
	err = machine.MakeFolder(o.Dir)
	if err == nil {
		unlock, err = machine.Lock(filepath.Join(o.Dir, lockName))
	}
	switch {
	case errors.Is(err, machine.ErrLocked):
		return nil, fmt.Errorf("journal folder %s: %w", o.Dir, ErrShared)
	case err != nil: // a disk that is not there yet, or knows no locks
		o.Log.Warn("nothing keeps another store from writing its journal into the same folder", "error", err)
		return func() error { return nil }, nil
	}
	return unlock, nil
}

// from notes where it begins, unless more was told meanwhile.
func (j *Journal) from(last time.Time) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.told.Before(last) {
		j.told, j.committed = last, last
	}
}

// Close finishes the segment and syncs it. The engine must be closed before.
func (j *Journal) Close() {
	defer func() { _ = j.unlock() }() // the system does it too, when the process ends
	j.unfollow()
	close(j.stop)
	j.ended.Wait()
	if j.quiet() { // else the last commit failed, and the next start looks at it
		if err := j.ask(job{kind: finishNow}, max(closeTimeout, j.o.timeout)); err != nil {
			j.o.Log.Error("the journal was left as it is", "error", err)
			return
		}
	}
	close(j.jobs)
	j.clerk.Wait()
	j.sync()
}

// quiet tells that what was written has been committed.
func (j *Journal) quiet() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return !j.broken && j.told.Equal(j.committed)
}

// before is told what is about to be committed.
func (j *Journal) before(sets []kv.WriteSet) {
	at := sets[len(sets)-1].At
	epoch, ok := j.admit(at)
	if !ok {
		return
	}
	behind := j.waiting.Load() > 0
	j.frame = frame.AppendBatch(j.frame, sets)
	w := job{kind: writeFrame, frame: j.frame, prev: sets[0].Prev, at: at, epoch: epoch}
	var ours bool // the frame, again
	if behind {
		ours = !j.queue(w)
	} else {
		ours = j.hand(w)
	}
	if !ours || cap(j.frame) > keptBuffer {
		j.frame = nil
	}
}

// admit tells whether to try.
func (j *Journal) admit(at time.Time) (epoch uint64, ok bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.told = at
	if !j.broken || !j.o.now().Before(j.retryAt) {
		return j.epoch, true
	}
	j.miss()
	return 0, false
}

// hand gives a frame to the writer and waits, for a while, until it is written.
func (j *Journal) hand(w job) (ours bool) {
	if j.owed { // for a frame that is written: nothing waits
		<-j.reply
		j.owed = false
	}
	w.reply = j.reply
	if !j.queue(w) {
		return true
	}
	j.timer.Reset(j.o.timeout)
	select {
	case <-j.reply:
		return true
	case <-j.timer.C:
		j.owed = true
		j.fallBehind()
		return false
	}
}

// queue gives a frame to the writer, unless too much waits there already.
func (j *Journal) queue(w job) bool {
	n := int64(len(w.frame))
	if all := j.waiting.Add(n); all == n || all <= j.o.queueBytes {
		select {
		case j.jobs <- w:
			return true
		default:
		}
	}
	j.waiting.Add(-n)
	j.fail(errSlow)
	return false
}

// fallBehind notes that commits do not wait for the journal any more, until it has
// caught up.
func (j *Journal) fallBehind() {
	j.mu.Lock()
	late := j.waiting.Load() > 0 && j.behind.IsZero()
	if late {
		j.behind = j.o.now().Add(-j.o.timeout)
	}
	j.mu.Unlock()
	if late {
		j.o.Log.Warn("the disk of the journal is slow; everything goes on, and the journal follows")
	}
}

// written takes a frame off what waits.
func (j *Journal) written(w job) {
	if j.waiting.Add(-int64(len(w.frame))) > 0 {
		return
	}
	j.mu.Lock()
	was := j.behind
	j.behind = time.Time{}
	j.mu.Unlock()
	if !was.IsZero() {
		j.o.Log.Info("the journal has caught up", "behind", j.o.now().Sub(was).Round(time.Millisecond))
	}
}

// after is told what has been committed.
func (j *Journal) after(sets []kv.WriteSet) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.committed = sets[len(sets)-1].At
}

// fail ends the generation; another one begins after a pause.
func (j *Journal) fail(err error) {
	j.mu.Lock()
	j.failed, j.broken = err, true
	j.epoch++
	j.retry = min(max(2*j.retry, j.o.firstRetry), lastRetry)
	j.retryAt = j.o.now().Add(j.retry)
	j.miss()
	j.behind = time.Time{}
	pause := j.retry
	j.mu.Unlock()
	j.o.Log.Error("the journal failed; everything else goes on", "error", err, "next", pause)
}

// miss notes since when writes are not safe in the journal.
func (j *Journal) miss() {
	for _, t := range []time.Time{j.flying, j.dirty, j.behind, j.o.now()} {
		if !t.IsZero() && (j.missed.IsZero() || t.Before(j.missed)) {
			j.missed = t
		}
	}
}
