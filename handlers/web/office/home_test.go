package office_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/attention"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/door"
	"marquee/app/entry"
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

// TestTicketsThatCameInTwiceNeedSomebody who watches over the doors, until somebody looked at them.
func TestTicketsThatCameInTwiceNeedSomebody(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	o := b.buy(b.ticket(e, "Standing", 1000).ID, 1)
	b.w.Clock.Jump(73 * time.Hour)
	b = b.as("owner@a.example.com")
	row := func(uuid string, after time.Duration) entry.UploadRow {
		return entry.UploadRow{UUID: uuid, Barcode: o.Items[0].Barcode, EventID: e.ID, ScannedOn: b.w.App.Now().Add(after - time.Hour)}
	}
	_, err := entry.UploadScans(t.Context(), b.w.App, b.w.A.Owner, entry.Upload{Rows: []entry.UploadRow{row("a", 0), row("b", time.Minute)}})
	is.NoErr(err)
	waits := func(c *app.Caller) (n int64) {
		all, err := attention.Read(t.Context(), b.w.App, c)
		is.NoErr(err)
		for _, e := range all {
			if e.Kind == attention.DoublesUnseen {
				n += e.Count
			}
		}
		return n
	}
	is.Equal(waits(b.w.A.Owner), int64(1))
	is.Equal(waits(b.w.A.With(app.ListEvents, app.ViewEvents)), int64(0))
	is.Equal(waits(b.w.A.With(app.ListEvents, app.OverrideScans)), int64(1))
	is.Equal(waits(b.w.B.Owner), int64(0))
	_, text := b.get("")
	is.True(strings.Contains(text, "Gig: 1 ticket came in twice"))
	is.True(strings.Contains(text, fmt.Sprintf(`href="/office/%s/events/%d/door"`, b.alias, e.ID)))
	all, err := door.Doubles(t.Context(), b.w.App, b.w.A.Owner, e.ID)
	is.NoErr(err)
	_, err = door.MarkDouble(t.Context(), b.w.App, b.w.A.Owner, all[0].ID, true)
	is.NoErr(err)
	is.Equal(waits(b.w.A.Owner), int64(0))
}
