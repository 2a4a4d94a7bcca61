package shop_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/waitingroom"
	"marquee/handlers"
)

// withLine puts a line before the event that lets so many in at a time.
func (w *town) withLine(t testing.TB, shoppers int64) {
	t.Helper()
	on := true
	if _, err := waitingroom.Set(t.Context(), w.App, w.A.Owner, w.Event.ID, waitingroom.Settings{On: &on, Shoppers: &shoppers}); err != nil {
		t.Fatal(err)
	}
}

func TestTheLineBeforeAnEvent(t *testing.T) {
	is, w := is.New(t), newTown(t)
	w.withLine(t, 1)
	first, second := w.browser(t), w.browser(t)
	event := w.path(fmt.Sprintf("/events/%d", w.Event.ID))
	first.open(event)
	is.True(strings.Contains(first.page, `name="item"`))
	second.open(event)
	is.Equal(second.status, http.StatusOK)
	is.True(strings.Contains(second.page, "You are in line"))
	is.True(strings.Contains(second.page, `http-equiv="refresh"`)) // it asks again without scripts
	is.True(!strings.Contains(second.page, `name="item"`))
	// Every way to what the event sells leads through the line.
	for _, path := range []string{"", "/times", "/seats"} {
		second.open(event + path)
		is.True(strings.Contains(second.page, "You are in line"))
	}
	second.send(event, "item", fmt.Sprint(w.SaleItems[0].ID), "do", "more")
	is.Equal(second.at, event)
	is.True(strings.Contains(second.page, "You are in line"))
	// A script is told how it goes, and somebody without a number nothing.
	second.open(event + "/queue")
	is.True(strings.Contains(second.page, `"state":"waiting","before":"0"`))
	is.True(len(second.page) <= 300)
	stranger := w.browser(t)
	stranger.open(event + "/queue")
	is.Equal(stranger.status, http.StatusNotFound)
	// Who is inside buys, and a basket needs no place any more.
	first.send(event, "item", fmt.Sprint(w.SaleItems[0].ID), "do", "more")
	first.says("held until")
	w.Clock.Jump(6 * time.Minute)
	second.open(event + "/queue")
	is.True(strings.Contains(second.page, `"state":"open"`))
	second.open(event)
	is.True(strings.Contains(second.page, `name="item"`))
	first.open(w.path("/basket"))
	is.Equal(first.status, http.StatusOK)
	is.True(!strings.Contains(first.page, "You are in line"))
}

// TestSoldOutWhileWaiting: what lies in baskets may come back, what is sold may be waited
// for, and who leaves gives the place up.
func TestSoldOutWhileWaiting(t *testing.T) {
	is, w := is.New(t), newTown(t)
	w.withLine(t, 1)
	first, second := w.browser(t), w.browser(t)
	event := w.path(fmt.Sprintf("/events/%d", w.Event.ID))
	first.open(event)
	first.fill(1)
	w.nothingLeft(t)
	w.Clock.Jump(2 * time.Second)
	second.open(event)
	second.says("the line stands still")
	is.True(!strings.Contains(second.page, "Leave the line"))
	first.pay(goodCard)
	w.Clock.Jump(2 * time.Second)
	second.open(event + "/queue")
	is.True(strings.Contains(second.page, `"state":"sold-out"`))
	second.open(event)
	second.says("Sold out while you waited", "Stay for returned tickets", "Leave the line")
	is.True(strings.Contains(second.page, `http-equiv="refresh"`))
	second.send(event + "/queue/leave")
	is.Equal(second.at, w.path(""))
	second.open(event + "/queue")
	is.Equal(second.status, http.StatusNotFound) // the browser has no place any more
}

// nothingLeft takes away what nobody holds of the tickets of the event.
func (w *town) nothingLeft(t *testing.T) {
	t.Helper()
	for _, s := range w.SaleItems {
		var had catalog.Stock
		err := w.App.View(t.Context(), w.A.Owner, app.Authenticated, func(r app.Reader) (err error) {
			had, err = catalog.StockOf(r, catalog.LayerSaleItem, s.ID)
			return err
		})
		if err == nil {
			_, err = catalog.UpdateSaleItem(t.Context(), w.App, w.A.Owner, w.kind(t, s.ID), s.ID, catalog.SaleItemChange{TotalStock: catalog.Is(had.Sold + had.Reserved)}, catalog.ItemChange{})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// kind is what a sale item sells.
func (w *town) kind(t *testing.T, id int64) catalog.ItemType {
	t.Helper()
	var s catalog.SaleItem
	err := w.App.View(t.Context(), w.A.Owner, app.Authenticated, func(r app.Reader) (err error) {
		s, err = catalog.SaleItems.Get(r, id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return s.Type
}

// BenchmarkQueuePoll is how a browser in the line asks how it goes.
func BenchmarkQueuePoll(b *testing.B) {
	w := newTown(b)
	w.withLine(b, 1)
	h, path := handlers.New(w.App, handlers.Options{}), w.path(fmt.Sprintf("/events/%d", w.Event.ID))
	get := func(path string, cookies []*http.Cookie) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", path, nil)
		for _, c := range cookies {
			r.AddCookie(c)
		}
		out := httptest.NewRecorder()
		h.ServeHTTP(out, r)
		return out
	}
	var cookies []*http.Cookie
	for range 500 {
		cookies = get(path, nil).Result().Cookies()
	}
	size := 0
	for b.Loop() {
		out := get(path+"/queue", cookies)
		if size = out.Body.Len(); out.Code != http.StatusOK {
			b.Fatal(out.Code, out.Body)
		}
	}
	b.ReportMetric(float64(size), "bytes/poll")
}
