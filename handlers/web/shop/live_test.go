package shop_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/catalog"
)

// rotates makes the codes of what the town's event sells from now on rotate.
func (w *town) rotates(t *testing.T) {
	t.Helper()
	mode := catalog.SecureScanning
	_, _, err := catalog.UpdateEvent(t.Context(), w.App, w.A.Owner, 1, catalog.EventChange{ScanningMode: &mode, ShareTicketsAfter: new(true)}, nil)
	is.New(t).NoErr(err)
}

var liveTicket = regexp.MustCompile(`data-live="([2-9A-Z]{23})" data-secret="([A-Z2-7]{32})"`)

// TestCodesThatRotateAreDrawnByThePage: it has what they are drawn from, says what to do
// without scripts, and shows no code that a gate would refuse. Paper has none of them.
func TestCodesThatRotateAreDrawnByThePage(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	w.rotates(t)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(2)
	b.pay("4242 4242 4242 4242")
	page := b.at
	is.Equal(len(liveTicket.FindAllString(b.page, -1)), 2)
	b.says("The code of this ticket changes every few seconds", "data-now=", "/assets/live.")
	is.True(!strings.Contains(b.page, "Print"))
	code := liveTicket.FindStringSubmatch(b.page)[1]
	is.Equal(strings.Count(b.page, code), 1) // nowhere else, and in no address

	link := regexp.MustCompile(`href="(/tickets/[^"]+)/calendar.ics"`).FindStringSubmatch(b.page)[1]
	b.open(link)
	is.True(strings.HasPrefix(b.at, "/orders/"))
	is.Equal(b.status, 200)
	is.True(strings.Contains(b.page, code))
	b.open(link + "?format=a4")
	is.True(strings.HasPrefix(b.at, "/orders/")) // there is nothing to print

	// Whoever is given one has a page for it, and sees nothing of the order.
	b.open(page)
	b.send(page+"/give", "item", b.hidden("item"), "how", "link")
	claim := regexp.MustCompile(`href="http[^"]*(/claim/[^"]+)"`).FindStringSubmatch(b.page)[1]
	other := w.browser(t)
	other.open(claim)
	other.send(claim, "name", "Grace", "email", "grace@example.org")
	is.True(strings.HasPrefix(other.at, "/orders/"))
	other.says("Your tickets", "Ticket 1 of 1")
	is.Equal(len(liveTicket.FindAllString(other.page, -1)), 1)
	is.True(!strings.Contains(other.page, code)) // it has another code now
	for _, secret := range []string{"€", "Zoé", "zoe@"} {
		is.True(!strings.Contains(other.page, secret))
	}
	b.open(page)
	is.Equal(len(liveTicket.FindAllString(b.page, -1)), 1)
}
