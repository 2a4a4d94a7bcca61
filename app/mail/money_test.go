package mail_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/mail"
	"marquee/app/massrefund"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/wallet"
	"marquee/indexes"
)

// TestSellersAreTold of their listing, of its sale, of their money, and of what was paid
// out of it.
func TestSellersAreTold(t *testing.T) {
	is, d := is.New(t), newDesk(t)
	_, _, err := resale.SetSettings(t.Context(), d.App, d.A.Owner, resale.Change{Enabled: app.Is(true)})
	is.NoErr(err)
	o := d.buy(ada, d.ticket)
	d.jobs()
	own := d.itemsOf(o)[0]
	v, err := resale.List(t.Context(), d.App, d.A.Owner, resale.NewListing{Items: []resale.Ask{{ItemID: own.ID}}, MinQuantity: 1})
	is.NoErr(err)
	d.jobs()
	is.Equal(d.carrier.last().Subject, "You offer tickets of your order "+o.Reference+" for resale")
	has(t, d.carrier.last().Text, "for €20.00", "1 × Standing")

	_, err = sales.Add(t.Context(), d.App, d.A.Owner, sales.AddToBasket{
		Channel: catalog.APIChannel, Buyer: customer.Buyer{Name: "Grace", Email: "grace@example.com"},
		Items: []rules.AddItem{{OrderItemID: own.ID}}, Payment: &rules.Payment{Method: order.Cash},
	})
	is.NoErr(err)
	d.jobs()
	is.Equal(d.carrier.to("ada@example.com")[2:], []string{"Sold: tickets of your order " + o.Reference})

	_, err = resale.Settle(t.Context(), d.App, d.A.Owner, []int64{v.Contracts[0].ID}, false)
	is.NoErr(err)
	d.jobs()
	is.Equal(d.carrier.last().Subject, "The money for tickets of your order "+o.Reference)

	ask := wallet.PayoutAsk{CustomerID: o.CustomerID, CurrencyID: o.CurrencyID, Amount: 1500}
	paid, err := wallet.InitiatePayout(t.Context(), d.App, d.A.Owner, ask)
	is.NoErr(err)
	_, err = wallet.ConfirmPayout(t.Context(), d.App, d.A.Owner, paid.ID)
	is.NoErr(err)
	d.jobs()
	is.Equal(d.carrier.last().Subject, "We paid you €15.00")
	is.Equal(d.carrier.last().To, "ada@example.com")
}

// TestStaffAreToldOfAnEventThatWasRefunded, where they want that: when it begins and when it
// has ended, once each.
func TestStaffAreToldOfAnEventThatWasRefunded(t *testing.T) {
	is, d := is.New(t), newDesk(t)
	_, err := mail.ChangeSettings(t.Context(), d.App, d.A.Owner, mail.SettingsChange{RefundsTo: &[]string{"boss@example.com"}})
	is.NoErr(err)
	d.buy(ada, d.ticket)
	d.buy(customer.Buyer{Name: "Grace", Email: "grace@example.com"}, d.ticket)
	d.update(func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, d.event.ID, func(e *catalog.Event) error { e.CancelledAt, e.OffSale = new(tx.Now()), true; return nil })
		return err
	})
	_, err = massrefund.Start(t.Context(), d.App, d.A.Owner, d.event.ID, massrefund.Terms{Kind: rules.MoneyBack, InhibitMail: true})
	is.NoErr(err)
	d.jobs()
	is.Equal(d.carrier.to("boss@example.com"), []string{"The refund of Night of Songs has begun"})
	has(t, d.carrier.lastTo("boss@example.com").Text, "Begun by: ")
	for range 3 {
		d.Clock.Jump(time.Minute)
		is.NoErr(d.App.RunJob(t.Context(), queue.SendJob))
		d.jobs()
	}
	is.Equal(d.carrier.to("boss@example.com")[1:], []string{"Refunded: Night of Songs"})
	has(t, d.carrier.lastTo("boss@example.com").Text, "Orders refunded: 2", "Given back: €80.00")
}
