package door

import (
	"net/http"
	"net/url"
	"strconv"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/seating"
)

// theatre is an event with a seat behind one of two gates, and one that any gate leads to; both
// are sold.
func (b *browser) theatre() (event int64) {
	b.t.Helper()
	is, ctx := is.New(b.t), b.t.Context()
	a, owner := b.w.App, b.w.A.Owner
	name, start, end, yes := "Matinee", b.w.Clock.Now().AddDate(0, 1, 0), b.w.Clock.Now().AddDate(0, 1, 1), true
	venue, err := catalog.CreateVenue(ctx, a, owner, catalog.NewVenue{Name: "House", Address: "1 Street", City: "Town", Region: "R"})
	is.NoErr(err)
	e, err := catalog.CreateEvent(ctx, a, owner, catalog.EventChange{Name: &name, Start: &start, End: &end, VenueID: catalog.Is(venue.ID), Published: &yes, OnSale: &yes})
	is.NoErr(err)
	p, err := seating.Import(ctx, a, owner, seating.NewPlan{VenueID: venue.ID, Document: seating.Document{
		Name: "House", Focal: &seating.Position{Y: -2}, PriceBands: []seating.Label{{Name: "All"}}, Areas: []seating.Label{{Name: "Ground"}},
		Gates:  []seating.Label{{Name: "West"}, {Name: "East"}},
		Blocks: []seating.Block{{Key: "L", Name: "Left", Area: "Ground", Gates: []string{"West"}}},
		Rows: []seating.Group{
			{Name: "A", Block: "L", Band: "All", Seats: []seating.Seat{{Name: "1"}}},
			{Name: "B", Area: "Ground", Band: "All", Seats: []seating.Seat{{Name: "1", At: seating.Position{Y: 2}}}},
		},
	}})
	is.NoErr(err)
	p, err = seating.AttachPlan(ctx, a, owner, seating.Attach{EventID: e.ID, PlanID: p.ID})
	is.NoErr(err)
	seat := "Seat"
	s, err := catalog.CreateSaleItem(ctx, a, owner, catalog.NewSaleItem{
		Type: catalog.Ticket, EventID: e.ID, Item: catalog.ItemChange{Name: &seat, Unlimited: &yes},
		Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: b.w.A.Currency().ID, Base: 7400}}, PriceBandID: catalog.Is(p.BandID(0))},
	})
	is.NoErr(err)
	one := int64(1)
	_, err = sales.Add(ctx, a, owner, sales.AddToBasket{
		Channel: catalog.APIChannel, Payment: &sales.Payment{Method: order.Cash},
		Items: []sales.AddItem{{SaleItemID: s.ID, Quantity: &one, SpaceID: p.FirstSpace}, {SaleItemID: s.ID, Quantity: &one, SpaceID: p.FirstSpace + 1}},
	})
	is.NoErr(err)
	return e.ID
}

// TestPhonesKnowTheGatesOfSeats: the list says which gates of the plan lead to a seat, the phone
// learns their names, and what it does is kept with the one where it stood. Nobody is kept out.
func TestPhonesKnowTheGatesOfSeats(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.signIn()
	event := b.theatre()
	_, text := b.post("/staff/events/"+strconv.FormatInt(event, 10)+"/links", url.Values{"gate": {"East"}})
	phone := b.fresh()
	var home homeJSON
	is.Equal(phone.ask("POST", "/join", joinIn{Code: gateCode.FindStringSubmatch(text)[1], Name: "Mirko"}, &home), http.StatusOK)
	is.Equal(len(home.Gates), 2)
	is.Equal([]string{home.Gates[0].Name, home.Gates[1].Name}, []string{"West", "East"})
	var list listJSON
	is.Equal(phone.ask("GET", "/list", nil, &list), http.StatusOK)
	is.Equal(len(list.Tickets), 2)
	is.Equal(list.Tickets[0].Gates, []int64{home.Gates[0].ID})
	is.Equal(list.Tickets[1].Gates, nil) // any

	east, zone := home.Gates[1].ID, home.Zones[0].ID
	var told toldJSON
	is.Equal(phone.ask("POST", "/scan", scanIn{UUID: "one", Codes: []string{list.Tickets[0].Code}, Zone: zone, Gate: east, Direction: "in"}, &told), http.StatusOK)
	is.Equal(told.Status, "valid")
	row := uploadRowIn{UUID: "two", Code: list.Tickets[1].Code, Zone: zone, Gate: east, At: b.w.App.Now().UnixMicro()}
	is.Equal(phone.ask("POST", "/upload", uploadIn{UUID: "up", Rows: []uploadRowIn{row}}, nil), http.StatusOK)
	is.NoErr(b.w.App.View(t.Context(), b.w.A.Owner, app.Anyone, func(r app.Reader) error {
		for _, ticket := range list.Tickets {
			s, err := entry.LatestScan(r, ticket.ID, zone)
			is.NoErr(err)
			is.Equal(s.GateID, east)
		}
		return nil
	}))

	is.Equal(phone.ask("POST", "/leave", struct{}{}, nil), http.StatusOK)
	_, text = b.post(b.event()+"/links", nil) // an event without a plan
	is.Equal(phone.ask("POST", "/join", joinIn{Code: gateCode.FindStringSubmatch(text)[1], Name: "Mirko"}, &home), http.StatusOK)
	is.Equal(home.Gates, []gateJSON{})
}
