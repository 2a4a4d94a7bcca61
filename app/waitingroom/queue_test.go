package waitingroom_test

import (
	"cmp"
	"slices"
	"sync"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/areas"
	"marquee/app/demo"
	"marquee/app/waitingroom"
	"marquee/kv"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

// rush is an event that many people come to.
type rush struct {
	t      *testing.T
	w      *apptest.World
	engine kv.Engine
	app    *app.App // that serves it now
	event  int64
}

func newRush(t *testing.T, in waitingroom.Settings) *rush {
	t.Helper()
	clock := apptest.NewClock()
	engine := mem.New(mem.Options{Clock: clock.Now})
	t.Cleanup(func() { _ = engine.Close() })
	w := apptest.New(t, apptest.On(engine), apptest.WithClock(clock))
	made, err := demo.Load(t.Context(), w.App, w.A.Owner, demo.Options{Orders: 5, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := &rush{t: t, w: w, engine: engine, app: w.App, event: made.Event.ID}
	on := true
	in.On = &on
	r.set(in)
	return r
}

func (r *rush) set(in waitingroom.Settings) {
	r.t.Helper()
	if _, err := waitingroom.Set(r.t.Context(), r.app, r.w.A.Owner, r.event, in); err != nil {
		r.t.Fatal(err)
	}
}

// restart serves the store by another process, which knows nothing of the one before.
func (r *rush) restart() {
	r.app = app.New(r.engine, areas.Definition(), app.Options{Clock: r.w.Clock.Now})
}

func (r *rush) buyer() *app.Caller { return r.w.A.Company.Buyer("", "en") }

// visit asks with a ticket, empty for somebody new.
func (r *rush) visit(ticket string, enter bool) waitingroom.Standing {
	r.t.Helper()
	q, err := waitingroom.Visit(r.t.Context(), r.app, r.buyer(), waitingroom.Ask{EventID: r.event, Ticket: ticket, Enter: enter, MayJoin: func() error { return nil }})
	if err != nil {
		r.t.Fatal(err)
	}
	return q
}

// come is a visit of so many new people.
func (r *rush) come(n int) (tickets []string) {
	for range n {
		tickets = append(tickets, r.visit("", true).Ticket)
	}
	return tickets
}

func shoppers(n int64) waitingroom.Settings { return waitingroom.Settings{Shoppers: &n} }

func at(t time.Time) waitingroom.Settings {
	in := shoppers(3)
	in.OpensAt = app.Is(t)
	return in
}

func TestNobodyWaitsWithoutALine(t *testing.T) {
	is, r := is.New(t), newRush(t, shoppers(1))
	off := false
	r.come(5)
	r.set(waitingroom.Settings{On: &off})
	for range 5 {
		q := r.visit("", true)
		is.Equal(q.State, waitingroom.Open)
		is.Equal(q.Ticket, "")
	}
}

func TestTheLineLetsInWhoCameFirst(t *testing.T) {
	is, r := is.New(t), newRush(t, shoppers(3))
	tickets := r.come(10)
	for i, ticket := range tickets {
		q := r.visit(ticket, true)
		is.Equal(q.New, false)
		is.Equal(q.State == waitingroom.Open, i < 3)
		if i >= 3 {
			is.Equal(q.Before, int64(i-3))
		}
	}
	// Nobody leaves, so nobody is called.
	for range 20 {
		r.w.Clock.Jump(time.Second)
		for _, ticket := range tickets[:3] {
			is.Equal(r.visit(ticket, true).State, waitingroom.Open)
		}
	}
	is.Equal(r.visit(tickets[3], true).State, waitingroom.Waiting)
	// The first one goes home, the others go on: one place is free after five minutes.
	for range 310 {
		r.w.Clock.Jump(time.Second)
		for _, ticket := range tickets[1:3] {
			is.Equal(r.visit(ticket, true).State, waitingroom.Open)
		}
	}
	is.Equal(r.visit(tickets[3], true).State, waitingroom.Open)
	is.Equal(r.visit(tickets[4], true).State, waitingroom.Waiting)
}

// TestAPausedLineCallsNobody: who is inside goes on, all keep their places, and are told that the line
// stands still; then it goes on where it was.
func TestAPausedLineCallsNobody(t *testing.T) {
	is, r := is.New(t), newRush(t, shoppers(2))
	tickets := r.come(5)
	for _, ticket := range tickets[:2] {
		is.Equal(r.visit(ticket, true).State, waitingroom.Open)
	}
	r.set(waitingroom.Settings{Paused: new(true)})
	for range 330 { // the second one goes home
		r.w.Clock.Jump(time.Second)
		is.Equal(r.visit(tickets[0], true).State, waitingroom.Open)
	}
	for i, ticket := range tickets[2:] {
		q := r.visit(ticket, true)
		is.Equal(q.State, waitingroom.Stopped)
		is.Equal(q.Before, int64(i))
	}
	r.restart()
	is.Equal(r.visit(tickets[2], true).State, waitingroom.Stopped)
	r.set(waitingroom.Settings{Paused: new(false)})
	r.w.Clock.Jump(time.Minute) // after a restart who was called is expected for a while
	is.Equal(r.visit(tickets[2], true).State, waitingroom.Open)
	r.set(waitingroom.Settings{Paused: new(true)})
	r.set(waitingroom.Settings{On: new(false)})
	r.set(waitingroom.Settings{On: new(true)})
	is.Equal(r.visit("", true).State, waitingroom.Open) // a pause ends with its line
}

func TestReloadingGainsNothing(t *testing.T) {
	is, r := is.New(t), newRush(t, shoppers(1))
	tickets := r.come(4)
	before := r.visit(tickets[3], true).Before
	for range 100 {
		q := r.visit(tickets[3], true)
		is.Equal(q.Before, before)
		is.Equal(q.Ticket, tickets[3])
		is.Equal(q.New, false)
		is.Equal(q.Came, int64(4))
	}
}

func TestTicketsCannotBeMadeUp(t *testing.T) {
	is, r := is.New(t), newRush(t, shoppers(1))
	tickets := r.come(5)
	last := tickets[4]
	for _, made := range []string{
		"", "0", "0.", "0" + last[1:], "-1" + last[1:], "00" + last[1:], " " + last, last + " ", "x" + last[1:],
		"9223372036854775808" + last[1:], last[:len(last)-1], "4.00000000000000000000000000000000",
	} {
		q := r.visit(made, true)
		is.True(q.New)
		is.Equal(q.State, waitingroom.Waiting)
	}
	// The line was taken away and put back: everybody begins anew.
	on, off := true, false
	r.set(waitingroom.Settings{On: &off})
	r.set(waitingroom.Settings{On: &on})
	is.True(r.visit(last, true).New)
}

func TestWhoComesBeforeTheHourIsDrawn(t *testing.T) {
	is, r := is.New(t), newRush(t, at(apptest.Start.Add(time.Hour)))
	tickets := r.come(40)
	for _, ticket := range tickets {
		is.Equal(r.visit(ticket, true).State, waitingroom.Early)
	}
	r.w.Clock.Jump(time.Hour)
	late := r.visit("", true)
	is.Equal(late.State, waitingroom.Waiting)
	places, drawn := map[int64]bool{}, []int64{}
	for _, ticket := range tickets {
		if q := r.visit(ticket, false); q.State == waitingroom.Waiting {
			is.True(!places[q.Before])                             // two have one place
			is.True(q.Before < r.visit(late.Ticket, false).Before) // who came late stands behind
			places[q.Before] = true
			drawn = append(drawn, q.Before)
		}
	}
	is.True(len(drawn) >= 37)
	sorted := true
	for i := 1; i < len(drawn); i++ {
		sorted = sorted && drawn[i-1] < drawn[i]
	}
	is.True(!sorted) // first come is not first served
	_, err := waitingroom.Set(t.Context(), r.app, r.w.A.Owner, r.event, at(apptest.Start.Add(9*time.Hour)))
	is.Equal(app.KindOf(err), app.Invalid) // the draw is over
}

func TestARestartTakesNobodysPlace(t *testing.T) {
	is, r := is.New(t), newRush(t, at(apptest.Start.Add(time.Minute)))
	tickets := r.come(30)
	r.restart()
	is.Equal(r.visit(tickets[0], true).State, waitingroom.Early)
	is.Equal(r.visit(tickets[0], true).New, false)
	r.w.Clock.Jump(time.Minute)
	r.visit(tickets[0], true)
	standing := func() []string { // the tickets by their places
		all := slices.Clone(tickets)
		before := map[string]int64{}
		for _, ticket := range tickets {
			q := r.visit(ticket, false)
			is.Equal(q.New, false)
			before[ticket] = q.Before
		}
		slices.SortStableFunc(all, func(a, b string) int { return cmp.Compare(before[a], before[b]) })
		return all[6:] // without those who are called meanwhile
	}
	before := standing()
	r.restart()
	is.Equal(standing(), before)
	seen := map[string]bool{}
	for _, ticket := range append(tickets, r.come(30)...) {
		is.True(!seen[ticket]) // a number was given out twice
		seen[ticket] = true
	}
}

func TestAPlaceWaitsTenMinutes(t *testing.T) {
	is, r := is.New(t), newRush(t, shoppers(1))
	first := r.come(1)[0]
	second := r.visit("", true)
	is.Equal(second.State, waitingroom.Waiting)
	r.w.Clock.Jump(6 * time.Minute) // the first is idle
	q := r.visit(second.Ticket, false)
	is.Equal(q.State, waitingroom.Open)
	is.Equal(q.WaitsUntil, r.w.Clock.Now().Add(10*time.Minute))
	r.w.Clock.Jump(9 * time.Minute)
	is.Equal(r.visit(second.Ticket, false).State, waitingroom.Open)
	r.w.Clock.Jump(3 * time.Minute)
	q = r.visit(second.Ticket, false) // a page that was asleep asks: it is told, and no more
	is.Equal(q.State, waitingroom.Lost)
	is.Equal(q.Ticket, "")
	q = r.visit(second.Ticket, true)
	is.True(q.Lost)
	is.True(q.New)
	is.True(r.visit(first, true).Lost) // idle for long
}

func TestNobodyStaysForEver(t *testing.T) {
	is, r := is.New(t), newRush(t, shoppers(1))
	ticket := r.come(1)[0]
	for range 60 {
		r.w.Clock.Jump(time.Minute)
		is.Equal(r.visit(ticket, true).New, false)
	}
	r.w.Clock.Jump(2 * time.Minute)
	is.True(r.visit(ticket, true).Lost)
}

// A program that takes number after number and keeps none fills no place inside, and what
// it was called to is soon given to others.
func TestAProgramWithoutMemoryStarvesNobody(t *testing.T) {
	is, r := is.New(t), newRush(t, shoppers(20))
	var people []string
	in := map[string]bool{}
	for second := range 600 {
		r.come(10) // ten ghosts a second
		if second%10 == 0 {
			people = append(people, r.come(1)...)
		}
		for _, ticket := range people {
			if !in[ticket] && r.visit(ticket, true).State == waitingroom.Open {
				in[ticket] = true
			}
		}
		r.w.Clock.Jump(time.Second)
	}
	is.True(len(in) >= 10)
}

func TestAnHourIsNotSetOnARunningLine(t *testing.T) {
	is, r := is.New(t), newRush(t, shoppers(5))
	r.come(10)
	_, err := waitingroom.Set(t.Context(), r.app, r.w.A.Owner, r.event, at(apptest.Start.Add(time.Hour)))
	is.Equal(app.KindOf(err), app.Invalid)
	r.set(shoppers(6)) // everything else can change
	// Before the draw the hour can be moved, and taken away.
	early := newRush(t, at(apptest.Start.Add(time.Hour)))
	early.come(10)
	early.set(at(apptest.Start.Add(2 * time.Hour)))
	is.Equal(early.visit("", true).State, waitingroom.Early)
	early.set(waitingroom.Settings{OpensAt: app.Cleared[time.Time]()})
	is.Equal(early.visit("", true).State, waitingroom.Waiting)
}

func TestRivalsGetDifferentNumbers(t *testing.T) {
	is, r := is.New(t), newRush(t, shoppers(5))
	const rivals = 64
	tickets := make([]string, rivals)
	var wg sync.WaitGroup
	for i := range tickets {
		wg.Go(func() { tickets[i] = r.visit("", true).Ticket })
	}
	wg.Wait()
	seen, in := map[string]bool{}, 0
	for _, ticket := range tickets {
		is.True(!seen[ticket])
		seen[ticket] = true
		if r.visit(ticket, true).State == waitingroom.Open {
			in++
		}
	}
	is.Equal(in, 5)
}

func TestSettingsOfALine(t *testing.T) {
	is, r := is.New(t), newRush(t, shoppers(2))
	for _, c := range []struct {
		name string
		by   *app.Caller
		in   waitingroom.Settings
		kind app.Kind
	}{
		{"nobody inside", r.w.A.Owner, shoppers(0), app.Invalid},
		{"everybody inside", r.w.A.Owner, shoppers(waitingroom.MaxShoppers + 1), app.Invalid},
		{"an hour in two years", r.w.A.Owner, at(apptest.Start.AddDate(2, 0, 0)), app.Invalid},
		{"another company", r.w.B.Owner, shoppers(5), app.NotFound},
		{"no ability", r.w.A.With(app.ViewEvents), shoppers(5), app.Forbidden},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := waitingroom.Set(t.Context(), r.app, c.by, r.event, c.in)
			is.New(t).Equal(app.KindOf(err), c.kind)
		})
	}
	_, err := waitingroom.Look(t.Context(), r.app, r.w.B.Owner, r.event)
	is.Equal(app.KindOf(err), app.NotFound)
	for _, ticket := range r.come(5) {
		r.visit(ticket, true)
	}
	o, err := waitingroom.Look(t.Context(), r.app, r.w.A.Owner, r.event)
	is.NoErr(err)
	is.Equal([]int64{o.Came, o.Inside, o.Waiting, o.Shoppers}, []int64{5, 2, 3, 2})
}
