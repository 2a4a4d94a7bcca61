package order

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"

	"marquee/app"
	"marquee/kv"
	"marquee/kv/mem"
)

// unordered is an engine whose commits do not come in the order of their times,
// as those of an engine on several machines. It keeps the promise of SafeTime,
// unless it is told to be careless.
type unordered struct {
	kv.Engine
	careless bool

	mu     sync.Mutex
	last   time.Time
	active map[time.Time]bool
}

func (e *unordered) begin() time.Time {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last = e.last.Add(time.Second)
	e.active[e.last] = true
	return e.last
}

func (e *unordered) end(now time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.active, now)
}

// safe is a moment before every running transaction's.
func (e *unordered) safe() time.Time {
	e.mu.Lock()
	defer e.mu.Unlock()
	safe := e.last
	for now := range e.active {
		if !e.careless && !now.After(safe) {
			safe = now.Add(-time.Microsecond)
		}
	}
	return safe
}

type unorderedReader struct {
	kv.Reader
	safe time.Time
}

func (r unorderedReader) SafeTime() time.Time { return r.safe }

type unorderedTx struct {
	kv.Tx
	now time.Time
}

func (t unorderedTx) Now() time.Time  { return t.now }
func (t unorderedTx) Tick() time.Time { return t.now }

func (e *unordered) View(ctx context.Context, fn func(kv.Reader) error) error {
	safe := e.safe()
	return e.Engine.View(ctx, func(r kv.Reader) error { return fn(unorderedReader{r, safe}) })
}

func (e *unordered) Update(ctx context.Context, fn func(kv.Tx) error) error {
	now := e.begin()
	defer e.end(now)
	return e.Engine.Update(ctx, func(t kv.Tx) error { return fn(unorderedTx{t, now}) })
}

// writer is a change of one order that is under way.
type writer struct {
	id     int64
	commit chan struct{}
	done   chan error
}

// poller follows the list of changes.
type poller struct {
	filter Filter
	seen   map[string]bool // "order 3 with note x"
}

func (p *poller) poll(t *rapid.T, s *store) {
	for {
		page := s.list(p.filter)
		for i := range page.Rows {
			p.seen[sighting(page.Rows[i].ID, page.Rows[i].Notes)] = true
		}
		if page.Cursor != "" {
			p.filter.LastUpdated, p.filter.Cursor = nil, page.Cursor
		}
		if !page.HasMore {
			return
		}
		if len(page.Rows) == 0 {
			t.Fatal("an empty page of a short list says that more follows")
		}
	}
}

func sighting(id int64, note string) string { return fmt.Sprintf("order %d with note %s", id, note) }

// follow lets writers begin and commit in any order while a poller follows the
// cursor, and tells the first order whose last state the poller never saw.
func follow(t *rapid.T, careless bool) (missed string) {
	e := &unordered{
		Engine: mem.New(mem.Options{}), careless: careless,
		last: time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC), active: map[time.Time]bool{},
	}
	defer e.Close()
	s := &store{a: app.New(e, alone(), app.Options{}), tb: t}
	const orders = 5
	for range orders {
		s.order(Complete, nil)
	}
	start := time.Time{}
	p := poller{Filter{LastUpdated: &start, Limit: rapid.Int64Range(1, 4).Draw(t, "limit")}, map[string]bool{}}
	running, last := map[int64]*writer{}, map[int64]string{}
	for n := range rapid.IntRange(1, 30).Draw(t, "steps") {
		id := rapid.Int64Range(1, orders).Draw(t, "order")
		switch rapid.SampledFrom([]string{"begin", "begin", "commit", "commit", "poll"}).Draw(t, "step") {
		case "begin":
			if running[id] == nil {
				last[id] = fmt.Sprint(n)
				running[id] = s.begin(id, last[id])
			}
		case "commit":
			finish(t, running, id)
		case "poll":
			p.poll(t, s)
		}
	}
	for id := range int64(orders + 1) {
		finish(t, running, id)
	}
	p.poll(t, s)
	for id, note := range last {
		if !p.seen[sighting(id, note)] {
			return sighting(id, note)
		}
	}
	return ""
}

// begin starts a change that waits inside its transaction.
func (s *store) begin(id int64, note string) *writer {
	w := &writer{id: id, commit: make(chan struct{}), done: make(chan error, 1)}
	inside, once := make(chan struct{}), sync.Once{}
	go func() {
		w.done <- s.a.Update(context.Background(), clerk, app.Authenticated, func(tx app.Tx) error {
			once.Do(func() { close(inside) })
			<-w.commit
			_, err := orderTable.Update(tx, id, func(o *Order) error { o.Notes = note; return nil })
			return err
		})
	}()
	<-inside
	return w
}

func finish(t *rapid.T, running map[int64]*writer, id int64) {
	if w := running[id]; w != nil {
		delete(running, id)
		close(w.commit)
		if err := <-w.done; err != nil {
			t.Fatal(err)
		}
	}
}

// TestPollerSeesEveryChange: whoever follows lastUpdated and then the cursor sees
// the last state of every order, however commits overtake each other.
func TestPollerSeesEveryChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if missed := follow(t, false); missed != "" {
			t.Fatalf("the poller missed %s", missed)
		}
	})
}

// TestPollerWithoutSafeTime is the control: on a store that hands out changes
// before older ones can no longer appear, the same poller misses some.
func TestPollerWithoutSafeTime(t *testing.T) {
	is := is.New(t)
	missed := 0
	rapid.Check(t, func(t *rapid.T) {
		if follow(t, true) != "" {
			missed++
		}
	})
	is.True(missed > 0) // the poller missed nothing without the guard: the test proves nothing
}

// TestChangedTogether: the changes of one transaction carry times of their own, so
// that neither a poller that follows the cursor nor one that only remembers the
// last time loses any.
func TestChangedTogether(t *testing.T) {
	is := is.New(t)
	s := newStore(t)
	for range 7 {
		s.order(Complete, nil)
	}
	s.update(func(tx app.Tx) error {
		for id := range int64(7) {
			if _, err := orderTable.Update(tx, id+1, func(o *Order) error { o.Notes = "moved"; return nil }); err != nil {
				return err
			}
		}
		return nil
	})
	start := time.Time{}
	ids, _, _ := s.byCursor(Filter{LastUpdated: &start, Limit: 2})
	is.Equal(ids, []int64{1, 2, 3, 4, 5, 6, 7})

	var byTime []int64
	for from := start; ; {
		p := s.list(Filter{LastUpdated: &from, Limit: 2})
		if len(p.Rows) == 0 {
			break
		}
		byTime = append(byTime, p.ids()...)
		from = p.ListEndTime.Add(time.Microsecond)
	}
	is.Equal(byTime, ids)
}
