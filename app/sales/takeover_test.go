package sales_test

import (
	"context"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/app/seating"
)

// revise makes the next revision of the plan that the event was copied from.
func (x *seated) revise(change func(*seating.Document)) seating.Plan {
	x.t.Helper()
	d := rowsOf(2, 6)
	change(&d)
	p, err := seating.Revise(x.t.Context(), x.App, x.A.Owner, seating.Revision{PlanID: x.plan.SourceID, Document: d})
	if err != nil {
		x.t.Fatal(err)
	}
	return p
}

func (x *seated) takeOver() (seating.Taken, error) {
	return patient(func() (seating.Taken, error) {
		return seating.TakeOver(context.Background(), x.App, x.A.Owner, seating.Taking{EventID: x.event.ID})
	})
}

func (x *seated) buy(it rules.AddItem) (order.Basket, error) {
	in := adding(it)
	in.Payment = &cash
	return x.add(in)
}

func TestAnEventTakesAPlanOver(t *testing.T) {
	is := is.New(t)
	x := newSeated(t)
	hold, err := seating.AddHold(t.Context(), x.App, x.A.Owner, x.event.ID, seating.Hold{Name: "Friends"})
	is.NoErr(err)
	held := seating.Marking{EventID: x.event.ID, SpaceIDs: []int64{x.plan.FirstSpace + 4}, Mark: seating.FirstHold, HoldID: hold.ID}
	_, err = seating.SetMarks(t.Context(), x.App, x.A.Owner, held)
	is.NoErr(err)
	mine, err := x.buy(x.at(x.row, 3))
	is.NoErr(err)

	rev := x.revise(func(d *seating.Document) {
		row := seating.Group{Name: "0", Area: "Ground", Band: "Rows", Seats: seatsAt(2, -1)} // in front of all
		d.Rows = append([]seating.Group{row}, d.Rows...)
		d.Rows[1].Seats[3].At.X = 3.5
		d.Rows[2].Seats = d.Rows[2].Seats[:5]
	})
	is.Equal(rev.Number(), int64(2))
	is.Equal(rev.RootID(), x.plan.SourceID)
	look, err := seating.TakeOver(t.Context(), x.App, x.A.Owner, seating.Taking{EventID: x.event.ID, Revision: 2, DryRun: true})
	is.NoErr(err)
	is.Equal([]int{look.Added, look.Gone, look.Moved, look.Renamed}, []int{2, 1, 1, 0})
	is.Equal(look.Sold, []seating.Told{{ID: x.plan.FirstSpace + 3, Change: seating.SpaceMoved, From: "Ground, 1, 4", To: "Ground, 1, 4"}})
	is.Equal(len(look.Blocked), 0)
	is.Equal(x.status(3), seating.IsSold) // nothing happened yet

	done, err := x.takeOver()
	is.NoErr(err)
	is.Equal(done.Plan.Holds, []seating.Hold{{Name: "Friends"}})
	list, err := seating.ListSpaces(t.Context(), x.App, x.A.Owner, x.event.ID, 0)
	is.NoErr(err)
	is.Equal(len(list.Spaces), 2+6+5+4+1)
	by := map[int64]seating.SpaceView{}
	for _, s := range list.Spaces {
		by[s.SpaceID] = s
	}
	is.Equal(by[x.plan.FirstSpace+3].Status, seating.IsSold)
	is.Equal(by[x.plan.FirstSpace+4].Status, seating.IsHeld)
	is.Equal(by[x.plan.FirstSpace+11].SpaceID, int64(0)) // it is gone

	_, err = x.buy(x.at(x.row, 11))
	is.True(err != nil)
	_, err = x.buy(x.at(x.row, 3))
	is.True(err != nil)
	_, err = x.buy(rules.AddItem{SaleItemID: x.row.ID, SpaceID: list.Spaces[0].SpaceID}) // a new one
	is.NoErr(err)
	_, err = x.buy(x.at(x.row, 0)) // one of before
	is.NoErr(err)
	_, err = x.refundOf(mine, func(*rules.Refund) {})
	is.NoErr(err)
	_, err = x.buy(x.at(x.row, 3))
	is.NoErr(err)
	again, err := x.takeOver()
	is.NoErr(err)
	is.True(!again.Any())
	is.Equal(again.Plan.ID, done.Plan.ID)

	x.revise(func(*seating.Document) {}) // as it was at first
	_, err = x.takeOver()
	refusedWith(t, err, "eventId: must keep Ground, 0, 1: it is sold or in a basket")
	for _, c := range []*app.Caller{x.A.With(app.Sell), x.B.Owner} {
		_, err = seating.TakeOver(t.Context(), x.App, c, seating.Taking{EventID: x.event.ID})
		is.True(app.KindOf(err) == app.Forbidden || app.KindOf(err) == app.NotFound)
	}
}

func TestWhatIsSoldStaysOnThePlan(t *testing.T) {
	is := is.New(t)
	x := newSeated(t)
	_, err := x.buy(x.at(x.row, 5))
	is.NoErr(err)
	_, err = x.buy(one(x.crowd, 2))
	is.NoErr(err)
	for _, c := range []struct {
		must   string
		change func(*seating.Document)
		want   string
	}{
		{"a seat", func(d *seating.Document) { d.Rows[0].Seats = d.Rows[0].Seats[:5] }, "eventId: must keep Ground, 1, 6: it is sold or in a basket"},
		{"places", func(d *seating.Document) { d.General[0].Capacity = 1 }, "eventId: must keep the places of Ground, Pit: more than 1 are sold or held"},
		{"a price band", func(d *seating.Document) { d.PriceBands[1].Name, d.Tables[0].Band = "T", "T" }, "eventId: must keep the price band Tables: a sale item sells it"},
	} {
		t.Run(c.must, func(t *testing.T) {
			x.revise(c.change)
			_, err := x.takeOver()
			refusedWith(t, err, c.want)
		})
	}
	_, err = seating.TakeOver(t.Context(), x.App, x.A.Owner, seating.Taking{EventID: x.event.ID, Revision: 2})
	is.Equal(app.KindOf(err), app.Conflict) // there is a newer one
}

// shorter takes the last seat off the first row.
func shorter(d *seating.Document) { d.Rows[0].Seats = d.Rows[0].Seats[:5] }

// A seat that goes while somebody wants it is sold, or gone; never both.
func TestASeatGoesWhileItIsSold(t *testing.T) {
	for range 8 {
		x := newSeated(t, apptest.Calm())
		x.revise(shorter)
		var sold, taken error
		together(2, func(i int) {
			if i == 0 {
				_, sold = patient(func() (order.Basket, error) { return x.buy(x.at(x.row, 5)) })
				return
			}
			_, taken = x.takeOver()
		})
		if (sold == nil) == (taken == nil) {
			t.Fatalf("the seat was sold: %v; the plan without it was taken over: %v", sold, taken)
		}
	}
}

// TestASeatWouldGoThatIsSold is the control: what was found before the seat was sold does
// not hold afterwards.
func TestASeatWouldGoThatIsSold(t *testing.T) {
	is := is.New(t)
	x := newSeated(t)
	x.revise(shorter)
	look, err := seating.TakeOver(t.Context(), x.App, x.A.Owner, seating.Taking{EventID: x.event.ID, DryRun: true})
	is.NoErr(err)
	is.Equal(len(look.Blocked), 0)
	_, err = x.buy(x.at(x.row, 5))
	is.NoErr(err)
	look, err = seating.TakeOver(t.Context(), x.App, x.A.Owner, seating.Taking{EventID: x.event.ID, DryRun: true})
	is.NoErr(err)
	is.Equal(len(look.Blocked), 1)
}

// Two revise one plan at once from what they saw: one of them is told. Without saying what
// they saw, one writes over the other.
func TestTwoReviseOnePlan(t *testing.T) {
	for _, guarded := range []bool{true, false} {
		x := newSeated(t, apptest.Calm())
		was, err := seating.Read(t.Context(), x.App, x.A.Owner, x.plan.SourceID, 0)
		if err != nil {
			t.Fatal(err)
		}
		in := seating.Revision{PlanID: was.ID, Document: rowsOf(2, 6)}
		if guarded {
			in.UnchangedSince = &was.UpdatedAt
		}
		made := 0
		for range 2 {
			if _, err := seating.Revise(t.Context(), x.App, x.A.Owner, in); err == nil {
				made++
			} else if app.KindOf(err) != app.Conflict {
				t.Fatal(err)
			}
		}
		if want := map[bool]int{true: 1, false: 2}[guarded]; made != want {
			t.Errorf("guarded %v: %d revisions, want %d", guarded, made, want)
		}
	}
	x := newSeated(t, apptest.Calm())
	errs := make([]error, 2)
	together(2, func(i int) {
		_, errs[i] = patient(func() (seating.Plan, error) {
			return seating.Revise(context.Background(), x.App, x.A.Owner, seating.Revision{PlanID: x.plan.SourceID, Document: rowsOf(2, 6)})
		})
	})
	all, err := seating.Revisions(t.Context(), x.App, x.A.Owner, x.plan.SourceID)
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	for _, err := range errs {
		if err == nil {
			made++
		}
	}
	if len(all) != made+1 || all[0].Number() != int64(made+1) {
		t.Errorf("%d revisions, the newest is %d, after %d were made", len(all), all[0].Number(), made)
	}
}

// holdUntil keeps the first seat, and a place in the pit, until a time.
func (x *seated) holdUntil(at time.Time) int64 {
	x.t.Helper()
	hold, err := seating.AddHold(x.t.Context(), x.App, x.A.Owner, x.event.ID, seating.Hold{Name: "Press", ReleaseAt: &at})
	if err == nil {
		_, err = seating.SetMarks(x.t.Context(), x.App, x.A.Owner, seating.Marking{
			EventID: x.event.ID, SpaceIDs: []int64{x.plan.FirstSpace, x.plan.FirstSpace + 1}, Mark: seating.FirstHold, HoldID: hold.ID,
		})
	}
	if err == nil {
		err = seating.Keep(x.t.Context(), x.App, x.A.Owner, seating.Keeping{EventID: x.event.ID, HoldID: hold.ID, SpaceID: x.plan.FirstSpace + pitAt, Left: 2})
	}
	if err != nil {
		x.t.Fatal(err)
	}
	return hold.ID
}

func (x *seated) held() seating.Hold {
	x.t.Helper()
	p, err := seating.ReadOfEvent(x.t.Context(), x.App, x.A.Owner, x.event.ID)
	if err != nil {
		x.t.Fatal(err)
	}
	return p.Holds[0]
}

func TestAHoldEnds(t *testing.T) {
	is := is.New(t)
	x := newSeated(t)
	end := x.Clock.Now().Add(time.Hour)
	x.holdUntil(end)
	in := adding(x.at(x.row, 1))
	in.Payment = &cash
	_, err := x.add(in) // the owner sells from any hold
	is.NoErr(err)
	sweep := func() { is.NoErr(x.App.RunJob(t.Context(), seating.ReleaseHolds)) }
	x.Clock.Jump(59 * time.Minute)
	sweep()
	is.Equal(x.status(0), seating.IsHeld)
	x.Clock.Jump(2 * time.Minute)
	sweep()
	is.Equal(x.status(0), seating.IsAvailable)
	is.Equal(x.status(1), seating.IsSold)
	h := x.held()
	is.Equal(h.Name, "Press")
	is.True(h.ReleaseAt == nil && h.ReleasedAt != nil)
	list, err := seating.ListSpaces(t.Context(), x.App, x.A.Owner, x.event.ID, 0)
	is.NoErr(err)
	is.Equal(len(list.Kept), 0)

	past := x.Clock.Now()
	_, err = seating.ChangeHold(t.Context(), x.App, x.A.Owner, x.event.ID, 1, seating.HoldChange{ReleaseAt: app.Is(past)})
	refusedWith(t, err, "releaseAt: must be later than now")
	name := "Press and friends"
	_, err = seating.ChangeHold(t.Context(), x.App, x.A.Owner, x.event.ID, 1, seating.HoldChange{Name: &name})
	is.NoErr(err)
}

// A hold that is prolonged in the moment when it ends was given back before, or keeps what
// it has.
func TestAHoldIsProlongedAsItEnds(t *testing.T) {
	for range 8 {
		x := newSeated(t, apptest.Calm())
		x.holdUntil(x.Clock.Now().Add(time.Hour))
		x.Clock.Jump(2 * time.Hour)
		later := x.Clock.Now().Add(time.Hour)
		together(2, func(i int) {
			if i == 0 {
				_, _ = patient(func() (int, error) { return 0, x.App.RunJob(context.Background(), seating.ReleaseHolds) })
				return
			}
			_, err := patient(func() (seating.HoldView, error) {
				return seating.ChangeHold(context.Background(), x.App, x.A.Owner, x.event.ID, 1, seating.HoldChange{ReleaseAt: app.Is(later)})
			})
			if err != nil {
				t.Error(err)
			}
		})
		h := x.held()
		given := x.status(0) == seating.IsAvailable
		if h.ReleaseAt == nil || h.ReleasedAt != nil {
			t.Fatal("prolonging is lost")
		}
		if err := x.App.RunJob(t.Context(), seating.ReleaseHolds); err != nil {
			t.Fatal(err)
		}
		if now := x.status(0) == seating.IsAvailable; now != given {
			t.Fatal("what was prolonged was given back")
		}
	}
}

// TestAProlongedHoldWouldBeGivenBack is the control: a sweeper that acts on what it found
// before gives back what was prolonged since.
func TestAProlongedHoldWouldBeGivenBack(t *testing.T) {
	is := is.New(t)
	x := newSeated(t)
	x.holdUntil(x.Clock.Now().Add(time.Hour))
	x.Clock.Jump(2 * time.Hour)
	due := x.held().ReleaseAt.Before(x.Clock.Now()) // looked
	_, err := seating.ChangeHold(t.Context(), x.App, x.A.Owner, x.event.ID, 1, seating.HoldChange{ReleaseAt: app.Is(x.Clock.Now().Add(time.Hour))})
	is.NoErr(err)
	if due { // and acted later
		is.NoErr(seating.DropHold(t.Context(), x.App, x.A.Owner, x.event.ID, 1))
	}
	is.Equal(x.status(0), seating.IsAvailable) // though it was prolonged
}
