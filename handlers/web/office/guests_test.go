package office_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/fee"
)

// TestGuestsArePasted: the page says how it reads the lines and what is wrong with which, nothing is
// written down before, and the sheet has those who may come in the order of their surnames.
func TestGuestsArePasted(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	at := fmt.Sprintf("/events/%d/guests", e.ID)
	_, page := b.get(at + "/new")
	is.True(strings.Contains(page, `class="empty"`)) // there is no list
	_, err := catalog.CreateSaleItem(t.Context(), b.w.App, b.w.A.Owner, catalog.NewSaleItem{
		Type: catalog.GuestList, EventID: e.ID, Item: catalog.ItemChange{Name: new("Crew")},
		Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: b.w.A.Currency().ID}}},
	})
	is.NoErr(err)

	_, page = b.get(at + "/new")
	action, fields := form(t, page, "POST events/guest-lists/guests")
	fields.Set("saleItemId", chosenFirst(page))
	fields.Set("lines", "Zoé Lefèvre, zoe@example.com, 2\nada@example.com\nAda Lovelace, +1")
	fields.Set("dryRun", "true")
	status, page := b.post(action, fields)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(page, "1 line cannot be taken") && strings.Contains(page, "has no name"))
	is.True(strings.Contains(page, "Zoé Lefèvre, zoe@example.com, 2")) // what was pasted is still there
	is.True(!strings.Contains(page, "on the list</button>"))

	fields.Del("dryRun")
	status, _ = b.post(action, fields)
	is.Equal(status, http.StatusUnprocessableEntity)
	_, page = b.get(at)
	is.True(!strings.Contains(page, "Lovelace"))

	fields.Set("lines", "Zoé Lefèvre, zoe@example.com, 2\nAda Lovelace, +12")
	fields.Set("dryRun", "true")
	_, page = b.post(action, fields)
	is.True(strings.Contains(page, "Put 15 guests on the list"))
	action, fields = form(t, page, "POST events/guest-lists/guests")
	fields.Set("lines", "Zoé Lefèvre, zoe@example.com, 2\nAda Lovelace, +12")
	status, page = b.post(action, fields)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(page, "They are on the list.") && strings.Contains(page, "Ada Lovelace"))

	_, page = b.get(at + "/print?lang=en")
	is.True(strings.Contains(page, "15 guests"))
	ada, zoe := strings.Index(page, "Lovelace, Ada"), strings.Index(page, "Lefèvre, Zoé")
	is.True(zoe > 0 && ada > zoe)
	is.Equal(strings.Count(page, `aria-label="not in"`), 12) // two, and as many as there is room for
	is.True(strings.Contains(page, "and 3 more"))

	// What the event charges on each order is not for guests.
	_, err = fee.Create(t.Context(), b.w.App, b.w.A.Owner, fee.Fields{Name: new("Booking"), EventID: app.Is(e.ID), Amount: app.Is(int64(150))})
	is.NoErr(err)
	_, page = b.get(at)
	action, fields = form(t, page, "POST basket-items")
	fields.Set("items.0.id", chosenFirst(page))
	fields.Set("customerName", "Katherine Johnson")
	status, page = b.post(action, fields)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(page, "Katherine Johnson"))
}

// chosenFirst is the first list that a page offers.
func chosenFirst(page string) string {
	all := selects.FindStringSubmatch(page)
	_, after, _ := strings.Cut(all[2], `value="`)
	id, _, _ := strings.Cut(after, `"`)
	return id
}
