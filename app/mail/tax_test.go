package mail_test

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/ledger"
	"marquee/app/locale"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"

	"github.com/matryer/is"
)

// taxedAt makes a ticket of the event on which there is tax.
func (d *desk) taxedAt(percent int64) catalog.SaleItem {
	d.t.Helper()
	band, err := company.CreateTaxBand(d.t.Context(), d.App, d.A.Owner, company.TaxBandFields{Name: new("Full"), Rate: new(percent * company.RateUnit)})
	d.must(err)
	return d.addItem(d.event.ID, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.TaxBandID = band.ID })
}

// TestReceipts come with the confirmation of an order on which there is tax, once, where the
// company wants them.
func TestReceipts(t *testing.T) {
	is, d := is.New(t), newDesk(t)
	taxed := d.taxedAt(20)
	switchOn := func(in mail.SettingsChange) {
		_, err := mail.ChangeSettings(t.Context(), d.App, d.A.Owner, in)
		is.NoErr(err)
	}
	subjects := func(o order.Order) (all []string) {
		d.jobs()
		d.jobs()
		for _, m := range d.mails(mail.Filter{OrderID: o.ID}) {
			all = append(all, string(m.Kind))
		}
		return all
	}
	is.Equal(subjects(d.buy(ada, taxed)), []string{"order-confirmation"}) // nobody asked for receipts

	switchOn(mail.SettingsChange{TaxReceipts: new(true)})
	_, err := company.ChangeSettings(t.Context(), d.App, d.A.Owner, company.SettingsChange{Billing: company.BillingChange{
		Name: app.Is("Songs Ltd"), Address: app.Is("1 Quay"), SalesTaxNumber: app.Is("DE004711"),
	}})
	is.NoErr(err)
	o := d.buy(ada, taxed, d.ticket)
	is.Equal(subjects(o), []string{"tax-receipt", "order-confirmation"})
	var l *mail.Letter
	for _, sent := range d.carrier.letters {
		if sent.Subject == "Receipt for your order "+o.Reference {
			l = sent
		}
	}
	has(t, l.Text, "Songs Ltd", "Tax number: DE004711", "For: Ada", "Without tax: €73.33", "Tax: €6.67", "Total: €80.00", "Full 20%: €33.33 + €6.67 = €40.00")
	has(t, l.HTML, "Full 20%: €33.33 + €6.67 = €40.00")

	is.Equal(subjects(d.buy(ada, d.ticket)), []string{"order-confirmation"}) // no tax
	is.NoErr(mail.Resend(t.Context(), d.App, d.A.Owner, order.Key{ID: o.ID}))
	is.Equal(len(subjects(o)), 4) // its receipt comes again too: what stands on it may have changed

	b := d.basket(ada, taxed)
	_, err = sales.CompleteOrder(t.Context(), d.App, d.A.Owner, sales.Completion{
		Basket: order.Key{ID: b.Order.ID}, Payment: rules.Payment{Method: order.Cash}, Channel: catalog.APIChannel, InhibitMail: true,
	})
	is.NoErr(err)
	is.Equal(len(subjects(b.Order)), 0)
	switchOn(mail.SettingsChange{Office: new(false)})
	is.Equal(len(subjects(d.buy(ada, taxed))), 0)
}

// TestWhoIsPutIntoAGroupIsTold, once as long as they are in it, and where the company wants
// that.
func TestWhoIsPutIntoAGroupIsTold(t *testing.T) {
	is, d := is.New(t), newDesk(t)
	g, err := customer.CreateGroup(t.Context(), d.App, d.A.Owner, customer.GroupFields{Name: new("Friends")})
	is.NoErr(err)
	join := func() {
		_, err := customer.AddToGroup(t.Context(), d.App, d.A.Owner, g.ID, []customer.Joining{{Name: ada.Name, Email: ada.Email}}, true)
		is.NoErr(err)
	}
	leave := func() {
		_, err := customer.RemoveFromGroup(t.Context(), d.App, d.A.Owner, g.ID, []string{ada.Email})
		is.NoErr(err)
	}
	join()
	d.jobs()
	is.Equal(len(d.mails(mail.Filter{})), 0) // the company does not want that
	leave()
	_, err = mail.ChangeSettings(t.Context(), d.App, d.A.Owner, mail.SettingsChange{Groups: new(true)})
	is.NoErr(err)

	join()
	join() // again: nothing changes but the date
	d.jobs()
	join()
	d.jobs()
	is.Equal(d.carrier.to(ada.Email), []string{"You are in the group “Friends” of Twin Festivals"})
	has(t, d.carrier.last().Text, "Hello Ada,", "“Friends”")
	kept, err := mail.Read(t.Context(), d.App, d.A.Owner, d.only().ID)
	is.NoErr(err)
	has(t, kept.Text, "“Friends”")

	leave()
	join()
	leave() // before anything was sent
	d.Clock.Jump(time.Minute)
	d.jobs()
	last := d.mails(mail.Filter{})[0]
	is.Equal(last.State, mail.Suppressed)
	is.Equal(last.Reason, "the customer is not in the group any more")
	join()
	d.jobs()
	is.Equal(len(d.carrier.to(ada.Email)), 2)
}

// TestTheTaxOfAMailIsThatOfTheLedger, by rate, for prices whose tax is rounded.
func TestTheTaxOfAMailIsThatOfTheLedger(t *testing.T) {
	is, d := is.New(t), newDesk(t)
	sold := []catalog.SaleItem{d.ticket}
	for _, x := range []struct {
		name           string
		percent, price int64
	}{{"VAT", 19, 999}, {"VAT at 7%", 7, 1333}} {
		band, err := company.CreateTaxBand(t.Context(), d.App, d.A.Owner, company.TaxBandFields{Name: new(x.name), Rate: new(x.percent * company.RateUnit)})
		is.NoErr(err)
		sold = append(sold, d.addItem(d.event.ID, func(s *catalog.SaleItem, _ *catalog.InventoryItem) {
			s.TaxBandID, s.Prices[0].Base = band.ID, x.price
		}))
	}
	owed := func() map[int64]int64 {
		lines, err := ledger.Balances(t.Context(), d.App, d.A.Owner, ledger.Period{}, func(time.Time) string { return "" })
		is.NoErr(err)
		all := map[int64]int64{}
		for _, l := range lines {
			if l.Kind == ledger.Tax && l.ID != 0 {
				all[l.ID] = l.Credit - l.Debit
			}
		}
		return all
	}
	euros := func(n int64) string {
		cur, _ := company.CurrencyByID(d.A.Company.CurrencyID)
		return locale.English.Amount(cur, n)
	}
	o := d.buy(ada, sold...)
	d.jobs()
	before := owed()
	is.Equal(len(before), 2)
	for _, tax := range before {
		has(t, d.carrier.last().Text, euros(tax)+" VAT")
	}
	has(t, d.carrier.last().Text, "The total of €86.64 includes €3.19 VAT 19%, €1.74 VAT at 7%.")

	in := rules.Refund{Kind: rules.MoneyBack}
	for _, it := range d.itemsOf(o) {
		if it.SaleItemID != d.ticket.ID && len(in.ItemIDs) < 3 { // two at 19 %, one at 7 %
			in.ItemIDs = append(in.ItemIDs, it.ID)
		}
	}
	d.refund(in)
	after := owed()
	has(t, d.carrier.last().Text, "we gave €33.31 of your order", "The refund of €33.31 includes")
	for rate, tax := range before {
		is.True(tax > after[rate])
		has(t, d.carrier.last().Text, euros(tax-after[rate])+" tax at "+locale.English.Percent(rate))
	}
}
