package sales_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales"
	"marquee/app/sales/approval"
	"marquee/app/sales/pay"
	"marquee/app/sales/rules"
	"marquee/app/terms"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

func (h *hall) payLater(b order.Basket, way sales.Way) (sales.Waiting, error) {
	return sales.PayLater(h.t.Context(), h.App, h.A.Owner, sales.Later{Basket: key(b), Channel: catalog.APIChannel, Way: way})
}

// invoices lets orders be paid by invoice within ten days.
func (h *hall) invoices(instant bool) {
	h.t.Helper()
	_, err := terms.Set(h.t.Context(), h.App, h.A.Owner, terms.Change{Invoice: app.Is(terms.NewInvoice{
		On: terms.Channels{Office: true}, Days: 10, Instant: instant,
	})})
	if err != nil {
		h.t.Fatal(err)
	}
}

// named is a basket of a customer with one ticket.
func (h *hall) named(s catalog.SaleItem) order.Basket {
	in := adding(one(s, 1))
	in.Buyer.Name, in.Buyer.Email = "Ada", "ada@example.com"
	return h.mustAdd(in)
}

func TestAPaymentLink(t *testing.T) {
	at := func(h *teller, w sales.Waiting, token string) (o order.Order, err error) {
		err = h.App.View(t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) error {
			o, err = order.ByPaymentLink(r, w.Order.Reference, token)
			return err
		})
		return o, err
	}
	t.Run("leads to its order, and others do not", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		s := h.addItem(1, plain)
		b := h.mustAdd(adding(one(s, 1)))
		w, err := h.payLater(b, sales.ByLink)
		is.NoErr(err)
		is.Equal(w.Order.Status, order.AwaitingPaymentLink)
		is.Equal(*w.Order.ExpiresAt, h.Clock.Now().Add(72*time.Hour))
		is.Equal(len(w.Token), 32)
		is.True(!bytes.Contains(w.Order.PaymentLink, []byte(w.Token)))
		o, err := at(h, w, w.Token)
		is.NoErr(err)
		is.Equal(o.ID, w.Order.ID)
		for _, other := range []string{"", w.Token[1:], w.Token + "2", strings.Repeat("A", 32)} {
			_, err = at(h, w, other)
			is.Equal(app.KindOf(err), app.NotFound)
		}
		h.later(72 * time.Hour)
		o, err = at(h, w, w.Token)
		is.NoErr(err)
		is.Equal(o.Status, order.Expired)
		is.Equal(*h.stock(s).Current(), int64(1))
		page := h.page(b)
		_, err = sales.Reactivate(t.Context(), h.App, h.A.Owner, key(b))
		is.NoErr(err)
		_, err = at(h, w, w.Token) // a basket has none, nor what becomes of it
		is.Equal(app.KindOf(err), app.NotFound)
		is.True(h.page(b) != page)
		_, err = h.complete(b, cash)
		is.NoErr(err)
		_, err = at(h, w, w.Token)
		is.Equal(app.KindOf(err), app.NotFound)
	})
	t.Run("is told anew, and the one before leads nowhere", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		b := h.mustAdd(adding(one(h.addItem(1, plain), 1)))
		first, err := h.payLater(b, sales.ByLink)
		is.NoErr(err)
		page := h.page(b)
		h.Clock.Jump(time.Hour)
		second, err := h.payLater(b, sales.ByLink)
		is.NoErr(err)
		is.True(h.page(b) != page) // to which the first one led
		is.True(first.Token != second.Token)
		is.Equal(*second.Order.ExpiresAt, h.Clock.Now().Add(72*time.Hour))
		_, err = at(h, first, first.Token)
		is.Equal(app.KindOf(err), app.NotFound)
		_, err = at(h, second, second.Token)
		is.NoErr(err)
	})
	t.Run("is given for what was approved, and paid by card", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		b := h.mustAdd(adding(one(h.addItem(1, approvable), 1)))
		_, err := h.complete(b, cash)
		is.NoErr(err)
		hours := int64(5)
		_, err = terms.Set(t.Context(), h.App, h.A.Owner, terms.Change{LinkHours: app.Is(hours)})
		is.NoErr(err)
		due, err := approval.Decide(t.Context(), h.App, h.A.Owner, []approval.Decision{{OrderItemID: b.Items[0].ID, Approve: true}})
		is.NoErr(err)
		is.Equal(len(due), 1)
		is.Equal(*due[0].Order.ExpiresAt, h.Clock.Now().Add(5*time.Hour))
		_, err = at(h, due[0], due[0].Token)
		is.NoErr(err)
		_, err = h.payBy(b, h.mustIntent(b))
		is.NoErr(err)
		is.Equal(h.order(b).Status, order.Complete)
		o, err := at(h, due[0], due[0].Token)
		is.NoErr(err)
		is.Equal(o.ID, b.Order.ID) // which is paid
	})
	t.Run("ends when the order is somebody else's", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		b := h.named(h.addItem(1, plain))
		w, err := h.payLater(b, sales.ByLink)
		is.NoErr(err)
		page := h.page(b)
		_, err = sales.CompleteOrder(t.Context(), h.App, h.A.Owner, sales.Completion{
			Basket: key(b), Channel: catalog.APIChannel, Payment: cash, Buyer: customer.Buyer{Name: "Grace", Email: "grace@example.com"},
		})
		is.NoErr(err)
		_, err = at(h, w, w.Token)
		is.Equal(app.KindOf(err), app.NotFound)
		is.True(h.page(b) != page)
	})
	t.Run("ends with all links, and another takes its place", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		b := h.named(h.addItem(1, plain))
		w, err := h.payLater(b, sales.ByLink)
		is.NoErr(err)
		_, err = order.RevokeLinks(t.Context(), h.App, h.A.Owner, key(b))
		is.NoErr(err)
		_, err = at(h, w, w.Token)
		is.Equal(app.KindOf(err), app.NotFound)
		own, err := company.ReadSettings(t.Context(), h.App, h.A.Owner)
		is.NoErr(err)
		o := h.order(b)
		_, err = at(h, w, o.PaymentToken(&own))
		is.NoErr(err)
	})
}

func TestAnInvoice(t *testing.T) {
	t.Run("waits for its days, without tickets", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		h.invoices(false)
		b := h.named(h.addItem(1, plain))
		w, err := h.payLater(b, sales.ByInvoice)
		is.NoErr(err)
		is.Equal(w.Order.Status, order.AwaitingInvoice)
		is.Equal(*w.Order.ExpiresAt, h.Clock.Now().AddDate(0, 0, 10))
		is.True(!w.Order.Instant)
		h.later(11 * 24 * time.Hour)
		is.Equal(h.order(b).Status, order.Expired)
	})
	t.Run("is complete when staff say so, as it was agreed", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		h.invoices(false)
		b := h.named(h.addItem(1, plain))
		_, err := h.payLater(b, sales.ByInvoice)
		is.NoErr(err)
		done, err := h.complete(b, rules.Payment{})
		is.NoErr(err)
		is.Equal(done.Order.MethodNames(), []string{"Invoice"})
		is.Equal(done.Order.Totals.Paid, int64(2250))
	})
	for _, c := range []struct {
		must  string
		terms *terms.NewInvoice
		make  func(h *teller) order.Basket
	}{
		{"is not where none is offered", nil, func(h *teller) order.Basket { return h.named(h.addItem(1, plain)) }},
		{"is not on another channel", &terms.NewInvoice{On: terms.Channels{Online: true}}, func(h *teller) order.Basket { return h.named(h.addItem(1, plain)) }},
		{"is not for nobody", &terms.NewInvoice{On: terms.Channels{Office: true}}, func(h *teller) order.Basket { return h.mustAdd(adding(one(h.addItem(1, plain), 1))) }},
		{"is not for two events", &terms.NewInvoice{On: terms.Channels{Office: true}}, func(h *teller) order.Basket {
			first := h.addItem(1, plain)
			h.event = h.addEvent(func(*catalog.Event) {})
			in := adding(one(first, 1), one(h.addItem(1, plain), 1))
			in.Buyer.Name, in.Buyer.Email = "Ada", "ada@example.com"
			return h.mustAdd(in)
		}},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			h := newTeller(t)
			if c.terms != nil {
				_, err := terms.Set(t.Context(), h.App, h.A.Owner, terms.Change{Invoice: app.Is(*c.terms)})
				is.NoErr(err)
			}
			b := c.make(h)
			_, err := h.payLater(b, sales.ByInvoice)
			is.Equal(app.KindOf(err), app.Invalid)
			is.Equal(h.order(b).Status, order.Active)
		})
	}
}

// instant is an order that waits for its invoice, and its ticket is good.
func instant(t *testing.T) (*teller, catalog.SaleItem, order.Basket, string) {
	t.Helper()
	h := newTeller(t)
	h.invoices(true)
	s := h.addItem(1, plain)
	b := h.named(s)
	w, err := h.payLater(b, sales.ByInvoice)
	if err != nil {
		t.Fatal(err)
	}
	if w.Order.ExpiresAt != nil || !w.Order.Instant {
		t.Fatalf("%+v", w.Order)
	}
	return h, s, b, h.barcodes(b)[0]
}

func (t *teller) barcodes(b order.Basket) (all []string) {
	t.t.Helper()
	t.view(func(r app.Reader) error {
		all = nil
		items, err := order.Items.GetMany(r, b.Order.ItemIDs)
		for _, i := range items {
			all = append(all, i.Barcode)
		}
		return err
	})
	return all
}

// scan asks the gate of the event about a barcode, and lets it in when it may.
func (t *teller) scan(barcode string) entry.Status {
	t.t.Helper()
	zones, err := entry.ListZones(t.t.Context(), t.App, t.A.Owner, t.event.ID, false)
	if err != nil {
		t.t.Fatal(err)
	}
	r, err := entry.ScanZone(t.t.Context(), t.App, t.A.Owner, entry.ScanRequest{
		UUID: barcode + t.Clock.Now().String(), ZoneID: zones[0].ID, Barcodes: []string{barcode}, Direction: "in",
	})
	if err != nil {
		t.t.Fatal(err)
	}
	return r.Status
}

func TestInstantAccess(t *testing.T) {
	t.Run("opens the gates before the money came, and sells nothing", func(t *testing.T) {
		is := is.New(t)
		h, s, _, barcode := instant(t)
		is.Equal(h.scan(barcode), entry.Valid)
		is.Equal(h.stock(s).Reserved, int64(1))
		is.Equal(h.stock(s).Sold, int64(0))
	})
	t.Run("keeps its barcode when the money comes", func(t *testing.T) {
		is := is.New(t)
		h, s, b, barcode := instant(t)
		done, err := h.complete(b, rules.Payment{Method: order.Bank})
		is.NoErr(err)
		is.Equal(done.Items[0].Barcode, barcode)
		is.True(!done.Order.Instant)
		is.Equal(h.stock(s).Sold, int64(1))
		is.Equal(h.scan(barcode), entry.Valid)
	})
	t.Run("goes on while a card is charged", func(t *testing.T) {
		is := is.New(t)
		h, _, b, barcode := instant(t)
		i := h.mustIntent(b)
		h.bank.fails("capture", settling)
		_, err := h.payBy(b, i)
		is.Equal(app.KindOf(err), app.Unavailable)
		h.later(3 * time.Hour)
		is.Equal(h.order(b).Status, order.Processing) // for as long as it takes
		is.Equal(h.scan(barcode), entry.Valid)
		h.bank.settle(payment.Void)
		h.later(3 * time.Hour)
		is.Equal(h.order(b).Status, order.AwaitingInvoice)
		is.True(h.order(b).Instant)
	})
	t.Run("ends with the order, and comes back with the money", func(t *testing.T) {
		is := is.New(t)
		h, s, b, barcode := instant(t)
		is.NoErr(sales.ExpireBasket(t.Context(), h.App, h.A.Owner, key(b)))
		is.True(h.scan(barcode) != entry.Valid)
		is.Equal(*h.stock(s).Current(), int64(1))
		_, err := sales.Reactivate(t.Context(), h.App, h.A.Owner, key(b))
		is.NoErr(err)
		is.True(h.scan(barcode) != entry.Valid)
		done, err := h.complete(b, cash)
		is.NoErr(err)
		is.Equal(h.scan(done.Items[0].Barcode), entry.Valid)
	})
}

func TestPayingOnSite(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	b := h.mustAdd(adding(one(h.addItem(1, plain), 1)))
	w, err := h.payLater(b, sales.OnSite)
	is.NoErr(err)
	is.Equal(w.Order.Status, order.AwaitingOnsite)
	is.True(w.Order.ExpiresAt == nil)
	h.later(100 * 24 * time.Hour)
	is.Equal(h.order(b).Status, order.AwaitingOnsite) // for ever, where no date was set
	until := h.Clock.Now().Add(time.Hour)
	_, err = sales.Extend(t.Context(), h.App, h.A.Owner, key(b), &until)
	is.NoErr(err)
	h.later(2 * time.Hour)
	is.Equal(h.order(b).Status, order.Expired)
	_, err = sales.Reactivate(t.Context(), h.App, h.A.Owner, key(b))
	is.NoErr(err)
	done, err := h.complete(b, cash)
	is.NoErr(err)
	is.Equal(done.Order.Status, order.Complete)
}

// awaitingVoucher is an order that waits for a voucher.
func awaitingVoucher(t *testing.T) (*teller, catalog.SaleItem, order.Basket, pay.Intent) {
	t.Helper()
	h := newTeller(t)
	s := h.addItem(1, plain)
	b := h.mustAdd(adding(one(s, 1)))
	i, err := pay.CreateIntent(t.Context(), h.App, h.A.Owner, pay.OpenIntent{Basket: key(b), Local: true, Channel: catalog.APIChannel})
	if err != nil {
		t.Fatal(err)
	}
	h.bank.byRef[i.Ref].stage = payment.Settling
	w, err := sales.PayLater(t.Context(), h.App, h.A.Owner, sales.Later{Basket: key(b), Channel: catalog.APIChannel, Way: sales.Locally, TransactionID: i.TransactionID})
	if err != nil || w.Order.Status != order.AwaitingLocalPayment || w.Order.ExpiresAt != nil {
		t.Fatal(err, w.Order.Status)
	}
	return h, s, b, i
}

func TestAVoucher(t *testing.T) {
	days := func(h *teller, n int) {
		for range n {
			h.later(24 * time.Hour)
			if err := h.App.RunJob(t.Context(), pay.AskLocal); err != nil {
				t.Error(err)
			}
		}
	}
	t.Run("completes its order days later, when the gateway says that it was paid", func(t *testing.T) {
		is := is.New(t)
		h, _, b, i := awaitingVoucher(t)
		days(h, 5)
		is.Equal(h.order(b).Status, order.AwaitingLocalPayment)
		is.Equal(h.unresolved(), int64(0)) // nothing is in doubt
		h.bank.settle(payment.Taken)
		days(h, 1)
		is.Equal(h.order(b).Status, order.Complete)
		is.Equal(h.order(b).Totals.Paid, int64(2250))
		is.Equal(h.paymentOf(i).State, payment.Paid)
	})
	t.Run("is asked about at once when the gateway tells something", func(t *testing.T) {
		is := is.New(t)
		h, _, b, i := awaitingVoucher(t)
		days(h, 2)
		h.bank.settle(payment.Taken)
		is.NoErr(payment.Heard(t.Context(), h.App, bankName, i.Ref))
		is.NoErr(h.App.RunJob(t.Context(), pay.AskLocal))
		is.Equal(h.order(b).Status, order.Complete)
	})
	t.Run("that has expired ends its order", func(t *testing.T) {
		is := is.New(t)
		h, s, b, i := awaitingVoucher(t)
		h.bank.settle(payment.Void)
		days(h, 1)
		is.Equal(h.order(b).Status, order.Expired)
		is.Equal(h.paymentOf(i).State, payment.Cancelled)
		is.Equal(*h.stock(s).Current(), int64(1))
	})
	t.Run("waits while the gateway is silent", func(t *testing.T) {
		is := is.New(t)
		h, _, b, _ := awaitingVoucher(t)
		h.bank.fault = func(string) fault { return unheard }
		days(h, 3)
		is.Equal(h.order(b).Status, order.AwaitingLocalPayment)
		h.bank.fault = nil
		h.bank.settle(payment.Taken)
		days(h, 1)
		is.Equal(h.order(b).Status, order.Complete)
	})
	t.Run("that is paid after staff ended its order buys the ticket again", func(t *testing.T) {
		is := is.New(t)
		h, _, b, i := awaitingVoucher(t)
		is.NoErr(sales.ExpireBasket(t.Context(), h.App, h.A.Owner, key(b)))
		h.bank.settle(payment.Taken)
		days(h, 1)
		is.Equal(h.order(b).Status, order.Complete)
		is.Equal(h.paymentOf(i).State, payment.Paid)
	})
	t.Run("is not captured, extended, nor taken for another basket", func(t *testing.T) {
		is := is.New(t)
		h, _, b, i := awaitingVoucher(t)
		_, err := h.payBy(b, i)
		is.Equal(app.KindOf(err), app.Invalid)
		until := h.Clock.Now().Add(time.Hour)
		_, err = sales.Extend(t.Context(), h.App, h.A.Owner, key(b), &until)
		is.Equal(app.KindOf(err), app.Invalid)
		other := h.mustAdd(adding(one(h.addItem(1, plain), 1)))
		for _, id := range []int64{0, 9999, i.TransactionID, h.mustIntent(other).TransactionID} {
			_, err = sales.PayLater(t.Context(), h.App, h.A.Owner, sales.Later{Basket: key(other), Channel: catalog.APIChannel, Way: sales.Locally, TransactionID: id})
			is.Equal(app.KindOf(err), app.Invalid)
		}
		is.Equal(h.order(other).Status, order.Active)
	})
}

// Every way from every state that is none for it is refused, and changes nothing.
func TestWhatCannotBePaidLater(t *testing.T) {
	kvtest.SingleGoroutine(t)
	for _, state := range []struct {
		name string
		make func(t *testing.T) (*teller, order.Basket)
	}{
		{"complete", func(t *testing.T) (*teller, order.Basket) {
			h := newTeller(t)
			b, err := h.complete(h.mustAdd(adding(one(h.addItem(1, plain), 1))), cash)
			if err != nil {
				t.Fatal(err)
			}
			return h, b
		}},
		{"expired", func(t *testing.T) (*teller, order.Basket) {
			h := newTeller(t)
			b := h.mustAdd(adding(one(h.addItem(1, plain), 1)))
			h.later(time.Hour)
			return h, b
		}},
		{"partially paid", func(t *testing.T) (*teller, order.Basket) { h, _, b := deposited(t); return h, b }},
		{"by invoice", func(t *testing.T) (*teller, order.Basket) { h, _, b, _ := instant(t); return h, b }},
		{"by voucher", func(t *testing.T) (*teller, order.Basket) { h, _, b, _ := awaitingVoucher(t); return h, b }},
		{"awaiting approval", func(t *testing.T) (*teller, order.Basket) {
			h := newTeller(t)
			b, err := h.complete(h.mustAdd(adding(one(h.addItem(1, approvable), 1))), cash)
			if err != nil {
				t.Fatal(err)
			}
			return h, b
		}},
		{"of things to approve", func(t *testing.T) (*teller, order.Basket) {
			h := newTeller(t)
			return h, h.mustAdd(adding(one(h.addItem(1, approvable), 1)))
		}},
	} {
		for _, way := range append(sales.Ways, "loan") {
			t.Run(state.name+" "+string(way), func(t *testing.T) {
				is := is.New(t)
				h, b := state.make(t)
				before := h.order(b)
				_, err := h.payLater(b, way)
				is.Equal(app.KindOf(err), app.Invalid)
				is.Equal(h.order(b), before)
			})
		}
	}
}

// The time of a payment link ends while it is paid by card, and somebody else wants the
// ticket.
func TestCompletingRacesTheEndOfAPaymentLink(t *testing.T) {
	t.Run("the order is complete with its money, or gone without", func(t *testing.T) {
		is := is.New(t)
		var paid, gone int
		for round := range 40 {
			h := newTeller(t, apptest.Calm())
			s := h.addItem(1, plain)
			b := h.mustAdd(adding(one(s, 1)))
			w, err := h.payLater(b, sales.ByLink)
			is.NoErr(err)
			i := h.mustIntent(b)
			h.Clock.Jump(w.Order.ExpiresAt.Sub(h.Clock.Now()) - time.Second)
			var paying, rival error
			together(3, func(n int) {
				switch (n + round) % 3 {
				case 0:
					_, paying = patient(func() (order.Basket, error) { return h.payBy(b, i) })
				case 1:
					h.Clock.Jump(time.Minute)
					_, err := patient(func() (int, error) { return 0, h.App.RunJob(t.Context(), sales.ExpireBaskets) })
					if err != nil {
						t.Error(err)
					}
				case 2:
					in := adding(one(s, 1))
					in.Payment = &cash
					_, rival = patient(func() (order.Basket, error) { return h.add(in) })
				}
			})
			is.True(paying != nil || rival != nil)
			h.jobs()
			if o := h.order(b); paying == nil {
				paid++
				is.Equal(o.Status, order.Complete)
			} else {
				gone++
				is.Equal(o.Status, order.Expired)
				is.Equal(h.bank.byRef[i.Ref].captured, int64(0))
			}
		}
		t.Logf("paid %d, gone %d", paid, gone)
	})
	t.Run("control: a page that does not hold the order meanwhile takes money for nothing", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t, apptest.Calm())
		s := h.addItem(1, plain)
		b := h.mustAdd(adding(one(s, 1)))
		_, err := h.payLater(b, sales.ByLink)
		is.NoErr(err)
		i := h.mustIntent(b)
		is.Equal(h.order(b).Status, order.AwaitingPaymentLink) // it is good …
		h.Clock.Jump(73 * time.Hour)
		in := adding(one(s, 1))
		in.Payment = &cash
		h.mustAdd(in) // … while the gateway thinks, its ticket is sold to another
		h.bank.byRef[i.Ref].take()
		is.Equal(h.order(b).Status, order.Expired)
		is.Equal(h.bank.byRef[i.Ref].captured, int64(2250))
	})
}
