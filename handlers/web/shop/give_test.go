package shop_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/catalog"
)

// TestGivingTickets: a buyer makes a link on the page of the order, and somebody else takes
// the ticket with it.
func TestGivingTickets(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	_, _, err := catalog.UpdateEvent(t.Context(), w.App, w.A.Owner, 1, catalog.EventChange{ShareTicketsAfter: new(true)}, nil)
	is.NoErr(err)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(2)
	b.pay("4242 4242 4242 4242")
	page := b.at
	b.says("Tickets for somebody else")
	item := b.hidden("item")
	b.send(page+"/give", "item", item, "how", "mail")
	is.Equal(b.status, 422)
	b.send(page+"/give", "item", item, "how", "mail", "email", "grace@example.org", "name", "<b>Grace</b>")
	is.Equal(b.at, page)
	b.says("1 ticket waits for grace@example.org.")
	b.send(page+"/keep", "transfer", b.hidden("transfer"))
	is.True(!strings.Contains(b.page, "waits for"))
	b.send(page+"/give", "item", item, "how", "link")
	b.says("Whoever opens this link first")
	link := regexp.MustCompile(`href="http[^"]*(/claim/[^"]+)"`).FindStringSubmatch(b.page)[1]
	b.open(page)
	is.True(!strings.Contains(b.page, link)) // it is shown once

	other := w.browser(t)
	other.open(link)
	other.says("These tickets are for you", "Zoé Lefèvre gives them to you", "Weekend Pass")
	is.True(!strings.Contains(other.page, "€"))
	other.send(link, "name", "Grace", "email", "zoe@example.org")
	is.Equal(other.status, 422)
	other.send(link, "name", "Grace", "email", "grace@example.org")
	is.True(strings.HasPrefix(other.at, "/tickets/"))
	is.True(strings.HasPrefix(other.page, "%PDF"))
	other.open(link)
	other.says("taken already")
	other.send(link, "name", "Joan", "email", "joan@example.org")
	is.Equal(other.status, 422)
	other.open(link + "x")
	is.Equal(other.status, 404)
	b.open(page)
	b.says("Ticket 1 of 1")
}
