package shop_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/mail"
	"marquee/app/queue"
	"marquee/app/terms"
	"marquee/app/wallet"
)

// TestADepositAndItsBalance: a part is paid first and holds the tickets, and the page of the
// order takes the rest, once.
func TestADepositAndItsBalance(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	w.comes(t)
	b := w.browser(t)
	b.fill(2)
	b.open(w.path("/pay?plan=deposit"))
	is.True(strings.HasSuffix(b.at, "/checkout")) // there is none
	_, err := terms.Set(t.Context(), w.App, w.A.Owner, terms.Change{Deposit: app.Is(terms.NewDeposit{
		On: terms.Channels{Online: true}, Percent: 3000, Least: map[string]int64{w.A.Currency().Code: 1}, Days: 10,
	})})
	is.NoErr(err)
	b.open(w.path("/checkout"))
	b.says("Deposit of €", "By card now. The other €", `value="deposit"`)
	b.send(w.path("/checkout"), "email", "zoe@example.org", "name", "Zoé Lefèvre", "method", "deposit")
	is.True(strings.HasSuffix(b.at, "/pay?plan=deposit"))
	b.says("By card now. The other €")
	first := b.hidden("payment")
	b.send(w.path("/pay?plan=deposit"), "payment", first, "card", declinedCard)
	is.Equal(b.status, 422)
	b.says("Your bank said no.", "/pay?plan=deposit")
	b.send(w.path("/pay?plan=deposit"), "payment", b.hidden("payment"), "card", goodCard)
	b.says("Your tickets wait for you", "To be paid by", "You paid a deposit of €")
	is.True(!strings.Contains(b.page, "Ticket 1 of 2"))

	page := b.at
	other := w.browser(t) // another device, with nothing but the link
	other.open(page + "/pay")
	other.says("To be paid by")
	name := other.hidden("payment")
	other.send(page+"/pay", "payment", name, "card", declinedCard)
	is.Equal(other.status, 422)
	other.says("Your bank said no.")
	other.send(page+"/pay", "payment", other.hidden("payment"), "card", goodCard)
	is.Equal(other.at, page)
	other.says("See you there, Zoé", "Paid €311.00", "Ticket 2 of 2")
	for _, again := range []string{name, first} { // it is paid once
		other.send(page+"/pay", "payment", again, "card", goodCard)
		is.Equal(other.at, page)
		other.says("Paid €311.00")
	}
	_, err = wallet.ChangeSettings(t.Context(), w.App, w.A.Owner, wallet.SettingsChange{SelfRefunds: new(true)})
	is.NoErr(err)
	other.open(page)
	other.says("Ticket 2 of 2")
	is.True(!strings.Contains(other.page, "give-back")) // what a deposit held is not offered back
	other.open(page[:len(page)-4] + "AAAA/pay")
	is.Equal(other.status, 404)
	is.Equal(w.orders(t), int64(1))
}

// TestPayingFromAnAccount: who signed in spends what is theirs, and nobody else does.
func TestPayingFromAnAccount(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	post := &letters{}
	mail.Use(w.App, mail.Post{Carrier: post, From: "office@example.com", BaseURL: w.server.URL})
	zoe := w.browser(t)
	zoe.fill(1)
	zoe.pay(goodCard)
	guest := w.newest(t).CustomerID
	has := func(amount int64) {
		t.Helper()
		_, err := wallet.Adjust(t.Context(), w.App, w.A.Owner, wallet.Adjusting{CustomerID: guest, CurrencyID: w.A.Currency().ID, Amount: amount, Reason: "a present", UUID: fmt.Sprintf("present-%d", amount)})
		is.NoErr(err)
	}
	has(15_000)
	pays := func(b *browser, email string) {
		b.send(w.path("/checkout"), "email", email, "name", "Zoé Lefèvre", "method", "wallet")
	}

	eve := w.browser(t) // her address alone pays nothing
	eve.fill(1)
	eve.open(w.path("/checkout"))
	is.True(!strings.Contains(eve.page, `value="wallet"`))
	pays(eve, "zoe@example.org")
	is.Equal(eve.status, 422)
	eve.says("Please choose how to pay")

	zoe.send(w.path("/account"), "email", "zoe@example.org")
	for _, job := range []string{mail.WriteJob, queue.SendJob} {
		is.NoErr(w.App.RunJob(t.Context(), job))
	}
	zoe.send(w.path("/events/1"), "item", "1", "do", "more")
	zoe.send(post.links(w.alias)[0], "to", w.path("/checkout"))
	is.True(!strings.Contains(zoe.page, `value="wallet"`)) // €150.00 is less than a ticket
	pays(zoe, "zoe@example.org")
	is.Equal(zoe.status, 422)
	has(10_000)
	zoe.open(w.path("/checkout"))
	zoe.says("You have €250.00.")
	pays(zoe, "eve@example.org")
	is.Equal(zoe.status, 422)
	zoe.says("under its own address, zoe@example.org")
	pays(zoe, "zoe@example.org")
	zoe.says("See you there, Zoé", "Paid €155.50")
	page := zoe.at
	pays(zoe, "zoe@example.org") // the form sent again
	is.Equal(zoe.at, page)
	is.Equal(w.orders(t), int64(2))
}
