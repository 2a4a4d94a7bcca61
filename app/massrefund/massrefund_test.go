package massrefund_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/attempt"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/fee"
	"marquee/app/massrefund"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/queue"
	"marquee/app/sales"
	"marquee/app/sales/pay"
	"marquee/app/sales/rules"
	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/mem"
)

// stage is a world whose engine fails after so many writes, and that takes cards over a
// bank.
type stage struct {
	*apptest.World
	t      testing.TB
	event  catalog.Event
	ticket catalog.SaleItem
	engine *failing
	bank   *bank
}

// failing is an engine that refuses writes once left has run out; below zero it never does.
// It counts writes, and breaks at the one whose number is breaks.
type failing struct {
	kv.Engine
	mu             sync.Mutex
	left           int
	writes, breaks int
	stop           context.CancelFunc // ends the process when nothing is left
}

var errBroken = errors.New("/var/lib/tickets: input/output error")

func (e *failing) Update(ctx context.Context, fn func(kv.Tx) error) error {
	e.mu.Lock()
	if e.left > 0 {
		e.left--
	}
	e.writes++
	busy, broken := e.left == 0, e.writes == e.breaks
	if busy && e.stop != nil {
		e.stop()
	}
	e.mu.Unlock()
	switch {
	case busy:
		return kv.ErrBusy
	case broken:
		return errBroken
	}
	return e.Engine.Update(ctx, fn)
}

// bank is a gateway that takes every card, and gives back once under each key. silent
// holds its answers to refunds back; refuses refuses them. asked counts them, and thinks is
// called for each.
type bank struct {
	mu              sync.Mutex
	opened, asked   int
	silent, refuses bool
	thinks          func()
	returned        map[string]int64 // by key
}

func (b *bank) Public() payment.Public { return payment.Public{} }

func (b *bank) Open(context.Context, payment.Intent) (payment.Opened, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.opened++
	return payment.Opened{Ref: fmt.Sprint("pi_", b.opened), ClientSecret: "secret"}, nil
}

func (b *bank) Look(context.Context, string) (payment.Standing, error) {
	return payment.Standing{Stage: payment.Authorised}, nil
}

func (b *bank) Capture(context.Context, string, string, int64, company.Currency) (payment.Standing, error) {
	return payment.Standing{Stage: payment.Taken}, nil
}

func (b *bank) Cancel(context.Context, string) (payment.Standing, error) {
	return payment.Standing{Stage: payment.Void}, nil
}

func (b *bank) Refund(_ context.Context, ref, key string, amount int64, _ company.Currency) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked++
	if b.thinks != nil {
		b.thinks()
	}
	switch {
	case b.silent:
		return errors.New("connection lost")
	case b.refuses:
		return &payment.Refusal{Code: "charge_disputed"}
	}
	b.returned[ref+key] = amount
	return nil
}

func (b *bank) ConnectionToken(context.Context) (string, error) { return "", nil }

func newStage(t testing.TB) *stage {
	clock := apptest.NewClock()
	memory := mem.New(mem.Options{Clock: clock.Now})
	t.Cleanup(func() { _ = memory.Close() })
	e, b := &failing{Engine: memory, left: -1}, &bank{returned: map[string]int64{}}
	ready := func(app.Reader) (bool, error) { return true, nil }
	served := payment.Served("bank", ready, nil, func(context.Context, *app.App, int64) (payment.Gateway, error) { return b, nil })
	s := &stage{World: apptest.New(t, apptest.On(e), apptest.WithClock(clock), apptest.Calm(), apptest.Effects(served)), t: t, engine: e, bank: b}
	s.event = s.addEvent("Rained off")
	s.ticket = s.addItem(s.event.ID)
	return s
}

func (s *stage) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) update(fn func(tx app.Tx) error) {
	s.t.Helper()
	s.must(s.App.Update(s.t.Context(), s.A.Owner, app.Authenticated, fn))
}

func (s *stage) addEvent(name string) (e catalog.Event) {
	s.t.Helper()
	s.update(func(tx app.Tx) error {
		e = catalog.Event{Name: name, Start: s.Clock.Now().Add(time.Hour), End: s.Clock.Now().Add(2 * time.Hour), Timezone: "UTC", Published: true}
		if err := indexes.Forge(catalog.Events).Insert(tx, &e); err != nil {
			return err
		}
		return catalog.PortsOf(tx).EventCreated(tx, &e)
	})
	return e
}

func (s *stage) addItem(event int64) (item catalog.SaleItem) {
	s.t.Helper()
	s.update(func(tx app.Tx) error {
		i := catalog.InventoryItem{Type: catalog.Ticket, Name: "Standing"}
		if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &i); err != nil {
			return err
		}
		item = catalog.SaleItem{EventID: event, ItemID: i.ID, Type: i.Type, Prices: []catalog.Price{{ID: 1, CurrencyID: s.A.Company.CurrencyID, Base: 2000}}}
		return indexes.Forge(catalog.SaleItems).Insert(tx, &item)
	})
	return item
}

func (s *stage) sell(items ...catalog.SaleItem) order.Basket {
	s.t.Helper()
	in := sales.AddToBasket{Channel: catalog.APIChannel, Payment: &rules.Payment{Method: order.Cash}}
	for _, it := range items {
		in.Items = append(in.Items, rules.AddItem{SaleItemID: it.ID, Quantity: new(int64(1))})
	}
	b, err := sales.Add(s.t.Context(), s.App, s.A.Owner, in)
	s.must(err)
	return b
}

func (s *stage) sellByCard(quantity int64) order.Basket {
	s.t.Helper()
	b, err := sales.Add(s.t.Context(), s.App, s.A.Owner, sales.AddToBasket{
		Channel: catalog.APIChannel, Items: []rules.AddItem{{SaleItemID: s.ticket.ID, Quantity: &quantity}},
	})
	s.must(err)
	k := order.Key{ID: b.Order.ID}
	i, err := pay.CreateIntent(s.t.Context(), s.App, s.A.Owner, pay.OpenIntent{Basket: k, Channel: catalog.APIChannel})
	s.must(err)
	done, err := sales.CompleteOrder(s.t.Context(), s.App, s.A.Owner, sales.Completion{Basket: k, TransactionID: i.TransactionID, Channel: catalog.APIChannel})
	s.must(err)
	return done.Basket
}

func (s *stage) cancelled() {
	s.t.Helper()
	s.update(func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, s.event.ID, func(e *catalog.Event) error { now := tx.Now(); e.CancelledAt, e.OffSale = &now, true; return nil })
		return err
	})
}

func (s *stage) start(t massrefund.Terms) massrefund.Run {
	s.t.Helper()
	if t.Kind == "" {
		t.Kind = rules.MoneyBack
	}
	n, err := massrefund.Start(s.t.Context(), s.App, s.A.Owner, s.event.ID, t)
	s.must(err)
	return n
}

func (s *stage) work() { _ = s.App.RunJob(s.t.Context(), queue.SendJob) }

func (s *stage) run(id int64) massrefund.Run {
	s.t.Helper()
	n, err := massrefund.Read(s.t.Context(), s.App, s.A.Owner, id)
	s.must(err)
	return n
}

func (s *stage) order(b order.Basket) (o order.Order) {
	s.t.Helper()
	s.must(s.App.View(s.t.Context(), s.A.Owner, app.Authenticated, func(r app.Reader) (err error) {
		o, err = order.Orders.Get(r, b.Order.ID)
		return err
	}))
	return o
}

// TestARunGoesOnWhereItWas: the store fails again and again on the way, and each time
// another process goes on. Every order is refunded once, and the report adds up.
func TestARunGoesOnWhereItWas(t *testing.T) {
	for kind, c := range map[rules.RefundKind]struct {
		status   order.Status
		refunded int64
	}{rules.MoneyBack: {order.Refunded, 4000}, rules.Void: {order.Cancelled, 0}} {
		t.Run(string(kind), func(t *testing.T) {
			is := is.New(t)
			s := newStage(t)
			var all []order.Basket
			for range 300 {
				all = append(all, s.sell(s.ticket, s.ticket))
			}
			s.cancelled()
			n := s.start(massrefund.Terms{Kind: kind})
			for range 20 {
				ctx, stop := context.WithCancel(t.Context())
				s.engine.left, s.engine.stop = 150, stop
				_ = s.App.RunJob(ctx, queue.SendJob)
				stop()
				s.engine.left, s.engine.stop = -1, nil
				s.App = app.New(s.App.Engine(), s.App.Definition(), app.Options{Clock: s.Clock.Now})
			}
			n = s.run(n.ID)
			is.Equal(n.State, massrefund.Done)
			is.Equal(n.Refunded, int64(300))
			if c.refunded > 0 {
				is.Equal(n.Sums, []massrefund.Sum{{CurrencyID: s.A.Company.CurrencyID, Amount: 300 * c.refunded}})
			}
			for _, b := range all {
				o := s.order(b)
				is.Equal(o.Status, c.status)
				is.Equal(o.Totals.Refunded, c.refunded)
			}
			again := s.start(massrefund.Terms{Kind: kind})
			s.work()
			is.Equal(s.run(again.ID).Nothing, int64(300))
		})
	}
}

// TestARunTakesLargeOrders: one that has more items than one call may name, and many that
// wait for the gateway.
func TestARunTakesLargeOrders(t *testing.T) {
	t.Run("with a fee for each ticket", func(t *testing.T) {
		is := is.New(t)
		s := newStage(t)
		name, kind, per := "Service", fee.Fixed, fee.PerItem
		_, err := fee.Create(t.Context(), s.App, s.A.Owner, fee.Fields{Name: &name, Kind: &kind, Per: &per, Amount: app.Is(int64(50))})
		is.NoErr(err)
		b := s.sell(slices.Repeat([]catalog.SaleItem{s.ticket}, rules.MaxBasketSize)...)
		is.True(len(s.order(b).ItemIDs) > rules.MaxRefundItems)
		s.sell(s.ticket)
		s.cancelled()
		n := s.start(massrefund.Terms{})
		s.work()
		n = s.run(n.ID)
		is.Equal(n.State, massrefund.Done)
		is.Equal(n.Refunded, int64(2))
		is.Equal(n.Sums[0].Amount, int64(2050*(rules.MaxBasketSize+1)))
	})
	t.Run("whose gateway is silent", func(t *testing.T) {
		is := is.New(t)
		s := newStage(t)
		const orders = 200
		for range orders {
			s.sellByCard(3)
		}
		s.cancelled()
		s.bank.silent = true
		n := s.start(massrefund.Terms{Online: true})
		s.workUntil(func() bool { return s.run(n.ID).Pending == orders })
		s.bank.silent = false
		s.must(s.App.RunJob(t.Context(), attempt.ReconcileJob))
		s.workUntil(func() bool { return s.run(n.ID).State == massrefund.Done })
		is.Equal(s.run(n.ID).Refunded, int64(orders))
		is.Equal(len(s.bank.returned), orders)
	})
}

// workUntil lets the job have its turns, with long pauses.
func (s *stage) workUntil(done func() bool) {
	s.t.Helper()
	for range 100 {
		if s.work(); done() {
			return
		}
		s.Clock.Jump(10 * time.Minute)
	}
	s.t.Fatal("the run does not get there")
}

// TestARunLeavesTimeToOthers: a gateway that is slow or silent holds up one turn for a short
// time only, and a look at what waits for it costs two writes: its lease, and when to look again.
func TestARunLeavesTimeToOthers(t *testing.T) {
	const orders = 30
	begin := func(t *testing.T) (*stage, massrefund.Run) {
		s := newStage(t)
		for range orders {
			s.sellByCard(1)
		}
		s.cancelled()
		return s, s.start(massrefund.Terms{Online: true})
	}
	t.Run("while the gateway is slow", func(t *testing.T) {
		is := is.New(t)
		s, n := begin(t)
		s.bank.thinks = func() { s.Clock.Jump(20 * time.Second) }
		s.work()
		is.True(s.bank.asked < orders)
		is.Equal(s.run(n.ID).State, massrefund.Running)
		s.workUntil(func() bool { return s.run(n.ID).State == massrefund.Done })
		is.Equal(s.run(n.ID).Refunded, int64(orders))
		is.Equal(s.bank.asked, orders)
	})
	t.Run("while the gateway is silent", func(t *testing.T) {
		is := is.New(t)
		s, n := begin(t)
		s.bank.silent = true
		s.work()
		first := s.bank.asked
		is.True(first < orders)
		s.Clock.Jump(5 * time.Second)
		s.work() // too soon
		is.Equal(s.bank.asked, first)
		s.workUntil(func() bool { return s.run(n.ID).Pending == orders })
		is.Equal(s.bank.asked, orders)
		s.Clock.Jump(time.Hour)
		before := s.engine.writes
		s.work()
		is.Equal(s.engine.writes, before+2)
	})
}

// TestAFaultInARun: nobody is shown what is inside the box office, and an order whose money
// is on its way back is not given up.
func TestAFaultInARun(t *testing.T) {
	for _, c := range []struct {
		online bool
		write  int
		want   massrefund.Outcome
		then   int64
	}{{false, 2, massrefund.Failed, 0}, {true, 3, massrefund.Pending, 1}} {
		t.Run(c.want.String(), func(t *testing.T) {
			is := is.New(t)
			s := newStage(t)
			s.sellByCard(1)
			s.cancelled()
			n := s.start(massrefund.Terms{Online: c.online})
			s.engine.breaks = s.engine.writes + c.write
			s.work()
			all, err := massrefund.Orders(t.Context(), s.App, s.A.Owner, massrefund.Report{RunID: n.ID})
			is.NoErr(err)
			is.Equal(len(all), 1)
			is.Equal(all[0].Outcome, c.want)
			is.True(all[0].Problem != "")
			is.True(!strings.Contains(all[0].Problem, "/var/lib"))
			s.Clock.Jump(20 * time.Minute)
			s.must(s.App.RunJob(t.Context(), attempt.ReconcileJob))
			s.work()
			n = s.run(n.ID)
			is.Equal(n.State, massrefund.Done)
			is.Equal(n.Refunded, c.then)
			is.Equal(len(s.bank.returned), int(c.then))
		})
	}
}

// TestWhatARunLeaves: items of other events, season tickets, and orders that are locked,
// which fail and stop no others.
func TestWhatARunLeaves(t *testing.T) {
	is := is.New(t)
	s := newStage(t)
	elsewhere := s.addItem(s.addEvent("Dry").ID)
	both, locked, season := s.sell(s.ticket, elsewhere), s.sell(s.ticket), s.sell(s.ticket)
	s.update(func(tx app.Tx) error {
		_, err := indexes.Forge(order.Items).Update(tx, locked.Items[0].ID, func(i *order.Item) error { i.Frozen = true; return nil })
		if err != nil {
			return err
		}
		_, err = indexes.Forge(order.Items).Update(tx, season.Items[0].ID, func(i *order.Item) error { i.Run = []int64{s.event.ID, s.event.ID + 1}; return nil })
		return err
	})
	last := s.sell(s.ticket)
	s.cancelled()
	n := s.start(massrefund.Terms{})
	s.work()
	n = s.run(n.ID)
	is.Equal(n.State, massrefund.Done)
	is.Equal([]int64{n.Refunded, n.Nothing, n.Failed}, []int64{2, 1, 1})
	is.Equal(s.order(both).Totals.Refunded, int64(2000))
	is.Equal(s.order(both).Status, order.PartiallyRefunded)
	is.Equal(s.order(last).Status, order.Refunded)
	is.Equal(s.order(locked).Status, order.Complete)
	is.Equal(s.order(season).Status, order.Complete)
	failed, err := massrefund.Orders(t.Context(), s.App, s.A.Owner, massrefund.Report{RunID: n.ID, Outcome: massrefund.Failed})
	is.NoErr(err)
	is.Equal(len(failed), 1)
	is.Equal(failed[0].OrderID, locked.Order.ID)
	s.update(func(tx app.Tx) error { // as it was, for the checks at the end
		_, err := indexes.Forge(order.Items).Update(tx, season.Items[0].ID, func(i *order.Item) error { i.Run = nil; return nil })
		return err
	})
}

// TestARunWaitsForTheGateway: an order is pending until the gateway has decided, and then is
// refunded or failed.
func TestARunWaitsForTheGateway(t *testing.T) {
	for _, c := range []struct {
		name    string
		refuses bool
		want    []int64 // refunded, failed
	}{{"which agrees", false, []int64{2, 0}}, {"which refuses", true, []int64{0, 2}}} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			s := newStage(t)
			first, second := s.sellByCard(1), s.sellByCard(1)
			s.cancelled()
			s.bank.silent = true
			n := s.start(massrefund.Terms{Online: true})
			s.work()
			s.work()
			n = s.run(n.ID)
			is.Equal(n.State, massrefund.Running)
			is.Equal(n.Pending, int64(2))
			is.Equal(s.order(first).Status, order.Complete)
			s.bank.silent, s.bank.refuses = false, c.refuses
			s.Clock.Jump(20 * time.Minute)
			s.must(s.App.RunJob(t.Context(), attempt.ReconcileJob))
			s.work()
			n = s.run(n.ID)
			is.Equal(n.State, massrefund.Done)
			is.Equal([]int64{n.Refunded, n.Failed}, c.want)
			is.Equal(s.order(second).Totals.Refunded, c.want[0]*1000)
			is.Equal(len(s.bank.returned), int(c.want[0]))
		})
	}
}

func TestReasonsAreCutBetweenCharacters(t *testing.T) {
	is := is.New(t)
	is.Equal(massrefund.Shortened("Gebühr", 20), "Gebühr")
	is.Equal(massrefund.Shortened("Gebühr", 5), "Gebü")
	is.Equal(massrefund.Shortened("Gebühr", 4), "Geb")
}
