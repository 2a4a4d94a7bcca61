package office_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
)

// TestHowManyThereAreIsExplainedWhereItIsSet: beside what is sold, and what there is at all events.
func TestHowManyThereAreIsExplainedWhereItIsSet(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	ticket := b.ticket(e, "Standing", 1000)
	b.buy(ticket.ID, 3)
	at := fmt.Sprintf("/events/%d/tickets/%d", e.ID, ticket.ID)
	_, page := b.get(at)
	is.True(strings.Contains(page, "3 are sold or in baskets"))
	is.True(!strings.Contains(page, "At all events together"))
	save := func(stock string) (int, string) {
		t.Helper()
		_, page := b.get(at)
		action, fields := form(t, page, "POST events/tickets/update")
		fields.Set("saleItemData.totalStock", stock)
		return b.post(action, fields)
	}
	_, page = save("1")
	is.True(strings.Contains(page, "Saved. 3 are sold or in baskets"))
	_, page = save("10")
	is.True(strings.Contains(page, "Saved.") && !strings.Contains(page, "Saved. 3 are"))

	_, err := catalog.UpdateSaleItem(t.Context(), b.w.App, b.w.A.Owner, catalog.Ticket, ticket.ID, catalog.SaleItemChange{}, catalog.ItemChange{TotalStock: app.Is(int64(12))})
	is.NoErr(err)
	status, page := save("13")
	is.Equal(status, http.StatusUnprocessableEntity)
	is.True(strings.Contains(page, "at most 12"))
	is.True(strings.Contains(page, "There are 12 at all events together"))
	b.w.Check()
}
