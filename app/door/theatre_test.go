package door_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/door"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/sales/sold"
	"marquee/app/seating"
	"marquee/app/ticketcode/form"

	"github.com/matryer/is"
)

// theatre is an event of the festival with seats, that began an hour ago. Each seat was sold by
// itself; gates lead to them in turn, and to every third none does. One more is free, to which
// the first gate leads.
func (f *festival) theatre(gates, seats int) *festival {
	f.t.Helper()
	a, owner := f.w.App, f.w.A.Owner
	name, start, end, yes := "Matinee", f.w.Clock.Now().Add(time.Hour), f.w.Clock.Now().Add(30*time.Hour), true
	venue, err := catalog.CreateVenue(f.t.Context(), a, owner, catalog.NewVenue{Name: "House", Address: "1 Street", City: "Town", Region: "R"})
	f.must(err)
	e, err := catalog.CreateEvent(f.t.Context(), a, owner, catalog.EventChange{Name: &name, Start: &start, End: &end, VenueID: catalog.Is(venue.ID), Published: &yes, OnSale: &yes})
	f.must(err)
	doc := seating.Document{Name: "House", Focal: &seating.Position{Y: -2}, PriceBands: []seating.Label{{Name: "All"}}, Areas: []seating.Label{{Name: "Ground"}}}
	for n := range gates {
		gate := strconv.Itoa(n)
		doc.Gates = append(doc.Gates, seating.Label{Name: "Gate " + gate})
		doc.Blocks = append(doc.Blocks, seating.Block{Key: "B" + gate, Name: "Block " + gate, Area: "Ground", Gates: []string{"Gate " + gate}})
	}
	for n := range seats + 1 {
		row := seating.Group{Name: strconv.Itoa(n), Area: "Ground", Band: "All", Seats: []seating.Seat{{Name: "1", At: seating.Position{Y: float64(n)}}}}
		if at := n % 3; n == seats {
			row.Area, row.Block = "", "B0"
		} else if at < gates {
			row.Area, row.Block = "", "B"+strconv.Itoa(at)
		}
		doc.Rows = append(doc.Rows, row)
	}
	p, err := seating.Import(f.t.Context(), a, owner, seating.NewPlan{VenueID: venue.ID, Document: doc})
	f.must(err)
	p, err = seating.AttachPlan(f.t.Context(), a, owner, seating.Attach{EventID: e.ID, PlanID: p.ID})
	f.must(err)
	seat, one := "Seat", int64(1)
	s, err := catalog.CreateSaleItem(f.t.Context(), a, owner, catalog.NewSaleItem{
		Type: catalog.Ticket, EventID: e.ID, Item: catalog.ItemChange{Name: &seat, Unlimited: &yes},
		Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: f.w.A.Currency().ID, Base: 7400}}, PriceBandID: catalog.Is(p.BandID(0))},
	})
	f.must(err)
	for n := range seats {
		_, err = sales.Add(f.t.Context(), a, owner, sales.AddToBasket{
			Channel: catalog.APIChannel, Payment: &rules.Payment{Method: order.Cash}, Items: []rules.AddItem{{SaleItemID: s.ID, Quantity: &one, SpaceID: p.FirstSpace + int64(n)}},
		})
		f.must(err)
	}
	zones, err := entry.ListZones(f.t.Context(), a, owner, e.ID, false)
	f.must(err)
	f.must(a.View(f.t.Context(), owner, app.Anyone, func(r app.Reader) error {
		all, err := seating.GatesOf(r, e.ID)
		for _, g := range all {
			f.gates = append(f.gates, g.ID)
		}
		return err
	}))
	f.w.Clock.Jump(2 * time.Hour)
	f.free = p.FirstSpace + int64(seats)
	f.event, f.zones = e.ID, []int64{zones[0].ID}
	return f
}

func fieldOf(err error) string {
	var e *app.Error
	if errors.As(err, &e) && len(e.Fields) > 0 {
		return e.Fields[0].Field
	}
	return fmt.Sprint(err)
}

// TestSharesByGates: each gate has to be there once, with phones that take part; then each
// phone has what its gate leads to, and a part of what none does.
func TestSharesByGates(t *testing.T) {
	is := is.New(t)
	f := newFestival(t, apptest.Calm()).theatre(2, 9)
	is.Equal(len(f.gates), 2)
	west, _ := f.phone("west")
	east, _ := f.phone("east")
	devices := []int64{west.Device.ID, east.Device.ID}
	share := func(gates ...door.GatePhones) (door.Leases, error) {
		return door.ShareTickets(t.Context(), f.w.App, f.w.A.Owner, door.ShareOut{EventID: f.event, ZoneID: f.zones[0], Devices: devices, Gates: gates})
	}
	at := func(gate int64, phones ...int64) door.GatePhones {
		return door.GatePhones{GateID: gate, Devices: phones}
	}
	for _, c := range []struct {
		field string
		gates []door.GatePhones
	}{
		{"gates", []door.GatePhones{at(f.gates[0], devices[0])}},
		{"gates.1.id", []door.GatePhones{at(f.gates[0], devices[0]), at(99, devices[1])}},
		{"gates.1.id", []door.GatePhones{at(f.gates[0], devices[0]), at(f.gates[0], devices[1])}},
		{"gates.1.devices", []door.GatePhones{at(f.gates[0], devices[0]), at(f.gates[1])}},
		{"gates.0.devices.0", []door.GatePhones{at(f.gates[0], 99, devices[0]), at(f.gates[1], devices[1])}},
	} {
		_, err := share(c.gates...)
		is.Equal(fieldOf(err), c.field)
	}
	_, err := door.ShareTickets(t.Context(), f.w.App, f.w.A.Owner, door.ShareOut{EventID: f.event, ZoneID: f.zones[0], Devices: []int64{99, devices[0]}})
	is.Equal(fieldOf(err), "devices.0") // as they were named
	l, err := share(at(f.gates[0], devices[0]), at(f.gates[1], devices[1]))
	is.NoErr(err)
	page, err := west.Tickets(t.Context(), f.w.App, door.ListQuery{})
	is.NoErr(err)
	held := map[int64][]int{} // by gate, how many tickets each phone has
	for _, ticket := range page.Tickets {
		gate := form.HomeGate(ticket.GateIDs)
		if held[gate] == nil {
			held[gate] = make([]int, 2)
		}
		holders := 0
		for i := range l.Given {
			if l.Given[i].Has(ticket.OrderID, ticket.Rules.SaleItemID, gate) {
				held[gate][i]++
				holders++
			}
			is.True(!l.Given[i].Has(ticket.OrderID, ticket.Rules.SaleItemID, form.UnknownGate))
		}
		is.Equal(holders, 1) // somebody, and nobody else
	}
	is.Equal(held[f.gates[0]], []int{3, 0})
	is.Equal(held[f.gates[1]], []int{0, 3})
	is.Equal(held[form.AnyGate][0]+held[form.AnyGate][1], 3)

	for _, p := range []*door.Pass{west, east} {
		is.NoErr(p.Hear(t.Context(), f.w.App, door.Heard{ZoneID: f.zones[0], Epoch: l.Epoch}))
	}
	for _, ticket := range page.Tickets { // the box office sends guests to the phone that has them
		for i, p := range []*door.Pass{west, east} {
			v, err := p.Check(t.Context(), f.w.App, entry.ScanRequest{ZoneID: f.zones[0], Barcodes: []string{ticket.Barcode}})
			is.NoErr(err)
			is.Equal(v.Status == entry.Valid, l.Given[i].Has(ticket.OrderID, ticket.Rules.SaleItemID, form.HomeGate(ticket.GateIDs)))
		}
	}

	// A phone that is cut off would not hear that a seat has another gate now.
	kept := func(from, to *door.Ticket) (kept bool) {
		f.must(f.w.App.View(t.Context(), f.w.A.Owner, app.Anyone, func(r app.Reader) error {
			all, err := order.Items.GetMany(r, []int64{from.ID, to.ID})
			if err == nil {
				kept, err = order.PortsOf(r).SeatKept(r, order.SeatMove{EventID: f.event, From: all[0].Place.Claim(), To: all[1].Place.Claim()})
			}
			return err
		}))
		return kept
	}
	for i := range page.Tickets {
		is.Equal(kept(&page.Tickets[0], &page.Tickets[i]), form.HomeGate(page.Tickets[0].GateIDs) != form.HomeGate(page.Tickets[i].GateIDs))
	}
	other := slices.IndexFunc(page.Tickets, func(ticket door.Ticket) bool { return form.HomeGate(ticket.GateIDs) != f.gates[0] })
	_, err = sold.MoveSeat(t.Context(), f.w.App, f.w.A.Owner, page.Tickets[other].ID, f.free)
	is.Equal(fieldOf(err), "spaceId")
	for _, p := range []*door.Pass{west, east} {
		is.NoErr(door.Leave(t.Context(), f.w.App, p))
	}
	for i := range page.Tickets {
		is.True(!kept(&page.Tickets[0], &page.Tickets[i]))
	}
	_, err = sold.MoveSeat(t.Context(), f.w.App, f.w.A.Owner, page.Tickets[other].ID, f.free)
	is.NoErr(err)
}
