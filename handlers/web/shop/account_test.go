package shop_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/mail"
	"marquee/app/queue"
)

// letters are the mails that were handed over.
type letters struct {
	mu  sync.Mutex
	all []*mail.Letter
}

// Deliver keeps a letter.
func (l *letters) Deliver(_ context.Context, one *mail.Letter) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, one)
	return nil
}

// links are the paths of the links to sign in that were mailed.
func (l *letters) links(alias string) (paths []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, one := range l.all {
		if _, rest, found := strings.Cut(one.Text, "/shop/"+alias+"/sign-in/"); found {
			secret, _, _ := strings.Cut(rest, "\n")
			paths = append(paths, "/shop/"+alias+"/sign-in/"+secret)
		}
	}
	return paths
}

// TestSigningInByMail: a link is mailed to whoever bought here, and to nobody else; it is
// good once, and shows their orders.
func TestSigningInByMail(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	post := &letters{}
	mail.Use(w.App, mail.Post{Carrier: post, From: "office@example.com", BaseURL: w.server.URL})
	mailed := func() []string {
		t.Helper()
		for _, job := range []string{mail.WriteJob, queue.SendJob} {
			is.NoErr(w.App.RunJob(t.Context(), job))
		}
		return post.links(w.alias)
	}
	b := w.browser(t)
	b.fill(1)
	b.pay(goodCard)
	order := b.at
	ask := func(email string) string {
		b.send(w.path("/account"), "email", email)
		return strings.ReplaceAll(b.page, email, "")
	}
	b.open(w.path("/account"))
	b.says("Your orders", "We mail you a link")
	b.send(w.path("/account"), "email", "zoe")
	is.Equal(b.status, 422)
	known, unknown := ask("zoe@example.org"), ask("nobody@example.org")
	is.Equal(known, unknown) // nobody learns who buys here
	links := mailed()
	is.Equal(len(links), 1)
	is.Equal(len(post.links("other")), 0)

	b.open(links[0])
	b.says("Zoé Lefèvre")
	b.open(links[0]) // looking does nothing
	is.Equal(b.status, 200)
	b.send(links[0], "to", w.path("/account"))
	b.says("Signed in as Zoé Lefèvre", "Lanterns by the Lake", order)
	thief := w.browser(t)
	thief.open(links[0])
	is.Equal(thief.status, 404) // it was good once
	thief.open(w.path("/account"))
	is.True(!strings.Contains(thief.page, order))
	b.send(w.path("/account/leave"))
	b.says("We mail you a link")
	is.True(!strings.Contains(b.page, order))

	// A link is good for half an hour, and no more than three are good at a time.
	for range 6 {
		w.Clock.Jump(61 * time.Second)
		ask("zoe@example.org")
		links = mailed()
	}
	is.Equal(len(links), 1+3)
	w.Clock.Jump(customer.MailedLife)
	b.open(links[3])
	is.Equal(b.status, 404)
}

// TestMembersSignIn: what is for the members of a group is not bought with the address of one.
func TestMembersSignIn(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	post := &letters{}
	mail.Use(w.App, mail.Post{Carrier: post, From: "office@example.com", BaseURL: w.server.URL})
	zoe := w.browser(t)
	zoe.fill(1)
	zoe.pay(goodCard)
	g, err := customer.CreateGroup(t.Context(), w.App, w.A.Owner, customer.GroupFields{Name: new("Members")})
	is.NoErr(err)
	_, err = customer.AddToGroup(t.Context(), w.App, w.A.Owner, g.ID, []customer.Joining{{Email: "zoe@example.org"}}, false)
	is.NoErr(err)
	groups := []int64{g.ID}
	_, err = catalog.UpdateSaleItem(t.Context(), w.App, w.A.Owner, catalog.Ticket, 1, catalog.SaleItemChange{CustomerGroups: &groups}, catalog.ItemChange{})
	is.NoErr(err)

	eve := w.browser(t)
	eve.open(w.path("/events/1"))
	eve.says("For members", `<a class="button pill" href="`+w.path("/account")+`">Sign in`)
	eve.send(w.path("/events/1"), "item", "1", "do", "more")
	eve.open(w.path("/checkout"))
	eve.says("Please sign in to buy it.", w.path("/account"))
	eve.send(w.path("/checkout"), "email", "zoe@example.org", "name", "Eve", "method", "card")
	is.Equal(eve.status, 422)
	eve.says("Please sign in to buy it.")
	eve.open(w.path("/pay"))
	is.True(strings.HasSuffix(eve.at, "/checkout"))

	zoe.send(w.path("/account"), "email", "zoe@example.org")
	for _, job := range []string{mail.WriteJob, queue.SendJob} {
		is.NoErr(w.App.RunJob(t.Context(), job))
	}
	zoe.send(w.path("/events/1"), "item", "1", "do", "more")
	zoe.send(post.links(w.alias)[0], "to", w.path("/checkout"))
	is.True(!strings.Contains(zoe.page, "Please sign in to buy it."))
	zoe.send(w.path("/checkout"), "email", "eve@example.org", "name", "Eve", "method", "card")
	is.Equal(zoe.status, 422)
	zoe.says("with the e-mail address of your account, zoe@example.org")
	zoe.send(w.path("/checkout"), "email", "zoe@example.org", "name", "Zoé Lefèvre", "method", "card")
	zoe.pay(goodCard)
	zoe.says("See you there, Zoé")
}
