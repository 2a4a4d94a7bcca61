package sales_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales"
	"marquee/app/sales/pay"
	"marquee/app/sales/rules"
	"marquee/indexes"
)

// fails lets the next call of a name go wrong in a way.
func (b *bank) fails(name string, f fault) {
	var once sync.Once
	b.fault = func(call string) (now fault) {
		if call == name {
			once.Do(func() { now = f })
		}
		return now
	}
}

func TestACaptureWithoutAnAnswer(t *testing.T) {
	for _, c := range []struct {
		must   string
		fault  fault
		status order.Status
		state  payment.State
	}{
		{"completes the order when the money was taken", answerLost, order.Complete, payment.Paid},
		{"opens the basket again when it was not", unheard, order.Active, payment.Cancelled},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			h := newTeller(t)
			s := h.addItem(1, plain)
			b := h.mustAdd(adding(one(s, 1)))
			i := h.mustIntent(b)
			h.bank.fails("capture", c.fault)
			_, err := h.payBy(b, i)
			is.Equal(app.KindOf(err), app.Unavailable)
			is.Equal(h.order(b).Status, order.Processing)
			is.Equal(h.unresolved(), int64(1))
			h.Clock.Jump(20 * time.Minute) // longer than the basket would have lasted
			if err := h.App.RunJob(t.Context(), sales.ExpireBaskets); err != nil {
				t.Fatal(err)
			}
			is.Equal(*h.stock(s).Current(), int64(0)) // the stock is still the buyer's
			h.jobs()
			is.Equal(h.order(b).Status, c.status)
			is.Equal(h.paymentOf(i).State, c.state)
			is.Equal(h.unresolved(), int64(0))
		})
	}
}

func TestAProcessThatEndsIsMadeUpForByTheNextAtOnce(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	b := h.mustAdd(adding(one(h.addItem(1, plain), 1)))
	i := h.mustIntent(b)
	h.bank.fault = func(call string) fault { h.engine.breaks(call == "capture"); return fine }
	_, err := h.payBy(b, i)
	is.True(err != nil)
	h.restart()
	h.jobs()
	is.Equal(h.order(b).Status, order.Complete)
	is.Equal(h.bank.byRef[i.Ref].captures, 1)
}

// undecided is an order whose gateway has not decided for so long that its stock was let
// go.
func undecided(t *testing.T, stock int64) (*teller, catalog.SaleItem, order.Basket, pay.Intent) {
	h := newTeller(t)
	s := h.addItem(stock, plain)
	b := h.mustAdd(adding(one(s, stock)))
	i := h.mustIntent(b)
	h.bank.fails("capture", settling)
	if _, err := h.payBy(b, i); app.KindOf(err) != app.Unavailable {
		t.Fatal(err)
	}
	h.later(5 * time.Minute)
	if o := h.order(b); o.Status != order.Processing {
		t.Fatalf("let go too soon: %s", o.Status.Slug())
	}
	h.later(20 * time.Minute)
	if o := h.order(b); o.Status != order.Expired {
		t.Fatalf("not let go: %s", o.Status.Slug())
	}
	return h, s, b, i
}

func TestMoneyThatComesWhenTheStockWasLetGo(t *testing.T) {
	t.Run("buys the tickets again when they are there", func(t *testing.T) {
		is := is.New(t)
		h, s, b, i := undecided(t, 2)
		h.bank.settle(payment.Taken)
		h.later(2 * time.Hour)
		is.Equal(h.order(b).Status, order.Complete)
		is.Equal(h.order(b).Totals.Paid, int64(4500))
		is.Equal(h.stock(s).Sold, int64(2))
		is.Equal(h.paymentOf(i).State, payment.Paid)
	})
	t.Run("is given back when one of them is gone, and the order has failed", func(t *testing.T) {
		is := is.New(t)
		h, s, b, i := undecided(t, 2)
		other := h.mustAdd(adding(one(s, 1)))
		_, err := h.complete(other, cash)
		is.NoErr(err)
		h.bank.settle(payment.Taken)
		h.later(2 * time.Hour)
		is.Equal(h.order(b).Status, order.Failed)
		is.Equal(h.stock(s).Sold, int64(1))
		is.Equal(*h.stock(s).Current(), int64(1))
		is.Equal(h.paymentOf(i).State, payment.Refunded)
		is.Equal(h.bank.byRef[i.Ref].refunded, int64(4500))
		ids := h.order(b).TransactionIDs
		h.view(func(r app.Reader) error {
			all, err := order.Transactions.GetMany(r, ids)
			is.Equal(all[0].Status, order.TransactionRefunded)
			return err
		})
	})
	t.Run("is given back when the event was cancelled", func(t *testing.T) {
		is := is.New(t)
		h, _, b, i := undecided(t, 1)
		h.update(func(tx app.Tx) error {
			_, err := indexes.Forge(catalog.Events).Update(tx, h.event.ID, func(e *catalog.Event) error { now := tx.Now(); e.CancelledAt, e.OffSale = &now, true; return nil })
			return err
		})
		h.bank.settle(payment.Taken)
		h.later(2 * time.Hour)
		is.Equal(h.order(b).Status, order.Failed)
		is.Equal(h.paymentOf(i).State, payment.Refunded)
	})
	t.Run("never comes", func(t *testing.T) {
		is := is.New(t)
		h, _, b, i := undecided(t, 1)
		h.bank.settle(payment.Void)
		h.later(2 * time.Hour)
		is.Equal(h.order(b).Status, order.Expired)
		is.Equal(h.paymentOf(i).State, payment.Cancelled)
		is.Equal(h.unresolved(), int64(0))
	})
}

// Money that comes late buys nothing where another part was to be paid by hand: nobody knows
// whether that was taken, or given back when the order had expired.
func TestLatePartsAreGivenBack(t *testing.T) {
	for name, c := range map[string]struct {
		late func(h *teller, b order.Basket, i pay.Intent)
		want order.Status
	}{
		"the gateway decides after the order has expired": {func(h *teller, b order.Basket, i pay.Intent) {
			h.bank.fails("capture", settling)
			_, err := h.payBy(b, i)
			is.New(h.t).Equal(app.KindOf(err), app.Unavailable)
			h.later(5 * time.Minute)
			h.later(20 * time.Minute)
			is.New(h.t).Equal(h.order(b).Status, order.Expired)
			h.bank.settle(payment.Taken)
		}, order.Failed},
		"somebody captured it elsewhere, and its basket expires": {func(h *teller, _ order.Basket, i pay.Intent) {
			h.bank.byRef[i.Ref].take()
		}, order.Failed},
		"its order waits for a payment by link since": {func(h *teller, b order.Basket, i pay.Intent) {
			h.bank.byRef[i.Ref].take()
			_, err := sales.PayLater(h.t.Context(), h.App, h.A.Owner, sales.Later{Basket: key(b), Channel: catalog.APIChannel, Way: sales.ByLink})
			h.noErr(err)
		}, order.AwaitingPaymentLink},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			h := newTeller(t)
			b := h.mustAdd(adding(one(h.addItem(1, plain), 1)))
			i, err := pay.CreateIntent(t.Context(), h.App, h.A.Owner, pay.OpenIntent{Basket: key(b), Channel: catalog.APIChannel, Splits: []rules.Split{
				{Amount: 1000, Method: order.Cash}, {Amount: 1250, Method: order.CardNotPresentOnline},
			}})
			is.NoErr(err)
			c.late(h, b, i)
			h.later(2 * time.Hour)
			o := h.order(b)
			is.Equal(o.Status, c.want)
			is.Equal(o.Totals.Paid, int64(0))
			is.Equal(h.bank.byRef[i.Ref].refunded, int64(1250))
			is.Equal(h.paymentOf(i).State, payment.Refunded)
		})
	}
}

func TestABasketThatEndsGivesItsIntentUp(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	b := h.mustAdd(adding(one(h.addItem(1, plain), 1)))
	i := h.mustIntent(b)
	h.later(time.Hour)
	is.Equal(h.order(b).Status, order.Expired)
	is.Equal(h.bank.byRef[i.Ref].stage, payment.Void)
	is.Equal(h.paymentOf(i).State, payment.Cancelled)
}

// Somebody captures an intent at the gateway itself, after its basket is gone or was
// paid for in another way.
func TestAnIntentThatWasCapturedElsewhereIsNotLost(t *testing.T) {
	t.Run("its basket has expired: the tickets are sold", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		b := h.mustAdd(adding(one(h.addItem(1, plain), 1)))
		i := h.mustIntent(b)
		h.bank.byRef[i.Ref].take()
		h.later(time.Hour)
		is.Equal(h.order(b).Status, order.Complete)
		is.Equal(h.paymentOf(i).State, payment.Paid)
	})
	t.Run("its order was paid in cash: the money goes back", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		b := h.mustAdd(adding(one(h.addItem(1, plain), 1)))
		i := h.mustIntent(b)
		h.bank.byRef[i.Ref].take()
		_, err := h.complete(b, cash)
		is.NoErr(err)
		h.later(time.Minute)
		is.Equal(h.order(b).Totals.Paid, int64(2250))
		is.Equal(h.bank.byRef[i.Ref].refunded, int64(2250))
		is.Equal(h.paymentOf(i).State, payment.Refunded)
	})
}

func TestAGatewayThatNeverAnswers(t *testing.T) {
	silent := func(t *testing.T) (*teller, order.Basket, pay.Intent) {
		h := newTeller(t)
		b := h.mustAdd(adding(one(h.addItem(1, plain), 1)))
		i := h.mustIntent(b)
		h.bank.fault = func(string) fault { return unheard }
		_, _ = h.payBy(b, i)
		for range 40 {
			h.later(2 * time.Hour)
		}
		return h, b, i
	}
	t.Run("leaves an order that is unknown and keeps its stock", func(t *testing.T) {
		is := is.New(t)
		h, b, _ := silent(t)
		is.Equal(h.order(b).Status, order.Unknown)
		is.Equal(h.unresolved(), int64(1))
		_, err := h.payBy(b, pay.Intent{TransactionID: h.order(b).TransactionIDs[0]})
		is.Equal(app.KindOf(err), app.Conflict)
	})
	t.Run("answers when somebody lets it be asked again", func(t *testing.T) {
		is := is.New(t)
		h, b, i := silent(t)
		_, err := pay.SettlePayment(t.Context(), h.App, i.TransactionID, pay.AskGateway)
		is.NoErr(err)
		is.Equal(h.order(b).Status, order.Unknown) // still no answer
		h.bank.fault = nil
		h.bank.byRef[i.Ref].take()
		p, err := pay.SettlePayment(t.Context(), h.App, i.TransactionID, pay.AskGateway)
		is.NoErr(err)
		is.Equal(p.State, payment.Paid)
		is.Equal(h.order(b).Status, order.Complete)
	})
	t.Run("never opened what somebody decides about", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		b := h.mustAdd(adding(one(h.addItem(1, plain), 1)))
		h.bank.fault = func(string) fault { return unheard }
		_, err := h.intent(b)
		is.Equal(app.KindOf(err), app.OutsideFailed)
		id := h.order(b).TransactionIDs[0]
		_, err = pay.SettlePayment(t.Context(), h.App, id, pay.WasTaken)
		is.Equal(app.KindOf(err), app.Invalid) // nothing can have been taken
		p, err := pay.SettlePayment(t.Context(), h.App, id, pay.WasNotTaken)
		is.NoErr(err)
		is.Equal(p.State, payment.Failed)
		is.Equal(h.unresolved(), int64(0))
	})
	t.Run("somebody found out that the money was taken", func(t *testing.T) {
		is := is.New(t)
		h, b, i := silent(t)
		h.bank.fault = nil
		h.bank.byRef[i.Ref].take()
		_, err := pay.SettlePayment(t.Context(), h.App, i.TransactionID, pay.WasTaken)
		is.NoErr(err)
		is.Equal(h.order(b).Status, order.Complete)
		_, err = pay.SettlePayment(t.Context(), h.App, i.TransactionID, pay.WasNotTaken)
		is.Equal(app.KindOf(err), app.Invalid)
	})
	t.Run("somebody found out that it was not, and was wrong", func(t *testing.T) {
		is := is.New(t)
		h, b, i := silent(t)
		h.bank.fault = nil
		h.bank.byRef[i.Ref].take()
		_, err := pay.SettlePayment(t.Context(), h.App, i.TransactionID, pay.WasNotTaken)
		is.NoErr(err)
		is.Equal(h.order(b).Status, order.Failed)
		h.jobs()
		is.Equal(h.paymentOf(i).State, payment.Refunded)
		is.Equal(h.unresolved(), int64(0))
	})
}

func TestARefusedCardWhenTheBuyerHasBegunAnew(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	s := h.addItem(3, plain)
	in := adding(one(s, 1))
	in.Buyer.Email, in.Buyer.Name = "ada@example.com", "Ada"
	b := h.mustAdd(in)
	i := h.mustIntent(b)
	h.bank.fails("capture", settling)
	_, err := h.payBy(b, i)
	is.True(err != nil)
	h.mustAdd(in) // a new basket: the other is being paid
	h.bank.settle(payment.Void)
	h.later(2 * time.Minute)
	is.Equal(h.order(b).Status, order.Failed) // a customer has one basket
	is.Equal(h.stock(s).Reserved, int64(1))
}

func TestOpeningWithoutAnAnswer(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	b := h.mustAdd(adding(one(h.addItem(1, plain), 1)))
	h.bank.fails("open", answerLost)
	_, err := h.intent(b)
	is.Equal(app.KindOf(err), app.OutsideFailed)
	i := h.mustIntent(b) // another try, which takes the place of the first
	h.later(3 * time.Minute)
	is.Equal(len(h.bank.byRef), 2)
	is.Equal(h.bank.byRef["pi_1"].stage, payment.Void)
	_, err = h.payBy(b, i)
	is.NoErr(err)
	is.Equal(h.unresolved(), int64(0))
}

func TestAGatewayThatRefusesToOpen(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	b := h.mustAdd(adding(one(h.addItem(1, plain), 1)))
	h.bank.refuses = "amount_too_small"
	_, err := h.intent(b)
	is.Equal(app.KindOf(err), app.Invalid)
	is.True(strings.Contains(err.Error(), "amount_too_small"))
	o := h.order(b)
	is.Equal(o.Status, order.Active)
	is.Equal(o.PaymentID, int64(0))
	is.Equal(h.paymentOf(pay.Intent{TransactionID: o.TransactionIDs[0]}).State, payment.Failed)
}

// An order that waits for its payment is paid by card, and waits on when the card is
// refused.
func TestAnOrderThatWaitsIsPaidByCard(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	s := h.addItem(1, approvable)
	b := h.mustAdd(adding(one(s, 1)))
	_, err := h.intent(b)
	is.Equal(app.KindOf(err), app.Invalid) // nothing is due before somebody approved it
	_, err = h.complete(b, cash)
	is.NoErr(err)
	is.NoErr(h.decide(b, true))
	waits := h.order(b)
	i := h.mustIntent(b)
	h.bank.refuses = "card_declined"
	_, err = h.payBy(b, i)
	is.Equal(app.KindOf(err), app.Invalid)
	is.Equal(h.order(b).Status, order.AwaitingPaymentLink)
	is.Equal(h.order(b).ExpiresAt, waits.ExpiresAt)
	h.bank.refuses = ""
	_, err = h.payBy(b, i)
	is.NoErr(err)
	is.Equal(h.order(b).Status, order.Complete)
	is.Equal(h.order(b).Totals.Paid, int64(2250))
}

func TestABasketHasSoManyPayments(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	b := h.mustAdd(adding(one(h.addItem(1, plain), 1)))
	var err error
	var n int
	for n = 0; err == nil; n++ {
		_, err = h.intent(b)
	}
	is.Equal(n, 101)
	is.Equal(app.KindOf(err), app.Invalid)
	_, err = h.complete(b, cash)
	is.NoErr(err)
}
