package mail_test

import (
	"testing"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/app/sales"

	"github.com/matryer/is"
)

// TestAStoredTextIsCheckedAgain: one that an earlier release took, and that makes a part of
// another link of a secret, is passed over, and staff are told.
func TestAStoredTextIsCheckedAgain(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	evil := mail.Text{Kind: mail.Confirmation, Language: "en", Subject: "Yours", Body: "https://evil.example/?t={tickets.link}"}
	d.update(func(tx app.Tx) error { return mail.StoreText(tx, &evil) })
	d.buy(ada, d.ticket)
	d.jobs()
	l := d.carrier.last()
	has(t, l.Text, "Thank you for your order", "Your tickets:\n"+base+"/tickets/")
	hasNot(t, l.Text+l.HTML+l.Subject, "evil.example")
	has(t, d.only().Reason, "the company's own text was not used: ", "has {tickets.link} beside other text")
	stored, own, err := mail.ReadText(t.Context(), d.App, d.A.Owner, mail.Which{Kind: mail.Confirmation, Language: "en"})
	is.NoErr(err)
	is.True(own && !stored.Used())
}

// TestTextsWithSecretsAreForThoseWhoManageUsers: whoever writes them decides where links to
// accounts and tickets lead people.
func TestTextsWithSecretsAreForThoseWhoManageUsers(t *testing.T) {
	d := newDesk(t)
	editor := &app.Caller{UserID: 7, CompanyID: d.A.Company.ID, Abilities: map[app.Ability]bool{app.EditCompany: true}}
	for _, c := range []struct {
		kind mail.Kind
		body string
		free bool
	}{
		{mail.NewPassword, "[Go on]({password.link})", false}, {mail.NewPassword, "Ask us.", false}, {mail.SignIn, "Ask us.", false}, {mail.TransferOffer, "Ask us.", false},
		{mail.Confirmation, "{tickets.link}", false}, {mail.GiftVoucher, "{voucher.codes}", false}, {mail.PaymentLink, "[Pay]({payment.link})", false},
		{mail.Confirmation, "Thank you", true}, {mail.Reminder, "See you", true},
	} {
		_, err := mail.SetText(t.Context(), d.App, editor, mail.Which{Kind: c.kind, Language: "en"}, "Hello", c.body)
		if (err == nil) != c.free || !c.free && app.KindOf(err) != app.Forbidden {
			t.Errorf("%s %q: %v", c.kind, c.body, err)
		}
		_, err = mail.SetText(t.Context(), d.App, d.A.Owner, mail.Which{Kind: c.kind, Language: "en"}, "Hello", c.body)
		d.must(err)
	}
}

// TestAnAddressGetsSoManyMailsAboutWhatNobodyPaidFor: anybody can name it in free orders. What
// comes on top is held, and what was paid for is mailed all the same.
func TestAnAddressGetsSoManyMailsAboutWhatNobodyPaidFor(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	free := d.addItem(d.event.ID, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.Prices[0].Base = 0 })
	get := func(who customer.Buyer) {
		_, err := sales.CompleteOrder(t.Context(), d.App, d.A.Owner, sales.Completion{
			Basket: order.Key{ID: d.basket(who, free).Order.ID}, Channel: catalog.APIChannel,
		})
		d.must(err)
	}
	for range 13 {
		get(ada)
	}
	get(customer.Buyer{Name: "Grace", Email: "grace@example.com"})
	d.buy(ada, d.ticket)
	d.jobs()
	d.jobs()
	is.Equal(len(d.carrier.to("ada@example.com")), 10+1)
	is.Equal(len(d.carrier.to("grace@example.com")), 1)
	held := d.mails(mail.Filter{States: []string{"held"}})
	is.Equal(len(held), 3)
	has(t, held[0].Reason, "too many mails within an hour")
	_, err := mail.SendNow(t.Context(), d.App, d.A.Owner, held[0].ID)
	d.must(err)
	d.jobs()
	is.Equal(len(d.carrier.to("ada@example.com")), 12)
}

// TestAnAddressIsSuppressedInEveryForm: it gets nothing, however it is written.
func TestAnAddressIsSuppressedInEveryForm(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	_, err := mail.Suppress(t.Context(), d.App, d.A.Owner, "ada@BÜCHER.example", "asked for")
	d.must(err)
	d.buy(customer.Buyer{Name: "Ada", Email: "Ada@xn--bcher-kva.example"}, d.ticket)
	d.jobs()
	is.Equal(d.only().State, mail.Suppressed)
	is.Equal(len(d.mails(mail.Filter{Address: "ada@bücher.example"})), 1)
	d.must(mail.Allow(t.Context(), d.App, d.A.Owner, "ada@bücher.example"))
}
