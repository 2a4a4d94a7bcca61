package areas_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/seating"
	"marquee/indexes"
	"marquee/kv/kvtest"
)

// theatre is a plan with some of everything.
func theatre() seating.Document {
	d := seating.Document{
		Name: "Theatre", Focal: &seating.Position{X: 0, Y: -5},
		PriceBands: []seating.Label{{Key: "A", Name: "Stalls"}, {Key: "B", Name: "Circle"}, {Key: "P", Name: "Pit"}},
		Areas:      []seating.Label{{Name: "Ground"}, {Name: "Upstairs"}},
		Stands:     []seating.Label{{Name: "North"}}, Gates: []seating.Label{{Name: "Gate 1"}}, Stairs: []seating.Label{{Name: "Stairs 2"}},
		Blocks:  []seating.Block{{Key: "G1", Name: "Block 1", Area: "Ground", Stand: "North", Gates: []string{"Gate 1"}, Stairs: []string{"Stairs 2"}}},
		Tables:  []seating.Group{{Name: "T1", Area: "Upstairs", Band: "B", Whole: true, Seats: seats(4, 20)}},
		General: []seating.General{{Name: "Pit", Areas: []string{"Ground"}, Band: "P", Capacity: 3}},
	}
	for y := range 3 {
		d.Rows = append(d.Rows, seating.Group{Name: fmt.Sprint(y + 1), Block: "G1", Band: "A", Seats: seats(10, float64(y))})
	}
	return d
}

func seats(n int, y float64) []seating.Seat {
	all := make([]seating.Seat, n)
	for i := range all {
		all[i] = seating.Seat{Name: fmt.Sprint(i + 1), At: seating.Position{X: float64(i), Y: y}}
	}
	return all
}

// house is a plan with so many seats in rows of 50.
func house(n int) seating.Document {
	d := seating.Document{Name: "House", Focal: &seating.Position{}, PriceBands: []seating.Label{{Name: "A"}}}
	for y := range (n + 49) / 50 {
		d.Rows = append(d.Rows, seating.Group{Name: fmt.Sprint(y + 1), Band: "A", Seats: seats(min(50, n-y*50), float64(y))})
	}
	return d
}

type fixture struct {
	*apptest.World
	t     *testing.T
	venue int64
	event catalog.Event
}

func newFixture(t *testing.T, opts ...apptest.Option) *fixture {
	t.Helper()
	f := &fixture{World: apptest.New(t, opts...), t: t}
	v, err := catalog.CreateVenue(t.Context(), f.App, f.A.Owner, catalog.NewVenue{Name: "House", Address: "1 Street", City: "Town", Region: "R"})
	f.must(err)
	f.venue = v.ID
	f.event = f.addEvent(v.ID)
	return f
}

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) addEvent(venue int64) (e catalog.Event) {
	f.must(f.App.Update(f.t.Context(), f.A.Owner, app.CreateEvents, func(tx app.Tx) error {
		e = catalog.Event{Name: "Show", Start: f.Clock.Now().AddDate(1, 0, 0), End: f.Clock.Now().AddDate(1, 0, 1), Timezone: "UTC", Published: true, VenueID: venue}
		if err := indexes.Forge(catalog.Events).Insert(tx, &e); err != nil {
			return err
		}
		return catalog.PortsOf(tx).EventCreated(tx, &e)
	}))
	return e
}

func (f *fixture) plan(d seating.Document) seating.Plan {
	f.t.Helper()
	p, err := seating.Import(f.t.Context(), f.App, f.A.Owner, seating.NewPlan{VenueID: f.venue, Document: d})
	f.must(err)
	return p
}

func (f *fixture) attach(p seating.Plan) seating.Plan {
	f.t.Helper()
	got, err := seating.AttachPlan(f.t.Context(), f.App, f.A.Owner, seating.Attach{EventID: f.event.ID, PlanID: p.ID})
	f.must(err)
	return got
}

func TestAPlanComesBackAsItWas(t *testing.T) {
	is := is.New(t)
	f := newFixture(t)
	p := f.plan(theatre())
	is.Equal(p.Spaces, int64(35))
	is.Equal(p.Capacity, int64(37))
	got, err := seating.Export(t.Context(), f.App, f.A.Owner, p.ID, 0)
	is.NoErr(err)
	again := f.plan(got)
	twice, err := seating.Export(t.Context(), f.App, f.A.Owner, again.ID, 0)
	is.NoErr(err)
	is.Equal(got, twice)
	is.Equal(got.Blocks, theatre().Blocks)
	is.Equal(got.General, theatre().General)
	is.Equal(len(got.Rows), 3)
	is.Equal(got.Tables[0].Seats[3], seating.Seat{Name: "4", Band: "B", At: seating.Position{X: 3, Y: 20}})

	_, err = seating.Export(t.Context(), f.App, f.B.Owner, p.ID, 0)
	is.Equal(app.KindOf(err), app.NotFound)
	_, err = seating.Read(t.Context(), f.App, f.A.With(app.Sell), p.ID, 0)
	is.Equal(app.KindOf(err), app.Forbidden)
	is.Equal(app.KindOf(seating.Remove(t.Context(), f.App, f.B.Owner, p.ID)), app.NotFound)
	is.NoErr(seating.Remove(t.Context(), f.App, f.A.Owner, p.ID))
	is.Equal(app.KindOf(seating.Remove(t.Context(), f.App, f.A.Owner, p.ID)), app.NotFound)
	page, err := seating.List(t.Context(), f.App, f.A.Owner, seating.Filter{VenueID: f.venue, Limit: 10})
	is.NoErr(err)
	is.Equal(page.Total, int64(1))
}

func TestWhatIsWrongWithAPlanIsToldByItsPath(t *testing.T) {
	for _, c := range []struct {
		must  string
		spoil func(*seating.Document)
		want  string
	}{
		{"a name", func(d *seating.Document) { d.Name = " " }, "name: is required"},
		{"a seat twice", func(d *seating.Document) { d.Rows[1].Seats[4].Name = "2" }, "rows.1.seats.4.name: is there twice"},
		{"a row twice", func(d *seating.Document) { d.Rows[1].Name = "1" }, "rows.1.name: is there twice"},
		{"an unknown band", func(d *seating.Document) { d.Rows[0].Seats[0].Band = "Z" }, "rows.0.seats.0.priceBand: does not exist"},
		{"no band", func(d *seating.Document) { d.Tables[0].Band = "" }, "tables.0.seats.0.priceBand: is required"},
		{"an unknown block", func(d *seating.Document) { d.Rows[0].Block = "G9" }, "rows.0.block: does not exist"},
		{"an unknown gate", func(d *seating.Document) { d.Blocks[0].Gates = []string{"Gate 1", "Gate 9"} }, "blocks.0.gates.1: does not exist"},
		{"a band twice", func(d *seating.Document) { d.PriceBands[1].Key = "A" }, "priceBands.1.key: is there twice"},
		{"an empty row", func(d *seating.Document) { d.Rows[2].Seats = nil }, "rows.2.seats: must have at least one entry"},
		{"a place beyond the plan", func(d *seating.Document) { d.Rows[0].Seats[1].At.X = 1e300 }, "rows.0.seats.1.x: must be between"},
		{"no capacity", func(d *seating.Document) { d.General[0].Capacity = 0 }, "generalAdmissionAreas.0.capacity: must be between"},
		{"another area than the block's", func(d *seating.Document) { d.Rows[0].Area = "Upstairs" }, "rows.0.area: must be that of its block"},
		{"no seats", func(d *seating.Document) { d.Rows, d.Tables, d.General = nil, nil, nil }, "rows: must have at least one entry"},
		{"too long a name", func(d *seating.Document) { d.Rows[0].Name = strings.Repeat("x", 101) }, "rows.0.name: must not be longer than 100"},
		{"too many seats", func(d *seating.Document) { *d = house(60_050) }, "rows: must not have more than 60000 seats"},
	} {
		t.Run(c.must, func(t *testing.T) {
			d := theatre()
			c.spoil(&d)
			err := d.Check("plan.")
			if err == nil || !strings.Contains(err.Error(), "plan."+c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func TestAnEventIsSoldFromACopy(t *testing.T) {
	is := is.New(t)
	f := newFixture(t)
	p := f.plan(theatre())
	got := f.attach(p)
	is.Equal(got.State, seating.Ready)
	is.True(got.ID != p.ID && got.FirstSpace != p.FirstSpace)
	is.NoErr(seating.Remove(t.Context(), f.App, f.A.Owner, p.ID))

	_, chart, err := seating.OfTheEvent(t.Context(), f.App, f.A.Owner, f.event.ID)
	is.NoErr(err)
	o, err := chart.Outline(0)
	is.NoErr(err)
	is.Equal(len(o.Areas), 2)
	is.Equal(o.Areas[0].BandIDs, []int64{got.BandID(0), got.BandID(2)})
	is.Equal(o.General[0].BandID, got.BandID(2))
	upstairs, err := chart.Outline(o.Areas[1].ID)
	is.NoErr(err)
	is.Equal(len(upstairs.Blocks), 0)
	is.Equal(len(upstairs.Tables), 1)
	is.Equal(upstairs.Bands, []seating.NamedPart{{ID: got.BandID(1), Name: "Circle"}})

	other := f.attach(f.plan(house(120)))
	is.True(other.ID != got.ID)
	is.NoErr(seating.DetachPlan(t.Context(), f.App, f.A.Owner, f.event.ID))
	_, _, err = seating.OfTheEvent(t.Context(), f.App, f.A.Owner, f.event.ID)
	is.Equal(app.KindOf(err), app.NotFound)
}

func TestAPlanIsOfTheVenue(t *testing.T) {
	is := is.New(t)
	f := newFixture(t)
	p := f.plan(theatre())
	v, err := catalog.CreateVenue(t.Context(), f.App, f.A.Owner, catalog.NewVenue{Name: "Other", Address: "1 Street", City: "Town", Region: "R"})
	is.NoErr(err)
	elsewhere := f.addEvent(v.ID)
	_, err = seating.AttachPlan(t.Context(), f.App, f.A.Owner, seating.Attach{EventID: elsewhere.ID, PlanID: p.ID})
	is.True(strings.Contains(fmt.Sprint(err), "planId: is of another venue"))
	_, err = seating.AttachPlan(t.Context(), f.App, f.B.Owner, seating.Attach{EventID: f.event.ID, PlanID: p.ID})
	is.Equal(app.KindOf(err), app.NotFound)
	flat := theatre()
	flat.Focal = nil
	_, err = seating.AttachPlan(t.Context(), f.App, f.A.Owner, seating.Attach{EventID: f.event.ID, PlanID: f.plan(flat).ID, Settings: seating.Settings{Best: true}})
	is.True(strings.Contains(fmt.Sprint(err), "needs a plan with a focal point"))
}

// stopsAfter is a context that ends when it was asked so often: each step of the work on
// a plan asks once.
type stopsAfter struct {
	context.Context
	steps int
}

func (s *stopsAfter) Err() error {
	if s.steps--; s.steps < 0 {
		return context.Canceled
	}
	return nil
}

func (f *fixture) stopped(steps int) *stopsAfter {
	return &stopsAfter{f.t.Context(), steps}
}

func (f *fixture) settle() {
	f.t.Helper()
	f.Clock.Jump(time.Minute)
	f.must(f.App.RunJob(f.t.Context(), seating.FinishPlans))
}

func (f *fixture) reason(s catalog.SaleItem) (why catalog.Reason) {
	f.t.Helper()
	f.must(f.App.View(f.t.Context(), f.A.Owner, app.ViewEvents, func(r app.Reader) (err error) {
		why, err = catalog.OnSaleNow(r, &s, catalog.BoxOffice, f.Clock.Now())
		return err
	}))
	return why
}

func TestWhatStopsHalfWayIsFinished(t *testing.T) {
	kvtest.SingleGoroutine(t)
	halfWay, done := 0, false
	for steps := 0; !done; steps++ {
		t.Run(fmt.Sprintf("asked %d times", steps), func(t *testing.T) {
			is := is.New(t)
			f := newFixture(t)
			p := f.plan(house(9_000))
			_, err := seating.AttachPlan(f.stopped(steps), f.App, f.A.Owner, seating.Attach{EventID: f.event.ID, PlanID: p.ID})
			done = err == nil
			item := catalog.SaleItem{EventID: f.event.ID, Type: catalog.Ticket}
			if f.reason(item) == catalog.SeatsNotReady {
				halfWay++
				_, _, err = seating.OfTheEvent(t.Context(), f.App, f.A.Owner, f.event.ID)
				is.Equal(app.KindOf(err), app.NotFound)
				f.settle()
				is.Equal(f.reason(item), catalog.OnSale)
				got, chart, err := seating.OfTheEvent(t.Context(), f.App, f.A.Owner, f.event.ID)
				is.NoErr(err)
				is.Equal(len(chart.Spaces), 9_000)
				is.Equal(got.SourceID, p.ID)
				is.NoErr(seating.DetachPlan(t.Context(), f.App, f.A.Owner, f.event.ID))
			} else if done {
				is.NoErr(seating.DetachPlan(t.Context(), f.App, f.A.Owner, f.event.ID))
			}
			_, _ = seating.Import(f.stopped(steps), f.App, f.A.Owner, seating.NewPlan{VenueID: f.venue, Document: house(9_000)})
			_ = seating.Remove(f.stopped(steps), f.App, f.A.Owner, p.ID)
			f.settle()
			page, err := seating.List(t.Context(), f.App, f.A.Owner, seating.Filter{Limit: 10})
			is.NoErr(err)
			for _, row := range page.Rows {
				is.NoErr(seating.Remove(t.Context(), f.App, f.A.Owner, row.ID))
			}
			is.NoErr(f.App.View(t.Context(), f.A.Owner, app.ViewEvents, func(r app.Reader) error {
				n, err := seating.SpacePieces.Count(r)
				is.Equal(n, int64(0)) // nothing is left lying
				return err
			}))
		})
	}
	if halfWay < 3 {
		t.Errorf("only %d copies stopped half way: the test proves nothing", halfWay)
	}
}

func TestHoldsAndMarks(t *testing.T) {
	is := is.New(t)
	f := newFixture(t)
	p := f.attach(f.plan(theatre()))
	hold, err := seating.AddHold(t.Context(), f.App, f.A.Owner, f.event.ID, seating.Hold{Name: "Artists", Users: []int64{f.A.Owner.UserID}})
	is.NoErr(err)
	_, err = seating.AddHold(t.Context(), f.App, f.A.Owner, f.event.ID, seating.Hold{Name: "Press", Users: []int64{f.B.Owner.UserID}})
	is.True(strings.Contains(fmt.Sprint(err), "users.0: does not exist"))
	mark := func(m seating.Marking) (int64, error) {
		m.EventID = f.event.ID
		return seating.SetMarks(t.Context(), f.App, f.A.Owner, m)
	}
	n, err := mark(seating.Marking{SpaceIDs: []int64{p.FirstSpace, p.FirstSpace + 1}, Mark: seating.FirstHold, HoldID: hold.ID})
	is.NoErr(err)
	is.Equal(n, int64(2))
	n, err = mark(seating.Marking{PartID: p.BandID(1), Mark: seating.Hidden})
	is.NoErr(err)
	is.Equal(n, int64(4)) // the table
	_, err = mark(seating.Marking{SpaceIDs: []int64{p.FirstSpace + 99}, Mark: seating.Hidden})
	is.True(strings.Contains(fmt.Sprint(err), "spaceIds.0: does not exist"))
	_, err = mark(seating.Marking{SpaceIDs: []int64{p.FirstSpace}, Mark: seating.FirstHold, HoldID: 7})
	is.True(strings.Contains(fmt.Sprint(err), "holdId: does not exist"))

	statuses := func(c *app.Caller) map[seating.Status]int64 {
		list, err := seating.ListSpaces(t.Context(), f.App, c, f.event.ID, 0)
		is.NoErr(err)
		found := map[seating.Status]int64{}
		for _, s := range list.Spaces {
			found[s.Status]++
			if s.Status == seating.IsHeld {
				found["mine"] += s.Left
			}
		}
		return found
	}
	is.Equal(statuses(f.A.Owner), map[seating.Status]int64{"available": 29, "hidden": 4, "restricted": 2, "mine": 2})
	is.Equal(statuses(f.A.With(app.Sell))["mine"], int64(0))
	is.Equal(statuses(f.A.With(app.Sell, app.SellAnyHold))["mine"], int64(2))
	is.NoErr(seating.DropHold(t.Context(), f.App, f.A.Owner, f.event.ID, hold.ID))
	is.Equal(statuses(f.A.Owner)["available"], int64(31))
}
