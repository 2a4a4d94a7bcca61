package sales_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/attempt"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/queue"
	"marquee/app/sales"
	"marquee/app/sales/pay"
	"marquee/app/sales/rules"
	"marquee/indexes"
	"marquee/kv/kvtest"
)

var (
	payments    = flag.Int("payments", 400, "how many payments the random schedule makes")
	paymentSeed = flag.Uint64("payments.seed", 1, "what the random schedule is drawn from")
)

// schedule is a random run of buyers, a gateway that fails, and processes that end.
type schedule struct {
	*teller
	rng  *rand.Rand
	item catalog.SaleItem
	// open are baskets that somebody may still pay for, with their last intent.
	open []*buyer
	// reconciles is off in the control twin.
	reconciles bool
}

type buyer struct {
	basket order.Basket
	intent *pay.Intent
}

func newSchedule(t *testing.T, reconciles bool) *schedule {
	h := newTeller(t)
	s := &schedule{teller: h, rng: rand.New(rand.NewPCG(*paymentSeed, 7)), reconciles: reconciles}
	s.item = h.addItem(-1, plain)
	h.offersDeposit(30)
	return s
}

// scarce lets the stock run out and come back, so that late money finds it gone.
func (s *schedule) scarce() {
	var total *int64
	if s.rng.IntN(2) == 0 {
		n := int64(0)
		total = &n // raised to what is sold and reserved
	}
	s.update(func(tx app.Tx) error {
		_, err := catalog.SetTotal(tx, catalog.LayerSaleItem, s.item.ID, total)
		return err
	})
}

// weather decides how the gateway behaves for a while, and when the process ends.
func (s *schedule) weather() {
	kinds := []fault{fine, fine, fine, fine, fine, fine, fine, fine, unheard, answerLost, settling}
	s.bank.refuses = ""
	if s.rng.IntN(25) == 0 {
		s.bank.refuses = "card_declined"
	}
	var drawing sync.Mutex // the outbox calls from several goroutines
	s.bank.fault = func(call string) fault {
		drawing.Lock()
		defer drawing.Unlock()
		// Killed while the gateway thinks. The outbox would sleep between its tries to
		// store what it did.
		if call != "cancel" && call != "refund" && s.rng.IntN(40) == 0 {
			s.engine.breaks(true)
		}
		return kinds[s.rng.IntN(len(kinds))]
	}
}

// step is one thing that somebody does.
func (s *schedule) step() (begun int) {
	defer func() {
		if s.engine.isBroken() || s.rng.IntN(40) == 0 {
			s.restart()
		}
	}()
	s.weather()
	switch n := s.rng.IntN(100); {
	case n < 20 || len(s.open) == 0:
		in := adding(one(s.item, 1+s.rng.Int64N(2)))
		if s.rng.IntN(3) == 0 {
			in.Buyer.Name, in.Buyer.Email = "Ada", fmt.Sprintf("ada%d@example.com", s.rng.IntN(20))
		}
		if b, err := s.add(in); err == nil {
			s.open = append(s.open, &buyer{basket: b})
		}
	case n < 36:
		b := s.anyone()
		if b.intent != nil && s.rng.IntN(4) > 0 {
			break
		}
		ask := s.intent
		if s.rng.IntN(3) == 0 {
			ask = s.depositIntent
		}
		if i, err := ask(b.basket); err == nil {
			b.intent = &i
			return 1
		}
	case n < 39:
		in := adding(one(s.item, 1))
		in.Basket = key(s.anyone().basket)
		_, _ = s.add(in)
	case n < 42:
		_, _ = s.complete(s.anyone().basket, []rules.Payment{cash, inDeposit}[s.rng.IntN(2)])
	case n < 44:
		_ = sales.ExpireBasket(context.Background(), s.App, s.A.Owner, key(s.anyone().basket))
	case n < 46:
		_, _ = s.payLater(s.anyone().basket, []sales.Way{sales.ByLink, sales.OnSite}[s.rng.IntN(2)])
	case n < 52:
		if b := s.anyone(); b.intent != nil {
			_ = sales.CaptureIntent(context.Background(), s.App, s.A.Owner, key(b.basket), catalog.APIChannel, b.intent.Ref)
		}
	case n < 82:
		if b := s.ready(); b.intent != nil {
			_, _ = s.payBy(b.basket, *b.intent)
		}
	case n < 91:
		s.captureElsewhere()
	case n < 94:
		s.scarce()
	case n < 96:
		s.bank.settle([]payment.Stage{payment.Taken, payment.Void}[s.rng.IntN(2)])
	default:
		s.pass(time.Duration(s.rng.IntN(1500)) * time.Second)
	}
	return 0
}

func (s *schedule) anyone() *buyer { return s.open[s.rng.IntN(len(s.open))] }

// ready is the buyer with an intent who waits longest, or anyone.
func (s *schedule) ready() *buyer {
	for i, b := range s.open {
		if b.intent != nil {
			s.open = append(append(s.open[:i:i], s.open[i+1:]...), b)
			return b
		}
	}
	return s.anyone()
}

// captureElsewhere takes the money of an intent without the box office.
func (s *schedule) captureElsewhere() {
	if b := s.anyone(); b.intent != nil {
		s.bank.mu.Lock()
		defer s.bank.mu.Unlock()
		if a := s.bank.byRef[b.intent.Ref]; a.stage == payment.Authorised {
			a.take()
		}
	}
}

// pass lets time go by, with the jobs that a server does.
func (s *schedule) pass(d time.Duration) {
	s.Clock.Jump(d)
	jobs := []string{sales.ExpireBaskets, pay.CompletePaid, queue.SendJob}
	if s.reconciles {
		jobs = append(jobs, attempt.ReconcileJob)
	}
	for _, job := range jobs {
		_ = s.App.RunJob(context.Background(), job)
	}
	if len(s.open) > 60 {
		s.open = s.open[len(s.open)-60:]
	}
}

// calm lets everything end: the gateway works again, and days go by.
func (s *schedule) calm() {
	s.restart()
	s.bank.fault, s.bank.refuses = nil, ""
	s.bank.settle(payment.Taken)
	for range 60 {
		s.pass(2 * time.Hour)
	}
}

// verdict is what is wrong after everything has ended.
func (s *schedule) verdict() (wrong []string) {
	if n := s.unresolved(); n > 0 {
		wrong = append(wrong, fmt.Sprintf("%d payments are not resolved", n))
	}
	books, paid := map[string]payment.Payment{}, map[string]int64{}
	s.view(func(r app.Reader) error {
		clear(books)
		clear(paid)
		for hit, err := range order.Orders.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			o := &hit.Rec
			for _, id := range o.TransactionIDs {
				if p, found, err := payment.ByTransaction(r, id); err != nil {
					return err
				} else if found && p.Ref != "" {
					books[p.Ref] = p
				}
			}
			if want := o.Deposit; !o.Status.Sold() && o.Totals.Paid != want {
				wrong = append(wrong, fmt.Sprintf("order %d is %s with %d, and its deposit is %d", o.ID, o.Status.Slug(), o.Totals.Paid, want))
			}
			if o.Status == order.Complete && o.Totals.Paid != o.Totals.Total {
				wrong = append(wrong, fmt.Sprintf("order %d is complete with %d of %d", o.ID, o.Totals.Paid, o.Totals.Total))
			}
			if o.Status == order.Processing || o.Status == order.Unknown {
				wrong = append(wrong, fmt.Sprintf("order %d is still being paid", o.ID))
			}
		}
		return nil
	})
	for ref, a := range s.bank.byRef {
		p := books[ref]
		switch kept := p.State == payment.Paid; {
		case a.captures > 1:
			wrong = append(wrong, fmt.Sprintf("%s was captured %d times", ref, a.captures))
		case kept && a.captured-a.refunded != p.Amount:
			wrong = append(wrong, fmt.Sprintf("%s is paid with %d, and the gateway has %d", ref, p.Amount, a.captured-a.refunded))
		case !kept && a.captured != a.refunded:
			wrong = append(wrong, fmt.Sprintf("%s is %s, and %d of %d were given back", ref, p.State, a.refunded, a.captured))
		case a.stage == payment.Authorised && p.State != payment.Open:
			wrong = append(wrong, fmt.Sprintf("%s is %s, and its card is still authorised", ref, p.State))
		}
	}
	return wrong
}

// statuses counts the orders by their status.
func (s *schedule) statuses() map[order.Status]int {
	n := map[order.Status]int{}
	s.view(func(r app.Reader) error {
		clear(n)
		for hit, err := range order.Orders.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			n[hit.Rec.Status]++
		}
		return nil
	})
	return n
}

func (e *breaking) isBroken() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.broken
}

// run makes so many payments, and lets everything end.
func (s *schedule) run(n int) {
	for begun := 0; begun < n; begun += s.step() {
	}
	s.calm()
}

// Whatever a gateway does, and whenever a process ends: afterwards no payment is in
// doubt, no money is without an order or a refund, none was captured twice, and no order
// is complete without its money.
func TestMoneyIsNeverInLimbo(t *testing.T) {
	kvtest.SingleGoroutine(t)
	s := newSchedule(t, true)
	s.run(*payments)
	for _, w := range s.verdict() {
		t.Error(w)
	}
	states := map[payment.State]int{}
	for state := payment.Opening; state <= payment.Refunded; state++ {
		all, err := payment.List(t.Context(), s.App, payment.Filter{State: state, Limit: payment.MaxList})
		if err != nil {
			t.Fatal(err)
		}
		states[state] = len(all)
	}
	t.Logf("seed %d, %d calls of the gateway: %v", *paymentSeed, s.bank.calls, states)
	if orders := s.statuses(); orders[order.PartiallyPaid] == 0 || orders[order.AwaitingOnsite] == 0 {
		t.Errorf("the schedule proves nothing: %v", orders)
	}
	if states[payment.Paid] == 0 || states[payment.Cancelled] == 0 {
		t.Error("the schedule proves nothing")
	}
}

// Without the reconciler the same schedule leaves payments in doubt.
func TestWithoutTheReconcilerMoneyIsInLimbo(t *testing.T) {
	kvtest.SingleGoroutine(t)
	s := newSchedule(t, false)
	s.run(100)
	if len(s.verdict()) == 0 {
		t.Error("nothing was in doubt: the schedule proves nothing")
	}
}
