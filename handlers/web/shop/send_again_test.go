package shop_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// TestBuyersHaveTheirTicketsMailedAgain: from the page of their order, to the address that it
// has, and not without end.
func TestBuyersHaveTheirTicketsMailedAgain(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.fill(1)
	b.send(w.path("/checkout"), "email", "zoe@example.org", "name", "Zoe", "method", "card")
	b.send(w.path("/pay"), "payment", b.hidden("payment"), "card", "4242 4242 4242 4242")
	at := b.at
	b.says("Send it to me again")
	is.True(!strings.Contains(b.page, "On its way"))
	for range 3 {
		b.send(at + "/mail")
		is.Equal(b.status, http.StatusOK)
		b.says("On its way to zoe@example.org")
	}
	b.send(at + "/mail")
	is.Equal(b.status, http.StatusTooManyRequests)
	b.says("Too many mails about this order were asked for")
	b.send(at + "A/mail") // an altered link
	is.Equal(b.status, http.StatusNotFound)
}
