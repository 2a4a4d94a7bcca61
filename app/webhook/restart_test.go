package webhook_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/areas"
	"marquee/app/queue"
	"marquee/app/webhook"
	"marquee/kv"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

// TestAProcessThatEndsBeforeItStoredAResult sends again what a process had sent that ended
// before it could note that, with the same ids and in the same order, and loses nothing that
// was noted and not made a call of yet.
func TestAProcessThatEndsBeforeItStoredAResult(t *testing.T) {
	is := is.New(t)
	clock := apptest.NewClock()
	e := mem.New(mem.Options{Clock: clock.Now})
	t.Cleanup(func() { _ = e.Close() })
	o := newOffice(t, apptest.On(e), apptest.WithClock(clock), apptest.Calm())
	owner := o.A.Owner
	o.endpoint(owner, webhook.CustomerChanged)
	ada := o.customer(owner, "Ada")
	grace := o.customer(owner, "Grace")
	var before []string
	o.carrier.says(func(d webhook.Delivery) webhook.Result {
		before = append(before, d.ID)
		return webhook.Result{Held: true, Problem: "the process ended"} // it arrived, and nobody noted that
	})
	o.send()
	is.Equal(len(before), 2)
	o.rename(owner, ada, "Ada L") // noted, and not a call yet

	again, c := app.New(e, areas.Definition(), app.Options{Clock: clock.Now}), &carrier{}
	webhook.Use(again, c, webhook.Policy{})
	for _, job := range []string{webhook.SendJob, queue.SendJob} {
		is.NoErr(again.RunJob(t.Context(), job))
	}
	var after []string
	for _, d := range c.took {
		after = append(after, d.ID)
	}
	is.Equal(len(after), 3)
	for _, id := range before {
		is.True(id == after[0] || id == after[1]) // the same id
	}
	told := c.told()
	is.Equal(told[2], fmt.Sprintf("customer-changed %d", ada)) // behind the first about the same
	is.True(told[0] == fmt.Sprintf("customer-changed %d", grace) || told[1] == fmt.Sprintf("customer-changed %d", grace))
}

// busy is a store that takes nothing which is given up after a time, as results are, while it is
// full.
type busy struct {
	kv.Engine
	full   atomic.Bool
	refuse func() error
}

func (b *busy) Update(ctx context.Context, fn func(kv.Tx) error) error {
	if _, ends := ctx.Deadline(); ends && b.full.Load() {
		return b.refuse()
	}
	return b.Engine.Update(ctx, fn)
}

// TestWhatCouldNotBeStoredIsSentAgain: results of some calls could not be stored while the next
// were sent, of which nothing is stored either. A panic there ends no more than the attempt.
func TestWhatCouldNotBeStoredIsSentAgain(t *testing.T) {
	for name, refuse := range map[string]func() error{
		"it is busy": func() error { return kv.ErrBusy },
		"it panics":  func() error { panic("a store out of order") },
	} {
		t.Run(name, func(t *testing.T) {
			const changes = 200 // more than are sent at once
			is := is.New(t)
			clock := apptest.NewClock()
			e := &busy{Engine: mem.New(mem.Options{Clock: clock.Now}), refuse: refuse}
			t.Cleanup(func() { _ = e.Close() })
			o := newOffice(t, apptest.On(e), apptest.WithClock(clock), apptest.Calm())
			o.endpoint(o.A.Owner, webhook.CustomerChanged)
			o.guests(changes)
			o.carrier.says(func(webhook.Delivery) webhook.Result { e.full.Store(true); return webhook.Result{} })
			o.send()
			is.Equal(len(o.carrier.told()), changes)
			is.Equal(o.notices(), changes)

			e.full.Store(false)
			o.carrier.says(nil)
			o.send()
			is.Equal(len(o.carrier.told()), changes)
			is.Equal(o.notices(), 0)
		})
	}
}

// sightless is a store that panics once when it is read beside others.
type sightless struct {
	kv.Engine
	left atomic.Int64
}

func (s *sightless) View(ctx context.Context, fn func(kv.Reader) error) error {
	if s.left.Add(-1) == 0 {
		panic("a store out of order")
	}
	return s.Engine.View(ctx, fn)
}

// TestAPumpThatPanicsIsStartedAgain: wherever it reads, the process goes on, and everything is
// told.
func TestAPumpThatPanicsIsStartedAgain(t *testing.T) {
	const changes = 3
	for at := range int64(12) {
		t.Run(fmt.Sprint("at read ", at+1), func(t *testing.T) {
			is := is.New(t)
			clock := apptest.NewClock()
			e := &sightless{Engine: mem.New(mem.Options{Clock: clock.Now})}
			t.Cleanup(func() { _ = e.Close() })
			o := newOffice(t, apptest.On(e), apptest.WithClock(clock), apptest.Calm())
			o.endpoint(o.A.Owner, webhook.CustomerChanged)
			o.guests(changes)
			e.left.Store(at + 1)
			_ = o.App.RunJob(t.Context(), webhook.SendJob) // the round itself may be what panics
			_ = o.App.RunJob(t.Context(), queue.SendJob)
			e.left.Store(0)
			o.send()
			o.send()
			is.True(len(o.carrier.told()) >= changes)
			is.Equal(o.notices(), 0)
		})
	}
}

// shut is a store of which nothing that is noted becomes a call, while what came of calls is stored.
type shut struct {
	kv.Engine
	closed atomic.Bool
}

func (s *shut) Update(ctx context.Context, fn func(kv.Tx) error) error {
	if _, ends := ctx.Deadline(); !ends && s.closed.Load() {
		return kv.ErrBusy
	}
	return s.Engine.Update(ctx, fn)
}

// TestWhatIsStoredIsSentThoughNothingNewCanBe: and whoever looks at the job learns why.
func TestWhatIsStoredIsSentThoughNothingNewCanBe(t *testing.T) {
	is := is.New(t)
	clock := apptest.NewClock()
	e := &shut{Engine: mem.New(mem.Options{Clock: clock.Now})}
	t.Cleanup(func() { _ = e.Close() })
	o := newOffice(t, apptest.On(e), apptest.WithClock(clock), apptest.Calm())
	owner := o.A.Owner
	o.endpoint(owner, webhook.CustomerChanged)
	ada := o.customer(owner, "Ada")
	o.carrier.says(refuses)
	o.send()
	o.customer(owner, "Grace")
	o.carrier.says(nil)
	clock.Jump(time.Minute)
	e.closed.Store(true)
	is.True(o.App.RunJob(t.Context(), webhook.SendJob) != nil)
	is.NoErr(o.App.RunJob(t.Context(), queue.SendJob))
	is.Equal(o.carrier.told(), []string{fmt.Sprint("customer-changed ", ada)})

	e.closed.Store(false)
	o.send()
	is.Equal(len(o.carrier.told()), 1)
}
