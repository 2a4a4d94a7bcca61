package message

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/paper"
	"marquee/app/seating"
)

func sold() *opened {
	berlin, _ := company.CurrencyByCode("EUR")
	start := time.Date(2027, 7, 3, 17, 30, 0, 0, time.UTC)
	valid := start.Add(-2 * time.Hour)
	night := catalog.Event{ID: 3, Name: "Night", Timezone: "Europe/Berlin", Start: start, End: start.Add(3 * time.Hour), VenueID: 4,
		Texts: catalog.Texts{Locale: "en", Others: []catalog.Translation{{Field: "n", Locale: "de", Text: "Nacht"}}}}
	return &opened{
		company: &company.Company{
			Name: "Isle of Songs", Alias: "isle", Timezone: "Europe/London", Locales: []string{"de", "en"},
			Branding: company.Branding{PrimaryColor: "#0f766e", SupportURL: "https://isle.example/help"},
			Billing:  company.Billing{Name: "Isle of Songs GmbH", Address: "Kai 3\nHamburg"},
		},
		order: order.Order{ID: 7, Reference: "K7QF93XM", CurrencyID: berlin.ID, CustomerID: 5, ReserverName: "Desk"},
		items: []order.Item{
			{ID: 1, ItemID: 2, EventID: 3, CustomerID: 5, SaleName: "Early bird", Barcode: "MQ1", Price: 4250, ValidFrom: &valid},
			{ID: 2, ItemID: 9, NamedHolder: "Ada", SaleName: "Mug", Barcode: "MQ2", Place: &seating.Place{Area: "Stalls", Row: "7", Name: "14"}},
		},
		events:  map[int64]catalog.Event{3: night},
		dates:   map[int64][]catalog.Showing{1: {{Event: &night}}},
		venues:  map[int64]catalog.Venue{4: {ID: 4, Name: "Alte Werft", Address: "Hafenstraße 12", Postcode: "20457", City: "Hamburg"}},
		kinds:   map[int64]*catalog.InventoryItem{2: {ID: 2, Name: "Standing"}},
		holders: map[int64]string{5: "Žofie Müller"},
	}
}

// TestWhatStandsOnTickets: times of the event's place, texts of the reader, the company's
// first language where nobody asks, and whoever is known best as the holder.
func TestWhatStandsOnTickets(t *testing.T) {
	is := is.New(t)
	o := sold()
	d := o.document(Printing{Format: paper.A6, Symbol: paper.Aztec}, time.Unix(0, 0))
	is.Equal(d.Language, "de")
	is.Equal(d.Issuer, paper.Issuer{Name: "Isle of Songs GmbH", Address: "Kai 3\nHamburg", Support: "https://isle.example/help", Color: "#0f766e"})
	is.Equal(d.Tickets[0], paper.Ticket{
		Event: "Nacht", Date: "Samstag, 3. Juli 2027, 19:30\u00a0Uhr – 22:30\u00a0Uhr", Venue: "Alte Werft", Address: "Hafenstraße 12, 20457 Hamburg",
		Item: "Standing", Holder: "Desk", Price: "42,50\u00a0€", Validity: "Samstag, 3. Juli 2027, 17:30\u00a0Uhr –",
		Order: "K7QF93XM", Number: "1 / 2", Barcode: "MQ1", Symbol: paper.Aztec,
	})
	is.Equal(d.Tickets[1], paper.Ticket{
		Event: "Isle of Songs", Item: "Mug", Seat: o.items[1].Place.FullName(), Holder: "Ada",
		Order: "K7QF93XM", Number: "2 / 2", Barcode: "MQ2", Symbol: paper.Aztec,
	})
	is.Equal(o.document(Printing{Language: "en"}, time.Unix(0, 0)).Tickets[0].Event, "Night")
	is.Equal(o.document(Printing{Language: "fr"}, time.Unix(0, 0)).Tickets[0].Date, "samedi 3 juillet 2027, 19\u00a0h\u00a030 – 22\u00a0h\u00a030")
	o.company.Tickets.Terms = "No dogs."
	o.sold = map[int64]catalog.SaleItem{6: {ID: 6, AdditionalInformation: "Bring a coat."}}
	o.items[0].SaleItemID, o.items[0].ValidFrom = 6, nil
	e := o.events[3]
	e.Tickets.DoorsMinutes = 90
	o.events[3] = e
	t0 := o.document(Printing{Language: "en"}, time.Unix(0, 0)).Tickets[0]
	is.Equal([]string{t0.Doors, t0.Terms, t0.Notes}, []string{"18:00", "No dogs.", "Bring a coat."})
	e.Tickets.DoorsMinutes, e.Tickets.Terms = 20*60, "No cats."
	o.events[3] = e
	t0 = o.document(Printing{Language: "en"}, time.Unix(0, 0)).Tickets[0]
	is.Equal([]string{t0.Doors, t0.Terms}, []string{"Friday, 2 July 2027, 23:30", "No cats."})
	o.items[0].Run = []int64{3, 4} // many evenings
	is.Equal(o.document(Printing{Language: "en"}, time.Unix(0, 0)).Tickets[0].Doors, "")
	is.Equal(cut(strings.Repeat("é", 500), mostNotes), strings.Repeat("é", mostNotes-1)+"…")
	o.holders = nil
	is.Equal(o.document(Printing{}, time.Unix(0, 0)).Tickets[0].Holder, "Desk")
	is.True(!o.document(Printing{}, time.Unix(0, 0)).Tickets[0].Demo)
	o.items[0].Demo = true
	is.True(o.document(Printing{}, time.Unix(0, 0)).Tickets[0].Demo)
}

// TestDatesOnTickets: a ticket of a slot says its slot alone, a season ticket all its dates, and
// neither repeats them as its validity.
func TestDatesOnTickets(t *testing.T) {
	at := func(month time.Month, day int) time.Time { return time.Date(2027, month, day, 17, 30, 0, 0, time.UTC) }
	event := func(n int64) *catalog.Event {
		start := at(time.July, 1).AddDate(0, 0, 7*int(n))
		return &catalog.Event{ID: n, Timezone: "Europe/Berlin", Start: start, End: start.Add(2 * time.Hour)}
	}
	slot := &catalog.Timeslot{ID: 8, Start: at(time.June, 10), End: at(time.June, 10).Add(time.Hour)}
	run := func(n int64) (all []catalog.Showing) {
		for i := range n {
			all = append(all, catalog.Showing{Event: event(i)})
		}
		return all
	}
	from, until := slot.Start, slot.End
	for _, tc := range []struct {
		name           string
		on             []catalog.Showing
		dates, validly string
	}{
		{"of a slot", []catalog.Showing{{Event: event(0), Slot: slot}}, "Thursday, 10 June 2027, 19:30 – 20:30", ""},
		{"of two dates", run(2), "Thursday, 1 July 2027, 19:30 – 21:30\nThursday, 8 July 2027, 19:30 – 21:30", ""},
		{"of many", run(5), "1 July, 19:30 · 8 July, 19:30 · 15 July, 19:30 · 22 July, 19:30 · 29 July 2027, 19:30", ""},
		{"of one event", run(1), "Thursday, 1 July 2027, 19:30 – 21:30", "Thursday, 10 June 2027, 19:30 – 20:30"},
		{"of none", nil, "", "Thursday, 10 June 2027, 19:30 – 20:30"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			is := is.New(t)
			is.Equal(dates(tc.on, "en"), tc.dates)
			it := order.Item{ValidFrom: &from, ValidTo: &until}
			is.Equal(validity(&it, tc.on, event(0).Location(), "en"), tc.validly)
		})
	}
}
