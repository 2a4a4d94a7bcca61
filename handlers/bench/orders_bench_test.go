package bench

import (
	"encoding/json"
	"flag"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/demo"
	"marquee/handlers"
	"marquee/kv/bolt"
)

var benchOrders = flag.Int("bench.orders", 3000, "how many orders the festival of the benchmarks has; 330000 make a million items")

// BenchmarkLists measures pages of the demo festival over the whole way from
// request to body, on the real engine.
func BenchmarkLists(b *testing.B) {
	e, err := bolt.Open(filepath.Join(b.TempDir(), "bench.db"), bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = e.Close() })
	w := apptest.New(b, apptest.On(e), apptest.Calm())
	if _, err := demo.Load(b.Context(), w.App, w.A.Owner, demo.Options{Orders: *benchOrders, Seed: 1}); err != nil {
		b.Fatal(err)
	}
	site := handlers.New(w.App, handlers.Options{})
	token := w.A.TokenWith(app.ListOrders, app.ViewOrders, app.ViewCustomers)
	get := func(b *testing.B, path string) *httptest.ResponseRecorder {
		req := httptest.NewRequest(http.MethodGet, "/v1"+path, nil)
		req.Header.Set("Authorization", "Bearer "+token)
		rec := httptest.NewRecorder()
		site.ServeHTTP(rec, req)
		if rec.Code != http.StatusOK {
			b.Fatal(path, rec.Code, rec.Body)
		}
		return rec
	}
	var first struct{ Meta struct{ Cursor string } }
	if err := json.Unmarshal(get(b, "/orders?lastUpdated=1990-01-01%2000:00:00").Body.Bytes(), &first); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct{ name, path string }{
		{"100 orders with items", "/orders?include=orderItems"},
		{"100 orders with everything", "/orders?include=orderItems,customers,transactions"},
		{"100 orders alone", "/orders"},
		{"100 changes by cursor", "/orders?include=orderItems&cursor=" + first.Meta.Cursor},
		{"first 100 changes", "/orders?include=orderItems&lastUpdated=1990-01-01%2000:00:00"},
		{"100 orders of an event at offset 1000", "/orders?eventId=1&offset=1000"},
		{"search without a match", "/orders?customerName=nobody+at+all"},
		{"100 order items", "/order-items"},
		{"100 customers", "/customers"},
		{"one order", "/order?orderId=1"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				b.SetBytes(int64(get(b, c.path).Body.Len()))
			}
		})
	}
}
