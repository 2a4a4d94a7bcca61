package mail_test

import (
	"fmt"
	"testing"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"

	"github.com/matryer/is"
)

func (d *desk) refund(in rules.Refund) {
	d.t.Helper()
	_, err := refund.Orders(d.t.Context(), d.App, d.A.Owner, in)
	d.must(err)
	d.jobs()
}

// TestWhatIsVoidedIsMailed: with money, without, as a whole and in part; not where the
// caller wants none.
func TestWhatIsVoidedIsMailed(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	void := func(change func(o *order.Order, in *rules.Refund)) string {
		o := d.buy(ada, d.ticket)
		d.jobs()
		before := len(d.carrier.letters)
		in := rules.Refund{Kind: rules.Void}
		change(&o, &in)
		d.refund(in)
		if len(d.carrier.letters) == before {
			return ""
		}
		return d.carrier.last().Subject
	}
	var ref string
	whole := func(o *order.Order, in *rules.Refund) { ref, in.Order = o.Reference, order.Key{ID: o.ID} }
	is.Equal(void(whole), "Your order "+ref+" is cancelled")
	is.Equal(void(func(o *order.Order, in *rules.Refund) { whole(o, in); in.Kind = rules.MoneyBack }), "Your refund for "+ref)
	is.Equal(void(func(o *order.Order, in *rules.Refund) { whole(o, in); in.InhibitMail = true }), "")
	is.Equal(void(func(o *order.Order, in *rules.Refund) {
		whole(o, in)
		in.Order, in.ItemIDs = order.Key{}, []int64{d.itemsOf(*o)[0].ID}
	}), "Tickets of your order "+ref+" are cancelled")
	has(t, d.carrier.last().Text, "1 × Standing")
}

// TestVoidingAgainIsNotMailed: nothing is voided or paid back by it.
func TestVoidingAgainIsNotMailed(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	in := rules.Refund{Order: order.Key{ID: d.buy(ada, d.ticket).ID}, Kind: rules.Void}
	d.refund(in)
	told := len(d.carrier.letters)
	in.Voided = true
	d.refund(in)
	d.refund(in)
	is.Equal(len(d.carrier.letters), told)
	in.Kind = rules.MoneyBack
	d.refund(in)
	is.Equal(len(d.carrier.letters), told+1)
}

// TestStaffAreToldWhoeverBought: of sales to nobody, and of those whose buyer is not to be
// mailed.
func TestStaffAreToldWhoeverBought(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	staff := []string{"staff@example.com"}
	_, err := mail.ChangeSettings(t.Context(), d.App, d.A.Owner, mail.SettingsChange{PurchasesTo: &staff, ApprovalsTo: &staff})
	is.NoErr(err)
	d.buy(customer.Buyer{}, d.ticket)
	b := d.basket(ada, d.ticket)
	_, err = sales.CompleteOrder(t.Context(), d.App, d.A.Owner, sales.Completion{
		Basket: order.Key{ID: b.Order.ID}, Payment: rules.Payment{Method: order.Cash}, Channel: catalog.APIChannel, InhibitMail: true,
	})
	is.NoErr(err)
	asked := d.addItem(d.event.ID, func(_ *catalog.SaleItem, i *catalog.InventoryItem) { i.RequiresApproval = true })
	d.buy(customer.Buyer{}, asked)
	d.jobs()
	is.Equal(len(d.carrier.to("staff@example.com")), 3)
	is.Equal(len(d.carrier.to("ada@example.com")), 0)
}

// TestMailsThatComeByThemselvesDoNotKeepAResendOut: those that somebody asks for do.
func TestMailsThatComeByThemselvesDoNotKeepAResendOut(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	o := d.buy(ada, d.ticket)
	for i := range 2 * mail.MaxResends {
		d.update(func(tx app.Tx) error {
			return order.PortsOf(tx).ItemsReturned(tx, order.Returned{Order: &o, Amount: 1 + int64(i), Items: o.ItemIDs})
		})
		d.jobs()
	}
	for range mail.MaxResends / 2 { // some are written, the others wait
		is.NoErr(mail.Resend(t.Context(), d.App, d.A.Owner, order.Key{ID: o.ID}))
	}
	d.jobs()
	for i := range mail.MaxResends - mail.MaxResends/2 {
		if err := mail.Resend(t.Context(), d.App, d.A.Owner, order.Key{ID: o.ID}); err != nil {
			t.Fatal(fmt.Errorf("the %d. time: %w", i, err))
		}
	}
	is.Equal(app.KindOf(mail.Resend(t.Context(), d.App, d.A.Owner, order.Key{ID: o.ID})), app.TooMany)
}
