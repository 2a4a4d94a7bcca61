package shop_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

func TestAnEventInAFrame(t *testing.T) {
	is, w := is.New(t), newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1/embed"))
	is.Equal(b.status, 200)
	b.says(`target="_top"`, `name="n1"`, "Weekend Pass", "Continue")
	is.True(!strings.Contains(b.page, `class="top"`)) // no header
	// What was chosen there is in the basket, all of it or nothing.
	b.send(w.path("/events/1/take"), "n1", "2", "n2", "0", "n3", "1", "n99", "4")
	is.True(strings.HasSuffix(b.at, "/basket"))
	b.says("€311.00", "€62.90", "€373.90")
	other := w.browser(t)
	other.send(w.path("/events/1/take"), "n1", "1", "n3", "99999")
	is.Equal(other.status, 422)
	other.open(w.path("/basket"))
	other.says("Your basket is empty.")
	// Nothing chosen leads to the event.
	other.send(w.path("/events/1/take"), "n1", "0")
	is.True(strings.HasSuffix(other.at, "/events/1"))
	other.open("/shop/embed.js")
	is.Equal(other.status, 200)
	other.says("iframe")
}

// Only the page for frames may stand in one.
func TestOnlyTheFramedPageIsFramed(t *testing.T) {
	is, w := is.New(t), newTown(t)
	for path, framed := range map[string]bool{"": false, "/events/1": false, "/basket": false, "/events/1/embed": true} {
		res, err := w.server.Client().Get(w.server.URL + w.path(path))
		is.NoErr(err)
		is.NoErr(res.Body.Close())
		is.Equal(!strings.Contains(res.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'"), framed)
	}
}
