package areas_test

import (
	"context"
	"sync"
	"testing"

	"marquee/app/apptest"
	"marquee/app/seating"
	"marquee/kv"
	"marquee/kv/kvtest"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

// heaviest notes the most that one transaction of a store asks of its only writer.
type heaviest struct {
	*kvtest.Metered
	mu   sync.Mutex
	most kvtest.Counts
	runs int
}

// Update implements kv.Engine.
func (h *heaviest) Update(ctx context.Context, fn func(kv.Tx) error) error {
	return h.Metered.Update(ctx, func(tx kv.Tx) error {
		before := h.Counts()
		err := fn(tx)
		after := h.Counts()
		h.mu.Lock()
		defer h.mu.Unlock()
		h.runs++
		for _, c := range []struct{ most, was, is *int }{
			{&h.most.Gets, &before.Gets, &after.Gets}, {&h.most.Pairs, &before.Pairs, &after.Pairs},
			{&h.most.Puts, &before.Puts, &after.Puts}, {&h.most.Deletes, &before.Deletes, &after.Deletes},
			{&h.most.BytesRead, &before.BytesRead, &after.BytesRead}, {&h.most.BytesWritten, &before.BytesWritten, &after.BytesWritten},
		} {
			*c.most = max(*c.most, *c.is-*c.was)
		}
		return err
	})
}

// The largest plan that there may be is made, given to an event, read, taken off and deleted
// in transactions that are as small as those of a plan of a tenth: nobody waits for long.
func TestTheLargestPlanHoldsTheWriterForMomentsOnly(t *testing.T) {
	kvtest.SingleGoroutine(t)
	cost := func(seats int) (*heaviest, int) {
		is := is.New(t)
		clock := apptest.NewClock()
		h := &heaviest{Metered: kvtest.Meter(mem.New(mem.Options{Clock: clock.Now}))}
		t.Cleanup(func() { _ = h.Close() })
		f := newFixture(t, apptest.On(h), apptest.Calm(), apptest.WithClock(clock))
		h.most, h.runs = kvtest.Counts{}, 0
		p := f.plan(house(seats))
		f.attach(p)
		_, chart, err := seating.OfTheEvent(t.Context(), f.App, f.A.Owner, f.event.ID)
		is.NoErr(err)
		read := len(chart.Spaces)
		is.NoErr(seating.DetachPlan(t.Context(), f.App, f.A.Owner, f.event.ID))
		is.NoErr(seating.Remove(t.Context(), f.App, f.A.Owner, p.ID))
		return h, read
	}
	is := is.New(t)
	small, _ := cost(seating.MaxSpaces / 10)
	large, read := cost(seating.MaxSpaces)
	is.Equal(read, seating.MaxSpaces)
	is.True(large.runs > 5*small.runs) // in more steps
	t.Logf("a step at most: %+v", large.most)
	for _, c := range []struct {
		what         string
		large, small int
	}{
		{"gets", large.most.Gets, small.most.Gets}, {"pairs", large.most.Pairs, small.most.Pairs},
		{"puts", large.most.Puts, small.most.Puts}, {"deletes", large.most.Deletes, small.most.Deletes},
		{"bytes read", large.most.BytesRead, small.most.BytesRead}, {"bytes written", large.most.BytesWritten, small.most.BytesWritten},
	} {
		if c.large > c.small+c.small/4+4 {
			t.Errorf("%s: %d in one transaction, %d of a plan of a tenth", c.what, c.large, c.small)
		}
	}
	if large.most.BytesWritten > 512<<10 || large.most.BytesRead > 512<<10 {
		t.Errorf("one transaction moves %+v", large.most)
	}
}
