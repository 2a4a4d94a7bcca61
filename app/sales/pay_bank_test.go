package sales_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/attempt"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/queue"
	"marquee/app/sales"
	"marquee/app/sales/pay"
	"marquee/kv"
	"marquee/kv/mem"
)

// bank is a gateway in memory, which does what a test tells it. It outlives the box
// office.
type bank struct {
	mu      sync.Mutex
	byKey   map[string]*account
	byRef   map[string]*account
	calls   int
	refuses string // the code with which it opens and captures nothing
	tens    bool   // it moves tens alone
	// fault says what happens to a call: nil is nothing. It may block.
	fault func(call string) fault
}

// account is an intent as the bank knows it.
type account struct {
	ref, order         string
	stage              payment.Stage
	amount             int64
	captured, refunded int64
	captures           int
	returns            map[string]int64 // by key
	keeps              bool             // it gives nothing back
}

// fault is what goes wrong with a call.
type fault int

const (
	fine fault = iota
	unheard
	// answerLost does what it is asked for, and the answer does not arrive.
	answerLost
	settling
)

var errBank = errors.New("connection lost")

func newBank() *bank {
	return &bank{byKey: map[string]*account{}, byRef: map[string]*account{}}
}

// bankName is the gateway that the bank is: a real one, so that no money of it is of the demo.
const bankName = "bank"

// served adds the bank to the gateways.
func (b *bank) served() apptest.Option {
	ready := func(app.Reader) (bool, error) { return true, nil }
	return apptest.Effects(payment.Served(bankName, ready, b.counts, func(context.Context, *app.App, int64) (payment.Gateway, error) { return b, nil }))
}

// counts takes every amount, or tens alone.
func (b *bank) counts(_ company.Currency, amount int64) (int64, bool) {
	return amount, !b.tens || amount%10 == 0
}

// call is one call: before it, what goes wrong.
func (b *bank) call(name string, do func(f fault) error) error {
	f := fine
	if b.fault != nil {
		f = b.fault(name)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls++
	if f == unheard {
		return errBank
	}
	err := do(f)
	if f == answerLost {
		return errBank
	}
	return err
}

func (b *bank) Public() payment.Public { return payment.Public{PublishableKey: "pk"} }

func (b *bank) Open(_ context.Context, in payment.Intent) (o payment.Opened, err error) {
	err = b.call("open", func(fault) error {
		a := b.byKey[in.Key]
		if a == nil && b.refuses != "" {
			return &payment.Refusal{Code: b.refuses}
		}
		if a == nil {
			a = &account{ref: fmt.Sprintf("pi_%d", len(b.byKey)+1), order: in.Order, stage: payment.Authorised, amount: in.Amount}
			b.byKey[in.Key], b.byRef[a.ref] = a, a
		}
		o = payment.Opened{Ref: a.ref, ClientSecret: a.ref + "_secret"}
		return nil
	})
	return o, err
}

func (b *bank) on(name, ref string, do func(a *account, f fault) error) (s payment.Standing, err error) {
	err = b.call(name, func(f fault) error {
		a := b.byRef[ref]
		if a == nil {
			return &payment.Refusal{Code: payment.CodeMissing}
		}
		err := do(a, f)
		s = payment.Standing{Stage: a.stage, ClientSecret: ref + "_secret"}
		return err
	})
	return s, err
}

func (b *bank) Look(_ context.Context, ref string) (payment.Standing, error) {
	return b.on("look", ref, func(*account, fault) error { return nil })
}

func (b *bank) Capture(_ context.Context, ref, _ string, amount int64, _ company.Currency) (payment.Standing, error) {
	return b.on("capture", ref, func(a *account, f fault) error {
		switch {
		case b.refuses != "":
			return &payment.Refusal{Code: b.refuses}
		case a.stage == payment.Void:
			return &payment.Refusal{Code: payment.CodeVoid}
		case a.stage != payment.Authorised:
			return nil
		case f == settling:
			a.stage = payment.Settling
			return nil
		}
		a.take()
		return nil
	})
}

func (a *account) take() {
	a.stage, a.captured = payment.Taken, a.amount
	a.captures++
}

func (b *bank) Cancel(_ context.Context, ref string) (payment.Standing, error) {
	return b.on("cancel", ref, func(a *account, _ fault) error {
		if a.stage == payment.Authorised {
			a.stage = payment.Void
		}
		return nil
	})
}

func (b *bank) Refund(_ context.Context, ref, key string, amount int64, _ company.Currency) error {
	_, err := b.on("refund", ref, func(a *account, _ fault) error {
		switch {
		case a.returns[key] > 0:
			return nil
		case b.refuses != "":
			return &payment.Refusal{Code: b.refuses}
		case a.keeps:
			return &payment.Refusal{Code: "charge_disputed"}
		case amount > a.captured-a.refunded:
			return &payment.Refusal{Code: "charge_not_refundable"}
		}
		if a.returns == nil {
			a.returns = map[string]int64{}
		}
		a.returns[key] = amount
		a.refunded += amount
		return nil
	})
	return err
}

func (b *bank) ConnectionToken(context.Context) (string, error) { return "token", nil }

// settle decides on all money that is settling.
func (b *bank) settle(to payment.Stage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, a := range b.byRef {
		if a.stage != payment.Settling {
			continue
		}
		if a.stage = to; to == payment.Taken {
			a.take()
		}
	}
}

// breaking is an engine that refuses writes while it is told to, as one that was killed.
type breaking struct {
	kv.Engine
	mu     sync.Mutex
	broken bool
	loses  bool
	rivals int
	all    *sync.WaitGroup
}

// errFull is why a write is lost.
var errFull = errors.New("no space left on device")

// lose has the next update decide, and what it decided is not written.
func (e *breaking) lose() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.loses = true
}

// meet has the next n updates decide on what none of them has changed yet.
func (e *breaking) meet(n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.rivals, e.all = n, &sync.WaitGroup{}
	e.all.Add(n)
}

func (e *breaking) breaks(now bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.broken = now
}

func (e *breaking) Update(ctx context.Context, fn func(kv.Tx) error) error {
	e.mu.Lock()
	broken, loses, meets, all := e.broken, e.loses, e.rivals > 0, e.all
	e.rivals, e.loses = max(e.rivals-1, 0), false
	e.mu.Unlock()
	switch {
	case broken:
		return kv.ErrBusy
	case loses:
		return e.Engine.Update(ctx, func(tx kv.Tx) error { _ = fn(tx); return errFull })
	}
	if !meets {
		return e.Engine.Update(ctx, fn)
	}
	met := sync.OnceFunc(func() { all.Done(); all.Wait() })
	return e.Engine.Update(ctx, func(tx kv.Tx) error {
		defer met()
		return fn(tx)
	})
}

// teller is a hall that takes cards over a bank, and can be killed and started again.
type teller struct {
	*hall
	bank   *bank
	engine *breaking
}

func newTeller(t testing.TB, opts ...apptest.Option) *teller {
	clock := apptest.NewClock()
	memory := mem.New(mem.Options{Clock: clock.Now})
	t.Cleanup(func() { _ = memory.Close() })
	e, b := &breaking{Engine: memory}, newBank()
	return &teller{newHall(t, append([]apptest.Option{b.served(), apptest.On(e), apptest.WithClock(clock)}, opts...)...), b, e}
}

// restart is another process on the same store.
func (t *teller) restart() {
	t.engine.breaks(false)
	t.App = app.New(t.App.Engine(), t.App.Definition(), app.Options{Clock: t.Clock.Now})
}

func (t *teller) intent(b order.Basket) (pay.Intent, error) {
	return pay.CreateIntent(t.t.Context(), t.App, t.A.Owner, pay.OpenIntent{Basket: key(b), Channel: catalog.APIChannel})
}

func (t *teller) mustIntent(b order.Basket) pay.Intent {
	t.t.Helper()
	i, err := t.intent(b)
	if err != nil {
		t.t.Fatal(err)
	}
	return i
}

func (t *teller) payBy(b order.Basket, i pay.Intent) (order.Basket, error) {
	done, err := sales.CompleteOrder(t.t.Context(), t.App, t.A.Owner, sales.Completion{
		Basket: key(b), TransactionID: i.TransactionID, Channel: catalog.APIChannel,
	})
	return done.Basket, err
}

// jobs does what is due now, again and again until nothing more follows from it.
func (t *teller) jobs() {
	t.t.Helper()
	for range 3 {
		for _, job := range []string{sales.ExpireBaskets, attempt.ReconcileJob, pay.CompletePaid, queue.SendJob} {
			_ = t.App.RunJob(context.Background(), job) // what a silent bank keeps from being done comes later
		}
	}
}

// later lets time pass, and does what is due then.
func (t *teller) later(d time.Duration) {
	t.t.Helper()
	t.Clock.Jump(d)
	t.jobs()
}

func (t *teller) order(b order.Basket) (o order.Order) {
	t.t.Helper()
	t.view(func(r app.Reader) (err error) {
		o, err = order.Orders.Get(r, b.Order.ID)
		return err
	})
	return o
}

func (t *teller) paymentOf(i pay.Intent) (p payment.Payment) {
	t.t.Helper()
	t.view(func(r app.Reader) (err error) {
		p, _, err = payment.ByTransaction(r, i.TransactionID)
		return err
	})
	return p
}

func (t *teller) view(fn func(r app.Reader) error) {
	t.t.Helper()
	if err := t.App.View(t.t.Context(), t.A.Owner, app.Authenticated, fn); err != nil {
		t.t.Fatal(err)
	}
}

func (t *teller) unresolved() int64 {
	t.t.Helper()
	s, err := payment.StatusOf(t.t.Context(), t.App)
	if err != nil {
		t.t.Fatal(err)
	}
	return s.Unresolved
}
