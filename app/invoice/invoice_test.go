package invoice_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/invoice"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/app/terms"
	"marquee/indexes"
)

// office is a company that writes invoices, with a ticket at 7 % and a programme at 19 %.
type office struct {
	*apptest.World
	t                 testing.TB
	event             catalog.Event
	buyers            int
	ticket, programme catalog.SaleItem
}

func newOffice(t testing.TB, issue company.IssueInvoices, opts ...apptest.Option) *office {
	t.Helper()
	o := &office{World: apptest.New(t, opts...), t: t}
	_, err := company.ChangeSettings(t.Context(), o.App, o.A.Owner, company.SettingsChange{
		Billing: company.BillingChange{
			Name: app.Is("Flussufer Kultur e. V."), Address: app.Is("Am Kai 3\n20457 Hamburg"), SalesTaxNumber: app.Is("DE123456789"),
		},
		Invoicing: company.InvoicingChange{
			Issue: &issue, Series: app.Is("RE"), CountryID: app.Is(int64(276)),
			Bank: company.BankChange{IBAN: app.Is("DE89 3704 0044 0532 0130 00"), BIC: app.Is("COBADEFFXXX")},
		},
	})
	o.must(err)
	_, err = terms.Set(t.Context(), o.App, o.A.Owner, terms.Change{Invoice: app.Is(terms.NewInvoice{On: terms.Channels{Office: true}, Days: 10})})
	o.must(err)
	o.event = catalog.Event{Name: "Concert", Start: o.Clock.Now().AddDate(0, 6, 0), End: o.Clock.Now().AddDate(0, 6, 1), Timezone: "Europe/Berlin", Published: true}
	o.update(func(tx app.Tx) error {
		if err := indexes.Forge(catalog.Events).Insert(tx, &o.event); err != nil {
			return err
		}
		return catalog.PortsOf(tx).EventCreated(tx, &o.event)
	})
	o.ticket, o.programme = o.sell("Standing", 2675, 70_000), o.sell("Programme", 500, 190_000)
	return o
}

func (o *office) must(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

func (o *office) update(fn func(tx app.Tx) error) {
	o.t.Helper()
	o.must(o.App.Update(o.t.Context(), o.A.Owner, app.Authenticated, fn))
}

// sell puts something on sale at a price with its tax.
func (o *office) sell(name string, price, rate int64) (s catalog.SaleItem) {
	o.t.Helper()
	band, err := company.CreateTaxBand(o.t.Context(), o.App, o.A.Owner, company.TaxBandFields{Name: &name, Rate: &rate})
	o.must(err)
	o.update(func(tx app.Tx) error {
		i := catalog.InventoryItem{Type: catalog.Ticket, Name: name}
		if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &i); err != nil {
			return err
		}
		s = catalog.SaleItem{
			EventID: o.event.ID, ItemID: i.ID, Type: i.Type, TaxBandID: band.ID,
			Prices: []catalog.Price{{ID: 1, CurrencyID: o.A.Company.CurrencyID, Base: price}},
		}
		return indexes.Forge(catalog.SaleItems).Insert(tx, &s)
	})
	return s
}

// basket is one of somebody new, with so many tickets and programmes.
func (o *office) basket(tickets, programmes int64) order.Key {
	o.t.Helper()
	o.buyers++
	in := sales.AddToBasket{Channel: catalog.APIChannel, Buyer: customer.Buyer{Name: "Ada", Email: fmt.Sprintf("ada%d@example.com", o.buyers)}}
	in.Items = append(in.Items, rules.AddItem{SaleItemID: o.ticket.ID, Quantity: &tickets})
	if programmes > 0 {
		in.Items = append(in.Items, rules.AddItem{SaleItemID: o.programme.ID, Quantity: &programmes})
	}
	b, err := sales.Add(o.t.Context(), o.App, o.A.Owner, in)
	o.must(err)
	return order.Key{ID: b.Order.ID}
}

func (o *office) paid(tickets, programmes int64) order.Key {
	o.t.Helper()
	k := o.basket(tickets, programmes)
	o.complete(k, order.Cash)
	return k
}

func (o *office) complete(k order.Key, m order.Method) {
	o.t.Helper()
	_, err := sales.CompleteOrder(o.t.Context(), o.App, o.A.Owner, sales.Completion{Basket: k, Channel: catalog.APIChannel, Payment: rules.Payment{Method: m}})
	o.must(err)
}

func (o *office) later(k order.Key) {
	o.t.Helper()
	_, err := sales.PayLater(o.t.Context(), o.App, o.A.Owner, sales.Later{Basket: k, Channel: catalog.APIChannel, Way: sales.ByInvoice})
	o.must(err)
}

// items are those of an order.
func (o *office) items(k order.Key) (ids []int64) {
	o.t.Helper()
	o.must(o.App.View(o.t.Context(), o.A.Owner, app.Authenticated, func(r app.Reader) error {
		found, err := order.Find(r, k)
		ids = found.ItemIDs
		return err
	}))
	return ids
}

// written are the documents of an order.
func (o *office) written(k order.Key) []invoice.View {
	o.t.Helper()
	page, err := invoice.List(o.t.Context(), o.App, o.A.Owner, invoice.Filter{OrderID: &k.ID, Limit: 50})
	o.must(err)
	return page.Rows
}

func numbers(all []invoice.View) (n []string) {
	for i := range all {
		n = append(n, all[i].Number())
	}
	return n
}

func TestAnInvoiceIsWrittenWhereTheCompanyWantsOne(t *testing.T) {
	for _, c := range []struct {
		must        string
		issue       company.IssueInvoices
		named       bool
		paid, later int
	}{
		{"for none", company.IssueNever, true, 0, 0},
		{"for those by invoice", company.IssueAsked, false, 0, 1},
		{"for those whose buyer asked", company.IssueAsked, true, 1, 1},
		{"for all", company.IssueAlways, false, 1, 1},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			o := newOffice(t, c.issue)
			buy := func() order.Key {
				k := o.basket(2, 1)
				if c.named {
					o.must(invoice.SetRecipient(t.Context(), o.App, o.A.Owner, k, works()))
				}
				return k
			}
			paid := buy()
			o.complete(paid, order.Cash)
			later := buy()
			o.later(later)
			is.Equal(len(o.written(paid)), c.paid)
			is.Equal(len(o.written(later)), c.later)
			o.complete(later, "")
			is.Equal(len(o.written(later)), c.later) // it has one already
		})
	}
}

func works() *invoice.Buyer {
	return &invoice.Buyer{
		Company: "Werft GmbH", Name: "Grace", Line1: "Dock 1", Postcode: "20457", City: "Hamburg", CountryID: 276, VATNumber: "DE987654321", Reference: "PO 17",
	}
}

func TestWhatAnInvoiceSays(t *testing.T) {
	is := is.New(t)
	o := newOffice(t, company.IssueAsked)
	k := o.basket(2, 1)
	o.must(invoice.SetRecipient(t.Context(), o.App, o.A.Owner, k, works()))
	o.later(k)
	d := o.written(k)[0]
	is.Equal(d.Number(), fmt.Sprintf("RE%d-00001", d.Day.Year()))
	is.Equal(d.Gross(), int64(2*2675+500))
	is.Equal(d.Due(), d.Gross())
	is.Equal(*d.DueOn, d.Day.AddDate(0, 0, 10))
	is.Equal(d.ByRate(), []invoice.RateSum{{Rate: 190_000, Net: 420, Tax: 80}, {Rate: 70_000, Net: 5000, Tax: 350}})
	is.Equal(d.Buyer.Company, "Werft GmbH")
	is.Equal(d.Buyer.Email, "ada1@example.com")
	is.Equal(d.Seller.IBAN, "DE89370400440532013000")
	is.Equal(d.From, dayOf(o.event.Start.In(o.event.Location()))) // of the event, not of the sale
	is.Equal(len(d.Lines), 2)

	_, err := company.ChangeSettings(t.Context(), o.App, o.A.Owner, company.SettingsChange{Billing: company.BillingChange{Name: app.Is("Other")}})
	is.NoErr(err)
	again, err := invoice.Read(t.Context(), o.App, o.A.Owner, invoice.Which{Number: d.Number()})
	is.NoErr(err)
	is.Equal(again, d) // it stays as it was written
	_, err = invoice.Read(t.Context(), o.App, o.B.Owner, invoice.Which{Number: d.Number()})
	is.Equal(app.KindOf(err), app.NotFound)
}

// TestEveryChangeIsCorrected: whatever becomes of an invoiced order, its documents say what it
// is worth, as the ledger does. The world checks that of every order at the end, too.
func TestEveryChangeIsCorrected(t *testing.T) {
	giveBack := func(o *office, k order.Key, ask func(*rules.Refund, []int64)) {
		o.t.Helper()
		in := rules.Refund{Order: k}
		ask(&in, o.items(k))
		done, err := refund.Orders(o.t.Context(), o.App, o.A.Owner, in)
		o.must(err)
		for i := range done {
			o.must(done[i].Err)
		}
	}
	for _, c := range []struct {
		must   string
		later  bool
		change func(o *office, k order.Key)
		gross  []int64
	}{
		{"one item comes back", false, func(o *office, k order.Key) {
			giveBack(o, k, func(in *rules.Refund, ids []int64) { in.Order, in.ItemIDs = order.Key{}, ids[:1] })
		}, []int64{5850, -2675}},
		{"all of it", false, func(o *office, k order.Key) { giveBack(o, k, func(*rules.Refund, []int64) {}) }, []int64{5850, -5850}},
		{"in two steps", false, func(o *office, k order.Key) {
			giveBack(o, k, func(in *rules.Refund, ids []int64) { in.Order, in.ItemIDs = order.Key{}, ids[:1] })
			giveBack(o, k, func(*rules.Refund, []int64) {})
		}, []int64{5850, -2675, -3175}},
		{"nobody pays", true, func(o *office, k order.Key) {
			o.Clock.Jump(11 * 24 * 3600e9)
			o.must(o.App.RunJob(o.t.Context(), sales.ExpireBaskets))
		}, []int64{5850, -5850}},
		{"it is paid", true, func(o *office, k order.Key) { o.complete(k, "") }, []int64{5850}},
		{"its money comes back", true, func(o *office, k order.Key) {
			o.complete(k, "")
			giveBack(o, k, func(*rules.Refund, []int64) {})
		}, []int64{5850, -5850}},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			o := newOffice(t, company.IssueAlways)
			k := o.basket(2, 1)
			if c.later {
				o.later(k)
			} else {
				o.complete(k, order.Cash)
			}
			c.change(o, k)
			all := o.written(k)
			var gross []int64
			for i := range all {
				gross = append(gross, all[i].Gross())
				is.Equal(all[i].Corrected == "", i == 0)
			}
			is.Equal(gross, c.gross)
			is.Equal(o.invoicedTax(all), o.ledgerTax(k, all))
		})
	}
}

// TestWhatHadEndedIsBoughtAfterAll: it has an invoice of its own again.
func TestWhatHadEndedIsBoughtAfterAll(t *testing.T) {
	is := is.New(t)
	o := newOffice(t, company.IssueAsked)
	k := o.basket(2, 1)
	o.later(k)
	o.Clock.Jump(11 * 24 * time.Hour)
	o.must(o.App.RunJob(t.Context(), sales.ExpireBaskets))
	_, err := sales.Reactivate(t.Context(), o.App, o.A.Owner, k)
	is.NoErr(err)
	is.Equal(len(o.written(k)), 2)
	o.complete(k, order.Cash)
	all := o.written(k)
	is.Equal(len(all), 3)
	is.Equal(all[2].Gross(), int64(5850))
	is.Equal(all[2].Corrected, "")
}

// TestWhatWaitedInDemoMode: the document of an order that waits in demo mode is no invoice; when
// it is paid in earnest it has one.
func TestWhatWaitedInDemoMode(t *testing.T) {
	is := is.New(t)
	o := newOffice(t, company.IssueAsked)
	mode := func(demo bool) {
		_, err := company.ChangeSettings(t.Context(), o.App, o.A.Owner, company.SettingsChange{Demo: &demo})
		is.NoErr(err)
	}
	mode(true)
	k := o.basket(1, 0)
	o.later(k)
	mode(false)
	o.complete(k, "")
	var got []string
	for _, v := range o.written(k) {
		got = append(got, fmt.Sprint(v.Series, v.Count, " ", v.Gross()))
	}
	is.Equal(got, []string{"DEMO-1 2675", "DEMO-2 -2675", "RE1 2675"})
}

// invoicedTax is the tax by rate of documents.
func (o *office) invoicedTax(all []invoice.View) map[int64]int64 {
	sum := map[int64]int64{}
	for i := range all {
		for _, s := range all[i].ByRate() {
			if sum[s.Rate] += s.Tax; sum[s.Rate] == 0 {
				delete(sum, s.Rate)
			}
		}
	}
	return sum
}

// ledgerTax is the tax by rate that the ledger has of an order. Before it is paid it has none.
func (o *office) ledgerTax(k order.Key, all []invoice.View) map[int64]int64 {
	o.t.Helper()
	found, entries, err := order.ReadLedger(o.t.Context(), o.App, o.A.Owner, k)
	o.must(err)
	if !found.Status.Sold() {
		return o.invoicedTax(all)
	}
	sum := map[int64]int64{}
	for _, e := range entries {
		for _, p := range e.Postings {
			if p.Kind == ledger.Tax {
				if sum[p.ID] += p.Amount; sum[p.ID] == 0 {
					delete(sum, p.ID)
				}
			}
		}
	}
	return sum
}

func TestAnInvoiceForAnotherBuyer(t *testing.T) {
	is := is.New(t)
	o := newOffice(t, company.IssueAlways)
	k := o.paid(1, 0)
	all, err := invoice.Correct(t.Context(), o.App, o.A.Owner, k, *works())
	is.NoErr(err)
	is.Equal(len(all), 2)
	is.Equal(all[0].Gross(), int64(-2675))
	is.True(all[0].All)
	is.Equal(all[0].Buyer.Company, "")
	is.Equal(all[1].Gross(), int64(2675))
	is.Equal(all[1].Buyer.Company, "Werft GmbH")
	is.Equal(all[1].Corrected, "")
	is.Equal(len(numbers(o.written(k))), 3)
}

func TestWhatHasNoInvoice(t *testing.T) {
	is := is.New(t)
	o := newOffice(t, company.IssueAlways)
	k := o.basket(1, 0)
	_, err := invoice.Issue(t.Context(), o.App, o.A.Owner, k)
	is.Equal(app.KindOf(err), app.Invalid) // it is a basket
	o.complete(k, order.ComplimentaryMethod)
	is.Equal(len(o.written(k)), 0) // nobody pays it
	_, err = invoice.Issue(t.Context(), o.App, o.A.Owner, k)
	is.Equal(app.KindOf(err), app.Invalid)
	paid := o.paid(1, 0)
	_, err = invoice.Issue(t.Context(), o.App, o.A.Owner, paid)
	is.Equal(app.KindOf(err), app.Invalid) // it has one
	is.True(invoice.SetRecipient(t.Context(), o.App, o.A.Owner, paid, works()) != nil)
	_, err = company.ChangeSettings(t.Context(), o.App, o.A.Owner, company.SettingsChange{Billing: company.BillingChange{Name: app.Cleared[string]()}})
	is.Equal(app.KindOf(err), app.Invalid) // whose they are stands on each
}

// TestNumbersHaveNoGaps: many who sell at once, and some whose transaction fails after the
// number was taken.
func TestNumbersHaveNoGaps(t *testing.T) {
	is := is.New(t)
	o := newOffice(t, company.IssueAlways, apptest.Calm())
	var keys []order.Key
	for range 12 {
		keys = append(keys, o.basket(1, 0))
	}
	var all sync.WaitGroup
	for _, k := range keys {
		all.Go(func() { o.complete(k, order.Cash) })
	}
	all.Wait()
	got := map[string]bool{}
	for _, k := range keys {
		for _, n := range numbers(o.written(k)) {
			got[n] = true
		}
	}
	is.Equal(len(got), len(keys))
	for i := range keys {
		is.True(got[fmt.Sprintf("RE%d-%05d", o.Clock.Now().Year(), i+1)])
	}
}

// TestAFailureTakesNoNumber: what is written in a transaction that fails leaves none.
func TestAFailureTakesNoNumber(t *testing.T) {
	is := is.New(t)
	o := newOffice(t, company.IssueNever)
	k, next := o.paid(1, 0), o.paid(1, 0)
	lost := errors.New("the machine is gone")
	err := o.App.Update(t.Context(), o.A.Owner, app.Authenticated, func(tx app.Tx) error {
		return errors.Join(app.Part(tx, func(a *app.App, _ app.Tx) error {
			_, err := invoice.Issue(t.Context(), a, o.A.Owner, k)
			return err
		}), lost)
	})
	is.True(errors.Is(err, lost))
	all, err := invoice.Issue(t.Context(), o.App, o.A.Owner, next)
	is.NoErr(err)
	is.Equal(all[0].Count, int64(1))
	is.Equal(len(o.written(k)), 0)
}

// TestControlTwinOfNumbers: a box office that takes the number before the transaction that stores
// the document. Two who sell at once are refused each other's, and one who fails leaves a gap,
// which the check of the store finds.
func TestControlTwinOfNumbers(t *testing.T) {
	is := is.New(t)
	o := newOffice(t, company.IssueAlways, apptest.Calm(), apptest.Unchecked())
	first := o.written(o.paid(1, 0))[0].Document
	take := func() (n int64) {
		o.update(func(tx app.Tx) (err error) {
			n, err = invoice.TakeNumber(tx, first.Series, first.Year)
			return err
		})
		return n
	}
	store := func(n int64) error {
		return o.App.Update(t.Context(), o.A.Owner, app.Authenticated, func(tx app.Tx) error { return invoice.StoreAs(tx, first, n) })
	}
	one, two := take(), take()
	is.Equal(one, two) // both believe it is theirs
	is.NoErr(store(one))
	is.True(store(two) != nil)
	is.NoErr(store(take() + 1)) // somebody failed between
	is.True(slices.Contains(o.breaches(), "invoices: numbers"))
}

func (o *office) breaches() (keys []string) {
	o.t.Helper()
	for _, inv := range o.App.Invariants() {
		o.must(o.App.ViewCompany(o.t.Context(), o.A.Company.ID, func(r app.Reader) error {
			return inv.Check(r, func(b app.Breach) { keys = append(keys, b.Key) })
		}))
	}
	return keys
}

func dayOf(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}
