package mem

import (
	"context"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"marquee/kv"
)

// maxAttempts is how often one Update runs before kv.ErrConflict.
const maxAttempts = 1000

// Options of New. The zero value is a good default.
type Options struct {
	// Clock is the wall clock; time.Now when nil.
	Clock func() time.Time
	// Attempts is how often one Update runs at most; 1000 when zero.
	Attempts int
}

// Engine is a store in memory.
type Engine struct {
	clock    func() time.Time
	attempts int

	latest atomic.Pointer[snapshot]

	mu      sync.Mutex
	closed  bool
	running sync.WaitGroup
	begun   map[uint64]int // attempts in flight, by the commit their snapshot shows
	changed map[key]uint64 // the commit that last wrote or guarded a key
	swept   int            // size of changed after the last sweep
}

// key names one key in the conflict table.
type key struct {
	space kv.Space
	key   string
}

var _ kv.Engine = (*Engine)(nil)

// New makes an empty store.
func New(o Options) *Engine {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Attempts == 0 {
		o.Attempts = maxAttempts
	}
	e := &Engine{clock: o.Clock, attempts: o.Attempts, begun: map[uint64]int{}, changed: map[key]uint64{}}
	e.latest.Store(&snapshot{tree: kv.NewTree(), now: time.UnixMicro(0).UTC()})
	return e
}

// AwaitIdle implements kv.Engine: there is no disk.
func (e *Engine) AwaitIdle(context.Context) {}

// Limits implements kv.Engine.
func (e *Engine) Limits() kv.Limits {
	return kv.Limits{MaxKey: kv.MaxKey, MaxValue: kv.MaxValue}
}

// View implements kv.Engine.
func (e *Engine) View(ctx context.Context, fn func(kv.Reader) error) error {
	if err := e.enter(ctx); err != nil {
		return err
	}
	defer e.running.Done()
	return fn(reader{e.latest.Load(), ctx})
}

// Update implements kv.Engine.
func (e *Engine) Update(ctx context.Context, fn func(kv.Tx) error) error {
	if err := e.enter(ctx); err != nil {
		return err
	}
	defer e.running.Done()
	for range e.attempts {
		o, err := e.attempt(ctx, fn)
		if err == errLost {
			runtime.Gosched()
			continue
		}
		if err == nil {
			o.RunHooks()
		}
		return err
	}
	return kv.ErrConflict
}

// Close implements kv.Engine.
func (e *Engine) Close() error {
	e.mu.Lock()
	e.closed = true
	e.mu.Unlock()
	e.running.Wait()
	return nil
}

func (e *Engine) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return kv.ErrClosed
	}
	e.running.Add(1)
	return nil
}

// snapshot is the store after one commit. It never changes.
type snapshot struct {
	tree   *kv.Tree
	commit uint64
	now    time.Time
}

// reader is a snapshot for one closure.
type reader struct {
	*snapshot
	ctx context.Context
}

func (r reader) Get(s kv.Space, key []byte) ([]byte, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	if e, ok := r.tree.Get(s, key); ok {
		return e.Value, nil
	}
	return nil, kv.ErrNotFound
}

func (r reader) GetMany(s kv.Space, keys [][]byte) ([][]byte, error) {
	return kv.GetEach(r, s, keys)
}

func (r reader) Scan(s kv.Space, rg kv.Range) iter.Seq2[kv.Pair, error] {
	return func(yield func(kv.Pair, error) bool) {
		n := 0
		for c := r.tree.Cursor(s, rg); ; c.Next() {
			e, ok := c.Entry()
			if !ok {
				return
			}
			if err := r.ctx.Err(); err != nil {
				yield(kv.Pair{}, err)
				return
			}
			n++
			if !yield(kv.Pair{Key: e.Key, Value: e.Value}, nil) || n == rg.Limit {
				return
			}
		}
	}
}

func (r reader) SafeTime() time.Time { return r.now }
