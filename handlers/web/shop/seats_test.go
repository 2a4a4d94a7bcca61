package shop_test

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/catalog"
	"marquee/app/seating"
)

// seated sells two rows of six seats at another event of the venue. It tells its page, and
// the number of a seat.
func (w *town) seated(t *testing.T) (page string, seats func(row, seat int) string) {
	t.Helper()
	is := is.New(t)
	d := seating.Document{Name: "House", Focal: &seating.Position{X: 3, Y: -2}, PriceBands: []seating.Label{{Name: "Front"}}, Areas: []seating.Label{{Name: "Ground"}}}
	for y, name := range []string{"A", "B"} {
		row := seating.Group{Name: name, Area: "Ground", Band: "Front"}
		for x := range 6 {
			row.Seats = append(row.Seats, seating.Seat{Name: fmt.Sprint(x + 1), At: seating.Position{X: float64(x), Y: float64(y)}})
		}
		d.Rows = append(d.Rows, row)
	}
	name, start, end, yes := "Matinee", w.Clock.Now().AddDate(0, 1, 0), w.Clock.Now().AddDate(0, 1, 1), true
	e, err := catalog.CreateEvent(t.Context(), w.App, w.A.Owner, catalog.EventChange{Name: &name, Start: &start, End: &end, VenueID: catalog.Is(w.Event.VenueID), Published: &yes, OnSale: &yes})
	is.NoErr(err)
	p, err := seating.Import(t.Context(), w.App, w.A.Owner, seating.NewPlan{VenueID: w.Event.VenueID, Document: d})
	is.NoErr(err)
	p, err = seating.AttachPlan(t.Context(), w.App, w.A.Owner, seating.Attach{EventID: e.ID, PlanID: p.ID, Settings: seating.Settings{Best: true}})
	is.NoErr(err)
	seat := "Seat"
	_, err = catalog.CreateSaleItem(t.Context(), w.App, w.A.Owner, catalog.NewSaleItem{
		Type: catalog.Ticket, EventID: e.ID, Item: catalog.ItemChange{Name: &seat, Unlimited: &yes},
		Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: w.A.Currency().ID, Base: 7400}}, PriceBandID: catalog.Is(p.BandID(0)), Channels: &[]string{catalog.ChannelOnline}},
	})
	is.NoErr(err)
	b := w.browser(t)
	page = w.path(fmt.Sprintf("/events/%d", e.ID))
	b.open(page + "/seats")
	ids := map[string]string{}
	for _, m := range regexp.MustCompile(`name="seat" value="(\d+)"[^>]* aria-label="Row ([^"]*), seat (\d+),`).FindAllStringSubmatch(html.UnescapeString(b.page), -1) {
		ids[m[2]+m[3]] = m[1]
	}
	is.Equal(len(ids), 12)
	return page, func(row, seat int) string { return ids[fmt.Sprintf("%c%d", 'A'+row, seat)] }
}

// TestSeatsAreChosen: from the list without a script, and the best by number. Who is slower
// is offered what is free beside.
func TestSeatsAreChosen(t *testing.T) {
	is, w := is.New(t), newTown(t)
	event, at := w.seated(t)
	page := event + "/seats"
	b := w.browser(t)
	b.open(event)
	b.says("Pick seats")
	b.open(page)
	b.says("Best seats", "Row A, seat 1, Front, €74.00", "Seat map")
	b.send(page)
	is.Equal(b.status, 422)
	b.says("Please choose a seat first.")
	b.send(page, "seat", at(0, 3), "seat", at(0, 4))
	b.says("2 items, held until", "seat 3, Front, €74.00, yours")

	slow := w.browser(t)
	slow.send(page, "seat", at(0, 3), "seat", at(1, 1))
	is.Equal(slow.status, 422)
	slow.says("Row A: seat 3 was just taken.", "Row A: take seat 2", "Row A: take seat 5")
	is.True(regexp.MustCompile(`value="` + at(1, 1) + `"[^>]* checked`).MatchString(slow.page)) // what was free stays chosen
	slow.open(w.path("/basket"))
	slow.says("Your basket is empty.")
	slow.send(page, "seat", at(1, 1), "seat", at(0, 2))
	slow.says("2 items, held until")

	best := w.browser(t)
	best.send(page, "do", "best", "number", "5", "band", "0")
	best.says("5 items, held until")
	best.send(page, "do", "best", "number", "5", "band", "0")
	is.Equal(best.status, 422)
	best.says("There are not so many seats together.")
	best.send(page, "seat", "999999")
	is.Equal(best.status, 422)
	best.send("/shop/"+w.alias+"/events/99/seats", "seat", at(0, 1))
	is.Equal(best.status, 404)
	is.True(!strings.Contains(best.page, "Row"))
}
