package shop_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// TestWhoHasABasketMaySendMuch: a stranger sends small forms alone, whatever cookies the browser
// claims to have, and the shop stays open for everybody.
func TestWhoHasABasketMaySendMuch(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	much := []string{"item", "1", "do", "more", "note", strings.Repeat("x", 100_000)}
	stranger, buyer := w.browser(t), w.browser(t)
	stranger.send(w.path("/events/1"), much...)
	is.Equal(stranger.status, http.StatusRequestEntityTooLarge)
	r, err := http.NewRequestWithContext(t.Context(), "POST", w.server.URL+w.path("/events/1"), strings.NewReader(strings.Repeat("x", 100_000)))
	is.NoErr(err)
	r.Header.Set("Origin", w.server.URL)
	for _, name := range []string{"basket-1", "basket-2", "customer-1", "staff"} {
		r.AddCookie(&http.Cookie{Name: name, Value: "ABCDEF.made-up"})
	}
	stranger.show(r)
	is.Equal(stranger.status, http.StatusRequestEntityTooLarge)

	buyer.send(w.path("/events/1"), "item", "1", "do", "more")
	buyer.send(w.path("/events/1"), much...)
	is.Equal(buyer.status, http.StatusOK)
	buyer.says("2 items, held until")
	buyer.fill(0)
	buyer.pay(goodCard)
	order := buyer.at
	buyer.send(order+"/answers", "note", strings.Repeat("x", 100_000))
	is.True(buyer.status != http.StatusRequestEntityTooLarge)
	stranger.send(order+"x/answers", "note", strings.Repeat("x", 100_000))
	is.Equal(stranger.status, http.StatusRequestEntityTooLarge)
}
