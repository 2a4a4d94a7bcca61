package shop_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers"
)

// BenchmarkEventPage shows an event with 40 things on sale to somebody without a basket.
func BenchmarkEventPage(b *testing.B) {
	h, path := fortyItems(b)
	size := 0
	for b.Loop() {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if size = w.Body.Len(); w.Code != 200 {
			b.Fatal(w.Code, w.Body)
		}
	}
	b.ReportMetric(float64(size), "bytes/page")
}

// fortyItems is the festival with 40 things on sale.
func fortyItems(t testing.TB) (http.Handler, string) {
	t.Helper()
	w := newTown(t)
	for n := len(w.SaleItems); n < 40; n++ {
		name, unlimited := fmt.Sprintf("Night %d, standing by the water", n), true
		_, err := catalog.CreateSaleItem(t.Context(), w.App, w.A.Owner, catalog.NewSaleItem{
			Type: catalog.Ticket, EventID: w.Event.ID,
			Item: catalog.ItemChange{Name: &name, Description: app.Is("Doors open an hour before the first set"), Unlimited: &unlimited},
			Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: w.A.Company.CurrencyID, Base: int64(1000 + 100*n)}}},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return handlers.New(w.App, handlers.Options{}), w.path("/events/1")
}

// TestAnEventIsSmall: a phone on a bad network gets the page of an event with 40 things on
// sale, its style and its script in 40 kB, and the script in 15 kB.
func TestAnEventIsSmall(t *testing.T) {
	is := is.New(t)
	h, path := fortyItems(t)
	get := func(path string) (*httptest.ResponseRecorder, string) {
		r := httptest.NewRequest("GET", path, nil)
		plain := httptest.NewRecorder()
		h.ServeHTTP(plain, r)
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		is.Equal(w.Code, 200)
		return w, plain.Body.String()
	}
	page, text := get(path)
	total := page.Body.Len()
	for _, asset := range regexp.MustCompile(`(?:src|href)="(/assets/[^"]+)"`).FindAllStringSubmatch(text, -1) {
		w, _ := get(asset[1])
		total += w.Body.Len()
		if strings.HasSuffix(asset[1], ".js") {
			is.True(w.Body.Len() <= 15<<10)
		}
	}
	t.Log("the page", page.Body.Len(), "with all that it loads", total)
	is.True(total <= 40<<10)
}
