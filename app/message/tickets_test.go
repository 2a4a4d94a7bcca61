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
		events: map[int64]catalog.Event{3: {ID: 3, Name: "Night", Timezone: "Europe/Berlin", Start: start, End: start.Add(3 * time.Hour), VenueID: 4,
			Texts: catalog.Texts{Locale: "en", Others: []catalog.Translation{{Field: "n", Locale: "de", Text: "Nacht"}}}}},
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
		Event: "Nacht", Date: "Samstag, 3. Juli 2027, 19:30 Uhr – 22:30 Uhr", Venue: "Alte Werft", Address: "Hafenstraße 12, 20457 Hamburg",
		Item: "Standing", Holder: "Žofie Müller", Price: "42,50\u00a0€", Validity: "Samstag, 3. Juli 2027, 17:30 Uhr –",
		Order: "K7QF93XM", Number: "1 / 2", Barcode: "MQ1", Symbol: paper.Aztec,
	})
	is.Equal(d.Tickets[1], paper.Ticket{
		Event: "Isle of Songs", Item: "Mug", Seat: o.items[1].Place.FullName(), Holder: "Ada",
		Order: "K7QF93XM", Number: "2 / 2", Barcode: "MQ2", Symbol: paper.Aztec,
	})
	is.Equal(o.document(Printing{Language: "en"}, time.Unix(0, 0)).Tickets[0].Event, "Night")
	is.Equal(o.document(Printing{Language: "fr"}, time.Unix(0, 0)).Tickets[0].Date, "samedi 3 juillet 2027, 19 h 30 – 22 h 30")
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
}
