package bolt

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// Engine is one open store.
type Engine struct {
	path      string
	file      atomic.Pointer[file]
	o         Options
	readers   readers
	readSlots chan struct{} // semaphore: one element for each running read
	figures   figures
	followers followers
	idle      idle
	log       *backlog              // nil: the file is what makes a commit durable
	member    *Member               // nil: the store belongs to no cluster
	commit    func(*bbolt.Tx) error // (*bbolt.Tx).Commit; tests make it fail
	patience  time.Duration         // see patience; tests have more
	warning   string                // from checking the file when it was opened
	identity  string

	rewriting sync.Mutex     // one at a time
	swapping  fileWork       // the file operations of a rewrite
	retired   sync.WaitGroup // replaced files that still have readers

	gate     sync.RWMutex // guards closed and sends to queue
	closed   bool
	queue    chan *job
	ready    chan *batch   // batches for the goroutine that commits
	tasks    chan func()   // run by the goroutine that commits, between two commits
	stop     chan struct{} // closed when Close begins
	finished chan struct{} // closed when all jobs are answered

	poisoned chan struct{}
	poison   sync.Once

	answered atomic.Int64 // callers whom the last commit answered

	// Owned by the goroutine that runs closures.
	last      time.Time   // Now of the last transaction
	current   *batch      // the batch whose closures are running
	before    *batch      // the batch that was last passed to the committer
	holdTimer *time.Timer // see holdTime
	patient   *time.Timer // ends the patience of the batch
}

var _ kv.Engine = (*Engine)(nil)

// Warning describes damage that was found when the file was opened and that does not
// prevent its use: one of the two meta pages was damaged, so the commit it stood for is
// missing. After a power cut that commit was not acknowledged to anybody.
func (e *Engine) Warning() string { return e.warning }

func start(path string, db *bbolt.DB, o Options) (*Engine, error) {
	e := &Engine{
		path: path, o: o, swapping: realFileWork(),
		commit:    (*bbolt.Tx).Commit,
		readSlots: make(chan struct{}, o.Readers),
		queue:     make(chan *job, o.QueueLimit),
		ready:     make(chan *batch),
		holdTimer: time.NewTimer(holdTime),
		patient:   time.NewTimer(patience),
		patience:  patience,
		tasks:     make(chan func()),
		stop:      make(chan struct{}),
		finished:  make(chan struct{}),
		poisoned:  make(chan struct{}),
	}
	e.file.Store(&file{DB: db})
	err := db.View(func(tx *bbolt.Tx) error {
		if e.last = lastTime(tx); !clockIsSound(tx) {
			return fmt.Errorf("%w: the time of its last commit is not what was written", kv.ErrDamaged)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	e.followers.last = e.last
	if err := fillPool(db, o.FreePages); err != nil {
		return nil, err
	}
	if e.identity, err = identify(db); err != nil {
		return nil, err
	}
	if err := writeHolder(path); err != nil {
		return nil, err
	}
	if o.Log {
		if e.log, err = e.beginLog(); err != nil {
			return nil, err
		}
		go e.apply()
	}
	if o.follows != nil {
		beginFollowing(e, *o.follows)
	}
	go e.write()
	go e.commits()
	go e.readers.watch(e.stop)
	return e, nil
}

// job is one Update in the queue.
type job struct {
	ctx   context.Context
	fn    func(kv.Tx) error
	taken atomic.Bool // by the writer, or by a caller that gave up
	done  chan struct{}

	// Written by the writer before done is closed.
	overlay  *kv.Overlay
	at       time.Time // its Now if it wrote, else zero
	err      error
	panicked any
	exited   bool // the closure ended its goroutine (runtime.Goexit)
}

// Limits implements kv.Engine.
func (e *Engine) Limits() kv.Limits {
	return kv.Limits{MaxKey: kv.MaxKey, MaxValue: kv.MaxValue}
}

// Update implements kv.Engine. Closures run one after the other, each on the writes of
// those before it, so they never conflict.
func (e *Engine) Update(ctx context.Context, fn func(kv.Tx) error) error {
	j := &job{ctx: ctx, fn: fn, done: make(chan struct{})}
	if err := e.enqueue(j); err != nil {
		return err
	}
	select {
	case <-j.done:
	case <-ctx.Done():
		if j.taken.CompareAndSwap(false, true) {
			return ctx.Err()
		}
		<-j.done
	}
	return j.answer()
}

func (e *Engine) enqueue(j *job) error {
	if err := j.ctx.Err(); err != nil {
		return err
	}
	e.gate.RLock()
	defer e.gate.RUnlock()
	if e.closed {
		return kv.ErrClosed
	}
	if e.isPoisoned() {
		return kv.ErrPoisoned
	}
	if e.member != nil && !e.member.leads {
		return e.member.following.Leader()
	}
	select {
	case e.queue <- j:
		return nil
	default:
		e.figures.refused.Add(1)
		return kv.ErrBusy
	}
}

// answer returns the result of a closure in its caller's goroutine.
func (j *job) answer() error {
	switch {
	case j.panicked != nil:
		panic(j.panicked)
	case j.exited:
		runtime.Goexit()
	case j.err == nil:
		j.overlay.RunHooks()
	}
	return j.err
}

// Poisoned is closed once a commit has failed. The process should end then (exit
// code 75 asks a supervisor to start it again).
func (e *Engine) Poisoned() <-chan struct{} { return e.poisoned }

// poisonIt ends the engine after an error of the disk.
func (e *Engine) poisonIt() {
	e.poison.Do(func() {
		close(e.poisoned)
		e.log.wake()
	})
}

func (e *Engine) isPoisoned() bool {
	select {
	case <-e.poisoned:
		return true
	default:
		return false
	}
}
