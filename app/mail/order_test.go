package mail_test

import (
	"errors"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/approval"
	"marquee/app/sales/rules"
	"marquee/app/terms"

	"github.com/matryer/is"
)

// TestAnOrderIsConfirmed: one mail, with what was bought, when it is, and a link that
// opens the tickets. What is kept of it opens nothing.
func TestAnOrderIsConfirmed(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	o := d.buy(ada, d.ticket)
	d.jobs()
	d.jobs()
	is.Equal(d.carrier.to("ada@example.com"), []string{"Your order " + o.Reference})
	l := d.carrier.last()
	token := order.NewLinks(d.A.Company.ID, d.A.Company.LinkKey).Order(&o, order.WholeOrder)
	has(t, l.Text, "Hello Ada,", "2 × Standing — €40.00", "Total: €40.00", "Night of Songs\n", base+"/tickets/"+token+"?lang=en")
	has(t, l.HTML, "<li>"[:0], `href="`+base+"/tickets/"+token+`?lang=en"`, "Hello Ada,")
	is.Equal(l.From, "office@example.com")
	is.Equal(l.FromName, "Twin Festivals")
	m := d.only()
	is.Equal(m.State, mail.Sent)
	is.Equal(m.Attempts, int64(1))
	v, err := mail.Read(t.Context(), d.App, d.A.Owner, m.ID)
	is.NoErr(err)
	has(t, v.Text, "Total: €40.00", "Your tickets:\n…")
	hasNot(t, v.Text, token)
}

// TestWhoIsNotMailed: nobody is where nobody is to be told.
func TestWhoIsNotMailed(t *testing.T) {
	t.Run("an order of nobody", func(t *testing.T) {
		d := newDesk(t)
		d.buy(customer.Buyer{}, d.ticket)
		d.jobs()
		is.New(t).Equal(len(d.mails(mail.Filter{})), 0)
	})
	t.Run("whoever asked for that", func(t *testing.T) {
		d := newDesk(t)
		b := d.basket(ada, d.ticket)
		_, err := sales.CompleteOrder(t.Context(), d.App, d.A.Owner, sales.Completion{
			Basket: order.Key{ID: b.Order.ID}, Payment: rules.Payment{Method: order.Cash}, Channel: catalog.APIChannel, InhibitMail: true,
		})
		d.must(err)
		d.jobs()
		is.New(t).Equal(len(d.mails(mail.Filter{})), 0)
	})
	t.Run("a channel that the company switched off, but who asks again is", func(t *testing.T) {
		is := is.New(t)
		d := newDesk(t)
		off := false
		_, err := mail.ChangeSettings(t.Context(), d.App, d.A.Owner, mail.SettingsChange{Office: &off})
		is.NoErr(err)
		o := d.buy(ada, d.ticket)
		d.jobs()
		is.Equal(len(d.mails(mail.Filter{})), 0)
		is.NoErr(mail.Resend(t.Context(), d.App, d.A.Owner, order.Key{ID: o.ID}))
		d.jobs()
		is.Equal(d.only().State, mail.Sent)
	})
	t.Run("an address that wants none", func(t *testing.T) {
		is := is.New(t)
		d := newDesk(t)
		_, err := mail.Suppress(t.Context(), d.App, d.A.Owner, "ADA@example.com", "bounced")
		is.NoErr(err)
		d.buy(ada, d.ticket)
		d.jobs()
		m := d.only()
		is.Equal(m.State, mail.Suppressed)
		is.Equal(m.Reason, "the address gets no mails: bounced")
		is.Equal(len(d.carrier.letters), 0)
		is.NoErr(mail.Allow(t.Context(), d.App, d.A.Owner, "ada@example.com"))
		d.buy(ada, d.ticket)
		d.jobs()
		is.Equal(len(d.carrier.letters), 1)
	})
}

// TestOrdersThatWait: each way to pay later has its mail, and the payment link in it is
// the one that leads to the order.
func TestOrdersThatWait(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	_, err := terms.Set(t.Context(), d.App, d.A.Owner, terms.Change{Invoice: app.Is(terms.NewInvoice{On: terms.Channels{Office: true}, Days: 14})})
	is.NoErr(err)
	later := func(way sales.Way) sales.Waiting {
		b := d.basket(ada, d.ticket)
		w, err := sales.PayLater(t.Context(), d.App, d.A.Owner, sales.Later{Basket: order.Key{ID: b.Order.ID}, Channel: catalog.APIChannel, Way: way})
		is.NoErr(err)
		d.jobs()
		return w
	}
	w := later(sales.ByLink)
	is.Equal(d.carrier.last().Subject, "Please pay for your order "+w.Order.Reference)
	has(t, d.carrier.last().Text, base+"/pay/"+w.Order.Reference+"/"+w.Token, "€40.00 until Friday, 4 June 2027, 14:00")
	is.NoErr(mail.Resend(t.Context(), d.App, d.A.Owner, order.Key{ID: w.Order.ID}))
	d.jobs()
	has(t, d.carrier.last().Text, w.Token) // asking again gives the same link
	kept, err := mail.Read(t.Context(), d.App, d.A.Owner, d.mails(mail.Filter{})[0].ID)
	is.NoErr(err)
	hasNot(t, kept.Text, w.Token)

	invoice := later(sales.ByInvoice)
	is.Equal(d.carrier.last().Subject, "Your order "+invoice.Order.Reference+", to be paid by invoice")
	hasNot(t, d.carrier.last().Text, "Your tickets")
	site := later(sales.OnSite)
	is.Equal(d.carrier.last().Subject, "Your reservation "+site.Order.Reference)
	hasNot(t, d.carrier.last().Text, "Please come until")

	d.Clock.Jump(73 * time.Hour)
	d.must(d.App.RunJob(t.Context(), sales.ExpireBaskets))
	d.jobs()
	is.Equal(d.carrier.last().Subject, "Your order "+w.Order.Reference+" has expired")
	hasNot(t, d.carrier.last().Text, "We kept your deposit")
}

// TestApprovals: received, approved with the link to pay, rejected where staff want that.
func TestApprovals(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	staff := []string{"staff@example.com"}
	_, err := mail.ChangeSettings(t.Context(), d.App, d.A.Owner, mail.SettingsChange{ApprovalsTo: &staff})
	is.NoErr(err)
	s := d.addItem(d.event.ID, func(_ *catalog.SaleItem, i *catalog.InventoryItem) { i.RequiresApproval = true })
	asked := func() order.Basket { b := d.basket(ada, s); d.complete(b); d.jobs(); return b }
	decide := func(b order.Basket, approve, notify bool, n int) {
		var all []approval.Decision
		for _, it := range b.Items[:n] {
			all = append(all, approval.Decision{OrderItemID: it.ID, Approve: approve, Notify: notify})
		}
		_, err := approval.Decide(t.Context(), d.App, d.A.Owner, all)
		is.NoErr(err)
		d.jobs()
	}
	first := asked()
	is.Equal(d.carrier.to("ada@example.com"), []string{"We received your reservation " + first.Order.Reference})
	is.Equal(d.carrier.to("staff@example.com"), []string{"To be approved: " + first.Order.Reference})
	decide(first, true, false, 2)
	is.Equal(d.carrier.last().Subject, "Your reservation "+first.Order.Reference+" is approved: please pay")
	has(t, d.carrier.last().Text, base+"/pay/")

	second := asked()
	before := len(d.carrier.letters)
	decide(second, false, false, 2)
	is.Equal(len(d.carrier.letters), before) // off by default
	third := asked()
	decide(third, false, true, 1)
	is.Equal(d.carrier.last().Subject, "Your order "+third.Order.Reference+": not everything could be approved")
	has(t, d.carrier.last().Text, "1 × Standing")
	fourth := asked()
	decide(fourth, false, true, 2)
	is.Equal(d.carrier.last().Subject, "Your reservation "+fourth.Order.Reference+" was not approved")
}

// TestABuyerWhoIsNotToldOfTheApproval: staff are all the same.
func TestABuyerWhoIsNotToldOfTheApproval(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	staff := []string{"staff@example.com"}
	_, err := mail.ChangeSettings(t.Context(), d.App, d.A.Owner, mail.SettingsChange{ApprovalsTo: &staff})
	is.NoErr(err)
	s := d.addItem(d.event.ID, func(_ *catalog.SaleItem, i *catalog.InventoryItem) { i.RequiresApproval = true })
	b, err := sales.Add(t.Context(), d.App, d.A.Owner, sales.AddToBasket{
		Channel: catalog.APIChannel, Buyer: ada, QuietApproval: true, Items: []rules.AddItem{{SaleItemID: s.ID, Quantity: new(int64(1))}},
	})
	is.NoErr(err)
	d.complete(b)
	d.jobs()
	is.Equal(d.carrier.to("ada@example.com"), nil)
	is.Equal(d.carrier.to("staff@example.com"), []string{"To be approved: " + b.Order.Reference})
}

// TestVouchersAndRefundsAndSeats have mails of their own.
func TestVouchersAndRefunds(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	v := d.addItem(0, func(_ *catalog.SaleItem, i *catalog.InventoryItem) { i.Type, i.Name = catalog.GiftVoucher, "Voucher" })
	o := d.buy(ada, v)
	d.jobs()
	is.Equal(len(d.carrier.to("ada@example.com")), 2)
	items := d.itemsOf(o)
	var codes string
	for _, l := range d.carrier.letters {
		if l.Subject == "Your gift voucher" {
			codes = l.Text
		}
	}
	has(t, codes, items[0].Barcode+" — €20.00", items[1].Barcode)
	kept, err := mail.Read(t.Context(), d.App, d.A.Owner, d.mails(mail.Filter{Kinds: []string{string(mail.GiftVoucher)}})[0].ID)
	is.NoErr(err)
	hasNot(t, kept.Text, items[0].Barcode)
	d.update(func(tx app.Tx) error {
		return order.PortsOf(tx).ItemsReturned(tx, order.Returned{Order: &o, Amount: 2000, Items: []int64{items[0].ID}})
	})
	d.jobs()
	is.Equal(d.carrier.last().Subject, "Your refund for "+o.Reference)
	has(t, d.carrier.last().Text, "we gave €20.00 of your order", "1 × Voucher")
}

func (d *desk) itemsOf(o order.Order) (items []order.Item) {
	d.t.Helper()
	d.must(d.App.View(d.t.Context(), d.A.Owner, app.Authenticated, func(r app.Reader) (err error) {
		items, err = order.ItemsOf(r, &o)
		return err
	}))
	return items
}

// TestAConfirmationForEachEvent where the company wants that.
func TestAConfirmationForEachEvent(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	other := d.addItem(d.addEvent("Day of Songs", 40*24*time.Hour).ID, func(*catalog.SaleItem, *catalog.InventoryItem) {})
	on := true
	_, err := mail.ChangeSettings(t.Context(), d.App, d.A.Owner, mail.SettingsChange{PerEvent: &on})
	is.NoErr(err)
	d.buy(ada, d.ticket, other)
	d.jobs()
	is.Equal(len(d.carrier.letters), 2)
	for _, l := range d.carrier.letters {
		has(t, l.Text, "2 × Standing")
		hasNot(t, l.Text, "2 × Standing — €40.00\n2 ×")
	}
}

// TestWithoutAMailServer mails are kept and can be read, and wait for somebody.
func TestWithoutAMailServer(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	mail.Use(d.App, mail.Post{})
	o := d.buy(ada, d.ticket)
	d.jobs()
	m := d.only()
	is.Equal(m.State, mail.Held)
	is.Equal(m.Subject, "Your order "+o.Reference)
	v, err := mail.Read(t.Context(), d.App, d.A.Owner, m.ID)
	is.NoErr(err)
	has(t, v.Text, "Total: €40.00")
	has(t, v.HTML, "<html")
	mail.Use(d.App, mail.Post{Carrier: d.carrier, From: "office@example.com", BaseURL: base})
	d.jobs()
	is.Equal(len(d.carrier.letters), 0) // not by itself
	n, err := mail.SendAll(t.Context(), d.App, d.A.Owner, mail.Held)
	is.NoErr(err)
	is.Equal(n, 1)
	d.jobs()
	is.Equal(d.carrier.to("ada@example.com"), []string{"Your order " + o.Reference})
	is.Equal(d.only().State, mail.Sent)
	_, err = mail.SendNow(t.Context(), d.App, d.A.Owner, m.ID)
	is.Equal(app.KindOf(err), app.Invalid) // it was sent
}

// TestWhatServersSay: a refused address is dead at once, one that is put off is tried
// again, and neither holds up the others.
func TestWhatServersSay(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.carrier.answer = func(l *mail.Letter) error {
		switch l.To {
		case "gone@example.com":
			return &mail.Rejection{Permanent: true, Text: "550 no such mailbox"}
		case "grey@example.com":
			return &mail.Rejection{Text: "451 try again later"}
		}
		return nil
	}
	for _, to := range []string{"gone@example.com", "grey@example.com", "ada@example.com"} {
		d.buy(customer.Buyer{Name: "Somebody", Email: to}, d.ticket)
	}
	d.jobs()
	is.Equal(len(d.carrier.letters), 1)
	state := func(address string) mail.Message { return d.mails(mail.Filter{Address: address})[0] }
	is.Equal(state("gone@example.com").State, mail.Dead)
	is.Equal(state("gone@example.com").Reason, "550 no such mailbox")
	is.Equal(state("grey@example.com").State, mail.Queued)
	is.Equal(state("grey@example.com").Reason, "451 try again later")
	d.carrier.answer = nil
	d.Clock.Jump(time.Minute)
	d.jobs()
	is.Equal(state("grey@example.com").State, mail.Sent)
	is.Equal(state("grey@example.com").Attempts, int64(2))
	n, err := mail.SendAll(t.Context(), d.App, d.A.Owner, mail.Dead)
	is.NoErr(err)
	is.Equal(n, 1)
	d.jobs()
	is.Equal(state("gone@example.com").State, mail.Sent)
}

// TestAMailThatIsOfNoUseAnyMore is suppressed, though it was queued.
func TestAMailThatIsOfNoUseAnyMore(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.carrier.answer = func(*mail.Letter) error { return errors.New("connection refused") }
	b := d.basket(ada, d.ticket)
	_, err := sales.PayLater(t.Context(), d.App, d.A.Owner, sales.Later{Basket: order.Key{ID: b.Order.ID}, Channel: catalog.APIChannel, Way: sales.ByLink})
	is.NoErr(err)
	d.jobs()
	is.Equal(d.only().Reason, "connection refused")
	d.carrier.answer = nil
	d.complete(b)
	d.Clock.Jump(time.Minute)
	d.jobs()
	is.Equal(d.carrier.to("ada@example.com"), []string{"Your order " + b.Order.Reference})
	is.Equal(d.mails(mail.Filter{Kinds: []string{string(mail.PaymentLink)}})[0].State, mail.Suppressed)
}

// TestConfirmationsAreNotAskedForWithoutEnd.
func TestResending(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	o := d.buy(ada, d.ticket)
	d.jobs()
	for range mail.MaxResends {
		is.NoErr(mail.Resend(t.Context(), d.App, d.A.Owner, order.Key{ID: o.ID}))
		d.jobs()
	}
	is.Equal(app.KindOf(mail.Resend(t.Context(), d.App, d.A.Owner, order.Key{ID: o.ID})), app.TooMany)
	d.Clock.Jump(400 * 24 * time.Hour) // a clock that was wrong
	is.NoErr(mail.Resend(t.Context(), d.App, d.A.Owner, order.Key{ID: o.ID}))
	d.Clock.Jump(-399 * 24 * time.Hour)
	for range mail.MaxResends { // is no reason to wait for a year
		is.NoErr(mail.Resend(t.Context(), d.App, d.A.Owner, order.Key{ID: o.ID}))
		d.jobs()
	}
	d.Clock.Jump(time.Hour + time.Minute)
	is.NoErr(mail.Resend(t.Context(), d.App, d.A.Owner, order.Key{Reference: o.Reference}))
	is.Equal(app.KindOf(mail.Resend(t.Context(), d.App, d.B.Owner, order.Key{ID: o.ID})), app.NotFound)
	nobody := d.buy(customer.Buyer{}, d.ticket)
	is.Equal(app.KindOf(mail.Resend(t.Context(), d.App, d.A.Owner, order.Key{ID: nobody.ID})), app.Invalid)
	basket := d.basket(ada, d.ticket)
	is.Equal(app.KindOf(mail.Resend(t.Context(), d.App, d.A.Owner, order.Key{ID: basket.Order.ID})), app.Invalid)
}
