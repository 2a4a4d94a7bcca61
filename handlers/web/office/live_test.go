package office_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/matryer/is"

	"marquee/app/catalog"
)

// TestLivePartsAreSentOnce: whoever has the parts of a page as they are is told so, and what changed
// comes alone.
func TestLivePartsAreSentOnce(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	ticket, err := catalog.CreateSaleItem(t.Context(), b.w.App, b.w.A.Owner, catalog.NewSaleItem{
		Type: catalog.Ticket, EventID: e.ID, Item: catalog.ItemChange{Name: new("Standing")},
		Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: b.w.A.Currency().ID, Base: 1000}}},
	})
	is.NoErr(err)
	ask := func(since string) (status int, mark string, parts []string) {
		t.Helper()
		status, text := b.get(fmt.Sprintf("/events/%d/live?since=%s", e.ID, url.QueryEscape(since)))
		if status != http.StatusOK {
			return status, since, nil
		}
		is.True(len(text) < 8<<10)
		var answer struct {
			Mark  string
			Parts map[string]string
		}
		is.NoErr(json.Unmarshal([]byte(text), &answer))
		for name := range answer.Parts {
			parts = append(parts, name)
		}
		slices.Sort(parts)
		return status, answer.Mark, parts
	}
	status, mark, parts := ask("")
	is.Equal(status, http.StatusOK)
	is.Equal(parts, []string{"kpis", "last", "left", "line", "rush"})
	status, mark, _ = ask(mark)
	is.Equal(status, http.StatusNotModified)

	b.buy(ticket.ID, 1)
	_, now, parts := ask(mark)
	is.Equal(parts, []string{"kpis", "last"}) // how many were sold, and the order; of what has no limit as much is left
	status, _, _ = ask(now)
	is.Equal(status, http.StatusNotModified)
	status, _, parts = ask("anything else")
	is.Equal(status, http.StatusOK)
	is.Equal(len(parts), 5)
}
