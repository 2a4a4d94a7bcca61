package door

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/seating"
	"marquee/app/ticketcode/form"

	"github.com/matryer/is"
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
		Channel: catalog.APIChannel, Payment: &rules.Payment{Method: order.Cash},
		Items: []rules.AddItem{{SaleItemID: s.ID, Quantity: &one, SpaceID: p.FirstSpace}, {SaleItemID: s.ID, Quantity: &one, SpaceID: p.FirstSpace + 1}},
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

// TestSharingByGates: a form says where phones stand. Each has the tickets of its gate, and
// those of a gate where nobody stands are everybody's.
func TestSharingByGates(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.signIn()
	event := b.theatre()
	at := "/staff/events/" + strconv.FormatInt(event, 10)
	_, text := b.post(at+"/links", url.Values{"gate": {"west"}, "phones": {"2"}})
	code := gateCode.FindStringSubmatch(text)[1]
	phones, ids := []*browser{b.fresh(), b.fresh()}, url.Values{}
	var homes [2]homeJSON
	for i, name := range []string{"Mirko", "Ines"} {
		is.Equal(phones[i].ask("POST", "/join", joinIn{Code: code, Name: name}, &homes[i]), http.StatusOK)
		ids.Add("device", itoa(homes[i].Device.ID))
	}
	zone, west := homes[0].Zones[0].ID, homes[0].Gates[0].ID
	ids.Set("zone", itoa(zone))
	ids.Set("at-"+itoa(homes[0].Device.ID), itoa(west))
	_, text = b.get(at)
	is.Equal(strings.Count(text, `<option value="`+itoa(west)+`" selected>West`), 2) // the name of their gate
	_, text = b.post(at+"/leases", ids)
	is.True(strings.Contains(text, "100 % of West · 50 % of East · 50 % of the tickets without a gate"))
	for i, phone := range phones {
		is.Equal(phone.ask("GET", "/home", nil, &homes[i]), http.StatusOK)
		is.Equal(phone.ask("POST", "/leases", heardIn{Zone: zone, Epoch: homes[i].Zones[0].Leases.Epoch}, nil), http.StatusOK)
	}
	is.Equal(phones[1].ask("GET", "/home", nil, &homes[1]), http.StatusOK)
	other := homes[1].Zones[0].Leases.Others[0]
	is.True(other.ByGate)
	is.Equal(other.Gates[0], gateShareJSON{west, 0xffffffff, 0xffffffff})
	lease, ok := form.ReadLease(homes[1].Zones[0].Leases.Text)
	is.True(ok)
	is.True(lease.ByGate)
	is.Equal(len(lease.Gates), 1) // half of East
}
