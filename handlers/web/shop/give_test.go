package shop_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/catalog"
	"marquee/app/mail"
	"marquee/app/queue"
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

// TestGivingInTheBasket: what has to be given to others is given before the checkout, and they
// are told when it is bought.
func TestGivingInTheBasket(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	compulsory := catalog.SharedCompulsory
	_, err := catalog.UpdateSaleItem(t.Context(), w.App, w.A.Owner, catalog.Ticket, 1, catalog.SaleItemChange{Sharing: &compulsory}, catalog.ItemChange{})
	is.NoErr(err)
	b := w.browser(t)
	b.send(w.path("/events/1"), "item", "1", "do", "more")
	b.open(w.path("/checkout"))
	is.True(strings.HasSuffix(b.at, "/basket"))
	b.says("say who each of these tickets is for", "They are told by e-mail")
	item := b.all("item")
	gift := item[len(item)-1]
	give := func(pairs ...string) { b.send(w.path("/basket/give"), pairs...) }
	give("item", gift, "name", "<b>Grace</b>")
	is.Equal(b.status, 422)
	b.says(`value="<b>Grace</b>"`)
	give("item", gift, "name", "Grace", "email", "grace@example.org")
	is.Equal(b.status, 200)
	b.says("1 ticket is for grace@example.org.")
	is.True(!strings.Contains(b.page, "say who each"))
	transfer := b.hidden("transfer")
	other := w.browser(t)
	other.send(w.path("/events/1"), "item", "1", "do", "more")
	other.send(w.path("/basket/keep"), "transfer", transfer)
	is.True(other.status >= 400)
	other.send(w.path("/basket/give"), "item", gift, "email", "eve@example.org")
	is.True(other.status >= 400)
	b.send(w.path("/basket/keep"), "transfer", transfer)
	b.says("say who each of these tickets is for")
	give("item", gift, "name", "Grace", "email", "grace@example.org")
	b.send(w.path("/checkout"), "email", "zoe@example.org", "name", "Zoé Lefèvre", "method", "card")
	b.pay(goodCard)
	b.says("1 ticket waits for grace@example.org.")
}

// TestSharingTickets: a buyer makes a code on the page of the order, and who has it takes a
// ticket once signed in.
func TestSharingTickets(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	post := &letters{}
	mail.Use(w.App, mail.Post{Carrier: post, From: "office@example.com", BaseURL: w.server.URL})
	_, _, err := catalog.UpdateEvent(t.Context(), w.App, w.A.Owner, 1, catalog.EventChange{ShareTicketsAfter: new(true)}, nil)
	is.NoErr(err)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(2)
	b.pay(goodCard)
	page := b.at
	b.says("Tickets for a group")
	b.send(page+"/share", "kind", "1", "total", "9", "each", "1")
	is.Equal(b.status, 422)
	b.send(page+"/share", "kind", "1", "total", "1", "each", "1")
	b.says("0 of 1 taken.")
	link := regexp.MustCompile(`href="http[^"]*(/shop/[^"]+/claim/[^"]+)"`).FindStringSubmatch(b.page)[1]

	other := w.browser(t)
	other.open(link)
	other.says("These tickets are for you", "Zoé Lefèvre gives them to you", "Weekend Pass", "you need an account")
	is.True(!strings.Contains(other.page, "€"))
	other.send(link, "quantity", "1")
	is.Equal(other.status, 422) // nobody is signed in
	other.send(link+"/sign-in", "name", "", "email", "grace@example.org")
	is.Equal(other.status, 422)
	other.send(link+"/sign-in", "name", "Grace", "email", "grace@example.org")
	other.says("We mailed a link to grace@example.org.")
	for _, job := range []string{mail.WriteJob, queue.SendJob} {
		is.NoErr(w.App.RunJob(t.Context(), job))
	}
	signIn := post.links(w.alias)
	is.Equal(len(signIn), 1)
	other.open(signIn[0])
	other.send(signIn[0])
	other.open(link)
	other.says("How many, up to 1")
	other.send(link, "quantity", "2")
	is.Equal(other.status, 422)
	other.send(link, "quantity", "1")
	is.True(strings.HasPrefix(other.at, "/tickets/"))
	is.True(strings.HasPrefix(other.page, "%PDF"))
	other.open(link)
	other.says("no more of these tickets")
	other.open(link + "x")
	is.Equal(other.status, 404)
	b.open(page)
	b.says("1 of 1 taken.", "Ticket 1 of 1")
	b.send(page+"/share/change", "share", b.hidden("share"), "do", "open")
	is.Equal(b.status, 422)
}
