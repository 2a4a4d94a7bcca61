package sales_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/sales/sold"
	"marquee/app/seating"

	"github.com/matryer/is"
)

// seatedRun is a run of events in one house, with a season ticket for its rows.
func seatedRun(t *testing.T, h *hall, events int) (*seated, catalog.SaleItem, []*seated) {
	t.Helper()
	is := is.New(t)
	v, err := catalog.CreateVenue(t.Context(), h.App, h.A.Owner, catalog.NewVenue{Name: "House", Address: "1 Street", City: "Town", Region: "R"})
	is.NoErr(err)
	h.event = h.addEvent(func(e *catalog.Event) { e.VenueID = v.ID })
	src, err := seating.Import(t.Context(), h.App, h.A.Owner, seating.NewPlan{VenueID: v.ID, Document: rowsOf(2, 6)})
	is.NoErr(err)
	all := []*seated{{hall: h}}
	ids := []int64{h.event.ID}
	for range events - 1 {
		other := *h
		other.event = h.addEvent(func(e *catalog.Event) { e.VenueID = v.ID })
		all, ids = append(all, &seated{hall: &other}), append(ids, other.event.ID)
	}
	for _, x := range all {
		x.plan, err = seating.AttachPlan(t.Context(), h.App, h.A.Owner, seating.Attach{EventID: x.event.ID, PlanID: src.ID, Settings: seating.Settings{Best: true}})
		is.NoErr(err)
		x.row, x.table, x.crowd = x.sells(0, "Row"), x.sells(1, "Table"), x.sells(2, "Pit")
	}
	name := "Run"
	_, err = catalog.CreateSchedule(t.Context(), h.App, h.A.Owner, catalog.ScheduleChange{Name: &name, EventIDs: &ids})
	is.NoErr(err)
	s, err := seasonSeat(h, all[0].plan.BandID(0))
	is.NoErr(err)
	return all[0], s, all
}

func seasonSeat(h *hall, band int64, run ...int64) (catalog.SaleItem, error) {
	name, unlimited := "Season", true
	in := catalog.NewSaleItem{Type: catalog.SeasonTicket, EventID: h.event.ID}
	in.Item.Name, in.Item.Unlimited = &name, &unlimited
	in.Sale.Prices = &[]catalog.Price{{CurrencyID: h.A.Currency().ID, Base: 9000}}
	in.Sale.PriceBandID = catalog.Is(band)
	if run != nil {
		in.Sale.Run = &run
	}
	v, err := catalog.CreateSaleItem(h.t.Context(), h.App, h.A.Owner, in)
	return v.SaleItem, err
}

// A season ticket has one seat, at every event of its run, and gives it back at all of them.
func TestASeasonTicketHasOneSeatForItsRun(t *testing.T) {
	is := is.New(t)
	x, season, all := seatedRun(t, newHall(t), 3)
	b := x.mustAdd(adding(x.at(season, 3)))
	is.Equal(len(b.Items[0].RunPlaces), 2)
	for _, e := range all {
		is.Equal(e.status(3), seating.IsReserved)
		_, err := e.add(adding(e.at(e.row, 3)))
		is.Equal(types(err), []string{"not_enough_stock"})
	}
	_, err := sales.RemoveItem(t.Context(), x.App, x.A.Owner, sales.ChangeItem{Basket: key(b), SaleItemID: season.ID, SpaceID: x.plan.FirstSpace + 3, Channel: catalog.APIChannel})
	is.NoErr(err)
	for _, e := range all {
		is.Equal(e.status(3), seating.IsAvailable)
	}

	// What is taken at one of the events cannot be had for all of them.
	third := all[2]
	_, err = third.complete(third.mustAdd(adding(third.at(third.row, 4))), cash)
	is.NoErr(err)
	_, err = x.add(adding(x.at(season, 4)))
	is.Equal(types(err), []string{"event_pass"})
	is.Equal(x.status(4), seating.IsAvailable)
	best := rules.AddItem{SaleItemID: season.ID, Quantity: new(int64(2)), BestSeats: true}
	b = x.mustAdd(adding(best))
	for _, at := range x.has(b) {
		is.True(at != 4)
	}
	done, err := x.complete(b, cash)
	is.NoErr(err)
	for _, at := range x.has(done) {
		for _, e := range all {
			is.Equal(e.status(at), seating.IsSold)
		}
	}
	_, err = sold.MoveSeat(t.Context(), x.App, x.A.Owner, done.Items[0].ID, x.plan.FirstSpace+5)
	is.Equal(fieldsOf(err), []string{"orderItemId"})
}

// A price band is for season tickets only where the whole run has the same seats.
func TestASeasonTicketNeedsTheSameSeats(t *testing.T) {
	is := is.New(t)
	x := newSeated(t)
	own := x.event
	_, ids := x.run(2) // the other evening has no seats
	_, err := seasonSeat(x.hall, x.plan.BandID(0))
	is.Equal(fieldsOf(err), []string{"saleItemData.priceBandId"})
	is.Equal(ids[0], own.ID)
	_, err = seasonSeat(x.hall, x.plan.BandID(0), own.ID)
	is.NoErr(err)
}

// Season tickets and tickets of single evenings want the same few seats: none has two
// holders at any of the events.
func TestSeasonTicketsRaceForSeats(t *testing.T) {
	is := is.New(t)
	x, season, all := seatedRun(t, rush(t), 3)
	var sold atomic.Int64
	together(60, func(i int) {
		e := all[i%len(all)]
		in := adding(e.at(e.row, int64(i%6)))
		if i%4 == 0 {
			in = adding(x.at(season, int64(i%6)))
		}
		in.Payment = &cash
		if _, err := patient(func() (order.Basket, error) { return e.add(in) }); err == nil {
			sold.Add(1)
		}
	})
	is.True(sold.Load() >= 6)
	for _, e := range all {
		for at := range int64(6) {
			is.True(e.status(at) == seating.IsSold || e.status(at) == seating.IsAvailable)
		}
	}
}

// TestSeasonSeatsWouldBeSharedWithoutTheGuard is the control: a buyer of a season ticket and
// one of a single evening look first and have their seat later, at each event by itself.
func TestSeasonSeatsWouldBeSharedWithoutTheGuard(t *testing.T) {
	_, _, all := seatedRun(t, rush(t, apptest.Unchecked()), 3)
	var looked sync.WaitGroup
	looked.Add(2)
	had := make([]int, 2)
	wants := [][]*seated{all, all[2:]} // the run, the last evening
	together(len(wants), func(i int) {
		free := true
		for _, e := range wants[i] {
			free = free && e.status(3) == seating.IsAvailable
		}
		looked.Done()
		looked.Wait()
		for _, e := range wants[i] {
			claim := seating.Claim{PieceID: e.plan.FirstSpace, SpaceID: e.plan.FirstSpace + 3, PlanID: e.plan.ID}
			if _, err := patient(func() (int, error) { return 0, e.takesBlindly(claim) }); free && err == nil {
				had[i]++
			}
		}
	})
	if had[0] != 3 || had[1] != 1 {
		t.Fatalf("the race does not show: the test above proves nothing (%v)", had)
	}
}
