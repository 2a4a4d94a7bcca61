package web

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
)

// pageOf shows it as a browser gets it.
func pageOf(t *testing.T, f *front) string {
	t.Helper()
	w := httptest.NewRecorder()
	f.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != 200 {
		t.Fatal(w.Code, w.Body)
	}
	return w.Body.String()
}

func announce(t *testing.T, w *apptest.World, name string, change func(*catalog.EventChange)) {
	t.Helper()
	start := apptest.Start.Add(72 * time.Hour)
	end, yes := start.Add(time.Hour), true
	in := catalog.EventChange{Name: &name, Start: &start, End: &end, OnlineOnly: &yes, Published: &yes, OnSale: &yes}
	if change != nil {
		change(&in)
	}
	if _, err := catalog.CreateEvent(t.Context(), w.App, w.A.Owner, in); err != nil {
		t.Fatal(err)
	}
}

// TestOnlyWhatIsAnnouncedIsShown: no draft, no hidden event and none that is over, and
// no name becomes part of the page.
func TestOnlyWhatIsAnnouncedIsShown(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t, apptest.Calm())
	no, yes := false, true
	announce(t, w, "Open <script>alert(1)</script> night", nil)
	announce(t, w, "Draft night", func(in *catalog.EventChange) { in.Published = &no })
	announce(t, w, "Hidden night", func(in *catalog.EventChange) { in.Hidden = &yes })
	announce(t, w, "Past night", func(in *catalog.EventChange) {
		start, end := apptest.Start.Add(-48*time.Hour), apptest.Start.Add(-47*time.Hour)
		in.Start, in.End = &start, &end
	})
	got := pageOf(t, Front(w.App).(*front))
	is.True(strings.Contains(got, "Open &lt;script&gt;alert(1)&lt;/script&gt; night"))
	is.True(!strings.Contains(got, "<script"))
	for _, name := range []string{"Draft night", "Hidden night", "Past night"} {
		is.True(!strings.Contains(got, name)) // what is not announced
	}
	is.True(strings.Contains(got, "Not on sale now")) // nothing has a price
}

// TestThePageIsKeptForAWhile: whoever asks again at once costs no read.
func TestThePageIsKeptForAWhile(t *testing.T) {
	is := is.New(t)
	clock := apptest.NewClock()
	w := apptest.New(t, apptest.Calm(), apptest.WithClock(clock))
	f := Front(w.App).(*front)
	before := pageOf(t, f)
	announce(t, w, "New night", nil)
	is.Equal(pageOf(t, f), before)
	clock.Jump(frontAge)
	is.True(strings.Contains(pageOf(t, f), "New night"))
	clock.Jump(-time.Hour) // a clock that was set back does not keep the page for an hour
	announce(t, w, "Later night", nil)
	is.True(strings.Contains(pageOf(t, f), "Later night"))
}

func TestPrices(t *testing.T) {
	euro, _ := company.CurrencyByCode("EUR")
	price1, price2, none := int64(0), int64(1250), int64(0)
	for _, c := range []struct {
		name string
		e    catalog.EventView
		want string
	}{
		{"nothing", catalog.EventView{}, "Not on sale now"},
		{"free", catalog.EventView{MinPrice: &price1, MaxPrice: &none}, "Free"},
		{"from free", catalog.EventView{MinPrice: &price1, MaxPrice: &price2}, "Free to €12.50"},
		{"one price", catalog.EventView{MinPrice: &price2, MaxPrice: &price2}, "€12.50"},
		{"stopped", catalog.EventView{Event: catalog.Event{OffSale: true}, MinPrice: &price2, MaxPrice: &price2}, "Not on sale"},
		{"cancelled", catalog.EventView{Event: catalog.Event{CancelledAt: &time.Time{}}, MinPrice: &price2, MaxPrice: &price2}, "Cancelled"},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			is.Equal(price(&c.e, euro), c.want)
		})
	}
}
