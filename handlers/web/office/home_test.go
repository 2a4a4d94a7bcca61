package office_test

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/catalog"
	"marquee/app/company"
)

// TestHomeBeginsWithWhatNeedsSomebody, with the way to each, and says so when nothing does.
func TestHomeBeginsWithWhatNeedsSomebody(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	home := func() string {
		status, text := b.get("")
		is.Equal(status, 200)
		return text
	}
	is.True(strings.Contains(home(), "Nothing needs you."))

	start, online, draft := b.w.App.Now().Add(48*time.Hour), true, false
	end := start.Add(3 * time.Hour)
	name := "Sketch <b>"
	e, err := catalog.CreateEvent(t.Context(), b.w.App, b.w.A.Owner, catalog.EventChange{Name: &name, Start: &start, End: &end, OnlineOnly: &online, Published: &draft})
	is.NoErr(err)
	bare := b.event("Bare")
	text := home()
	is.True(strings.Contains(text, "Sketch &lt;b&gt; is still a draft"))
	is.True(strings.Contains(text, "Bare sells nothing yet"))
	_, _, err = catalog.UpdateEvent(t.Context(), b.w.App, b.w.A.Owner, e.ID, catalog.EventChange{Published: &online}, nil)
	is.NoErr(err)
	for _, id := range []int64{e.ID, bare.ID} {
		_, _, err = catalog.UpdateEvent(t.Context(), b.w.App, b.w.A.Owner, id, catalog.EventChange{Description: catalog.Is("With friends.")}, nil)
		is.NoErr(err)
		_, err = catalog.CreateSaleItem(t.Context(), b.w.App, b.w.A.Owner, catalog.NewSaleItem{
			Type: catalog.Ticket, EventID: id, Item: catalog.ItemChange{Name: new("Standing")},
			Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: b.w.A.Currency().ID, Base: 1000}}},
		})
		is.NoErr(err)
	}
	text = home()
	is.True(strings.Contains(text, "Nothing needs you. Next: Sketch &lt;b&gt; in 2 days."))

	_, err = company.ChangeSettings(t.Context(), b.w.App, b.w.A.Owner, company.SettingsChange{Shop: company.ShopChange{Open: &online}})
	is.NoErr(err)
	is.True(strings.Contains(home(), "Nobody can pay"))
}
