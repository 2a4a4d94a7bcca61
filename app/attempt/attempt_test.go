package attempt

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/kvtest"
	"marquee/kv/mem"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

type charge struct {
	Amount int64 `msgpack:"a"`
}

// payment is what the business books: how often a subject was paid.
type payment struct {
	Subject string `msgpack:"s"`
	Times   int64  `msgpack:"n"`
}

var payments = indexes.DefineKeyed(indexes.KeyedSpec[string, payment]{
	Person: indexes.Nobody("a test"), Name: "test_payments", Version: 1, Key: kv.String, KeyOf: func(p *payment) string { return p.Subject },
})

var charges = NewKind[charge](Spec{Name: "test.charge", Asks: 3})

// gateway charges cards outside. Under one key it does one thing once.
type gateway struct {
	byKey     map[string]Outcome
	bySubject map[string]int // charges that happened
	refuses   bool
	silent    bool // gives no answer when asked
	asked     int
}

func (g *gateway) charge(_ context.Context, at Attempt[charge]) (Outcome, error) {
	if o, known := g.byKey[at.Key]; known {
		return o, nil
	}
	o := Outcome{State: Done, Reference: "ch_" + at.Key}
	if g.refuses {
		o = Outcome{State: Refused, Problem: "no money"}
	} else {
		g.bySubject[strings.TrimRight(at.Subject, "'")]++
	}
	g.byKey[at.Key] = o
	return o, nil
}

func (g *gateway) ask(_ context.Context, _ *app.App, at Attempt[charge]) (Outcome, error) {
	g.asked++
	if g.silent {
		return Outcome{}, errors.New("503")
	}
	if o, known := g.byKey[at.Key]; known {
		return o, nil
	}
	o := Outcome{State: Refused, Problem: "never heard of"}
	g.byKey[at.Key] = o // and it will stay so
	return o, nil
}

// till is a business with one company that charges cards.
type till struct {
	app     *app.App
	gateway *gateway
	now     time.Time
	broken  bool
	log     bytes.Buffer
	kv.Engine
}

func (t *till) Update(ctx context.Context, fn func(kv.Tx) error) error {
	if t.broken {
		return kv.ErrBusy
	}
	return t.Engine.Update(ctx, fn)
}

func newTill() *till {
	t := &till{now: time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)}
	t.gateway = &gateway{byKey: map[string]Outcome{}, bySubject: map[string]int{}}
	t.Engine = kvtest.Chaos(mem.New(mem.Options{Clock: func() time.Time { return t.now }}))
	t.restart()
	if err := t.app.Schema().Ready(context.Background(), t); err != nil {
		panic(err)
	}
	return t
}

// restart is another process on the same store.
func (t *till) restart() {
	t.app = app.New(t, &app.Definition{
		Schema:    indexes.NewSchema(indexes.Parts{Tables: append(Area().Tables, payments.Declared)}),
		Jobs:      Area().Jobs,
		Companies: func(context.Context, *app.App) ([]int64, error) { return []int64{1}, nil },
		Effects:   []app.Effect{charges.SettledBy(t.gateway.ask, book)},
	}, app.Options{Clock: func() time.Time { return t.now }, Log: slog.New(slog.NewTextHandler(&t.log, nil))})
}

func book(tx app.Tx, at Attempt[charge], o Outcome) error {
	if o.State != Done {
		return nil
	}
	subject := strings.TrimRight(at.Subject, "'")
	_, err := payments.Upsert(tx, subject, func(p *payment) error {
		p.Subject = subject
		p.Times++
		return nil
	})
	return err
}

func (t *till) paid(subject string) (times int64) {
	err := t.app.ViewCompany(context.Background(), 1, func(r app.Reader) error {
		p, _, err := payments.Find(r, subject)
		times = p.Times
		return err
	})
	if err != nil {
		panic(err)
	}
	return times
}

func (t *till) begin(subject string) (at Attempt[charge], err error) {
	err = t.app.UpdateCompany(context.Background(), 1, func(tx app.Tx) (err error) {
		if p, found, err := payments.Find(tx, strings.TrimRight(subject, "'")); err != nil || found && p.Times > 0 {
			return errors.Join(err, errPaid)
		}
		at, err = charges.Begin(tx, subject, charge{100})
		return err
	})
	return at, err
}

var (
	errPaid    = errors.New("paid already")
	errCrashed = errors.New("the process has ended")
)

// pay charges a card, and crashes at one of the steps.
func (t *till) pay(subject string, crash int) error {
	defer func() { t.broken = false }()
	if crash == 1 {
		t.restart()
		return errCrashed
	}
	at, err := t.begin(subject)
	if err != nil {
		return err
	}
	if crash == 2 {
		t.restart()
		return errCrashed
	}
	_, err = charges.Call(context.Background(), t.app, at, func(ctx context.Context, at Attempt[charge]) (Outcome, error) {
		o, err := t.gateway.charge(ctx, at)
		switch crash {
		case 3: // before the answer arrives
			panic("connection lost")
		case 4: // before it is stored
			t.broken = true
		case 5: // the answer is lost on the way
			return o, errors.New("timeout")
		}
		return o, err
	})
	if crash > 0 {
		t.restart()
	}
	return err
}

func (t *till) reconcile() error { return t.app.RunJob(context.Background(), ReconcileJob) }

// open counts the attempts that are begun.
func (t *till) check(report func(string)) (begun int) {
	err := t.Engine.View(context.Background(), func(r kv.Reader) error {
		return t.app.Schema().Verify(context.Background(), r, func(f indexes.Finding) { report(f.String()) })
	})
	err = errors.Join(err, t.app.ViewCompany(context.Background(), 1, func(r app.Reader) error {
		begun = 0
		for _, err := range attemptByAsk.Keys(r, indexes.All[time.Time]()) {
			if err != nil {
				return err
			}
			begun++
		}
		return checkOpen(r, func(b app.Breach) { report(b.String()) })
	}))
	if err != nil {
		report(err.Error())
	}
	return begun
}

// However the process ends, and whatever the clock shows, no card is charged twice, and
// what was charged is booked once.
func TestChargesAreNeitherLostNorDoubled(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		till := newTill()
		subjects := []string{"order/1", "order/2"}
		rt.Repeat(map[string]func(*rapid.T){
			"pay": func(rt *rapid.T) {
				till.gateway.refuses = rapid.Bool().Draw(rt, "refuses")
				_ = till.pay(rapid.SampledFrom(subjects).Draw(rt, "subject"), rapid.IntRange(0, 5).Draw(rt, "crash"))
			},
			"reconcile": func(rt *rapid.T) {
				till.gateway.silent = rapid.IntRange(0, 3).Draw(rt, "silent") == 0
				_ = till.reconcile()
				till.gateway.silent = false
			},
			"clock": func(rt *rapid.T) {
				till.now = till.now.Add(time.Duration(rapid.IntRange(-3600, 7200).Draw(rt, "seconds")) * time.Second)
			},
			"": func(rt *rapid.T) {
				till.check(func(s string) { rt.Fatal(s) })
				for _, s := range subjects {
					if n := till.gateway.bySubject[s]; n > 1 || till.paid(s) > int64(n) {
						rt.Fatalf("%s was charged %d times and booked %d times", s, n, till.paid(s))
					}
				}
			},
		})
		till.now = till.now.Add(24 * time.Hour)
		if err := till.reconcile(); err != nil {
			rt.Fatal(err)
		}
		if begun := till.check(func(s string) { rt.Fatal(s) }); begun > 0 {
			rt.Fatalf("%d attempts were never finished", begun)
		}
		for _, s := range subjects {
			unknown := till.begunOrUnknown(s)
			if n := till.gateway.bySubject[s]; !unknown && till.paid(s) != int64(n) {
				rt.Fatalf("%s was charged %d times and booked %d times", s, n, till.paid(s))
			}
		}
	})
}

func (t *till) begunOrUnknown(subject string) (found bool) {
	err := t.app.ViewCompany(context.Background(), 1, func(r app.Reader) (err error) {
		_, found, err = attemptByOpen.Find(r, subject)
		return err
	})
	return found || err != nil
}

// Without the rule of one open attempt per subject the same card is charged twice.
func TestWithoutTheGuardAChargeDoubles(t *testing.T) {
	is := is.New(t)
	careless := newTill()
	is.True(errors.Is(careless.pay("order/1", 5), ErrPending))
	is.NoErr(careless.pay("order/1'", 0)) // another subject for the same order
	is.Equal(careless.gateway.bySubject["order/1"], 2)

	careful := newTill()
	is.True(errors.Is(careful.pay("order/1", 5), ErrPending))
	var open *OpenError
	is.True(errors.As(careful.pay("order/1", 0), &open))
	is.True(open.Same)
	is.Equal(careful.gateway.bySubject["order/1"], 1)
	careful.now = careful.now.Add(time.Hour)
	is.NoErr(careful.reconcile())
	is.Equal(careful.paid("order/1"), int64(1))
	is.True(errors.Is(careful.pay("order/1", 0), errPaid))
	is.NoErr(careful.reconcile())
	is.Equal(careful.paid("order/1"), int64(1))
}

func TestEveryStepThatIsNotListedIsRefused(t *testing.T) {
	is := is.New(t)
	states := []State{Begun, Done, Refused, Unknown}
	allowed := map[[2]State]bool{{Begun, Done}: true, {Begun, Refused}: true, {Begun, Unknown}: true, {Unknown, Done}: true, {Unknown, Refused}: true}
	for _, from := range states {
		for _, to := range states {
			is.Equal(from.MayBecome(to), allowed[[2]State{from, to}])
		}
	}
	till := newTill()
	at, err := till.begin("order/1")
	is.NoErr(err)
	step := func(s State) error {
		return till.app.UpdateCompany(t.Context(), 1, func(tx app.Tx) error {
			_, err := charges.Finish(tx, at.ID, Outcome{State: s})
			return err
		})
	}
	is.True(step(Begun) != nil)
	is.NoErr(step(Unknown))
	var open *OpenError
	_, err = till.begin("order/1")
	is.True(errors.As(err, &open)) // nobody knows: no other attempt
	is.NoErr(step(Done))           // somebody looked
	is.NoErr(step(Done))           // the same once more does nothing
	is.Equal(till.paid("order/1"), int64(1))
	is.True(errors.Is(step(Refused), errEnded))
	is.True(errors.Is(step(Unknown), errEnded))
	is.NoErr(till.app.ViewCompany(t.Context(), 1, func(r app.Reader) error {
		at, err = charges.Find(r, at.ID)
		return err
	}))
	is.Equal(at.State, Done)
	is.Equal(at.Request, charge{}) // forgotten
}

func TestASilentOutsideIsAskedSoOften(t *testing.T) {
	is := is.New(t)
	till := newTill()
	till.gateway.silent = true
	for _, s := range []string{"order/1", "order/2"} {
		is.True(errors.Is(till.pay(s, 2), errCrashed))
	}
	is.NoErr(till.reconcile())
	is.Equal(till.gateway.asked, 0) // it may still be under way
	till.now = till.now.Add(2 * time.Minute)
	is.NoErr(till.reconcile())
	is.Equal(till.gateway.asked, 1) // and not about the second, as it is silent
	for range 8 {
		till.now = till.now.Add(2 * lastPause)
		is.NoErr(till.reconcile())
	}
	is.Equal(till.gateway.asked, 6)
	is.Equal(till.check(func(s string) { t.Error(s) }), 0)
	is.True(till.begunOrUnknown("order/1") && till.begunOrUnknown("order/2"))
	all, err := Statuses(t.Context(), till.app)
	is.NoErr(err)
	is.Equal(all, []Status{{"test.charge", 0, 2}})
}

// What this process is calling the outside for is left alone, also when the clock jumps.
func TestTheReconcilerLeavesAloneWhatIsUnderWay(t *testing.T) {
	is := is.New(t)
	till := newTill()
	at, err := till.begin("order/1")
	is.NoErr(err)
	at, err = charges.Call(t.Context(), till.app, at, func(ctx context.Context, at Attempt[charge]) (Outcome, error) {
		till.now = till.now.Add(24 * time.Hour)
		is.NoErr(till.reconcile())
		return till.gateway.charge(ctx, at)
	})
	is.NoErr(err)
	is.Equal(at.State, Done)
	is.Equal(till.gateway.asked, 0)
	is.Equal(till.paid("order/1"), int64(1))
}

// An answer that comes after the attempt ended in another way is told, and changes
// nothing.
func TestALateAnswerChangesNothing(t *testing.T) {
	is := is.New(t)
	till := newTill()
	at, err := till.begin("order/1")
	is.NoErr(err)
	old := till.app
	till.restart() // another process, which knows nothing of the call
	_, err = charges.Call(t.Context(), old, at, func(context.Context, Attempt[charge]) (Outcome, error) {
		till.now = till.now.Add(time.Hour)
		is.NoErr(till.reconcile()) // refused: never heard of
		return Outcome{State: Done}, nil
	})
	is.True(errors.Is(err, errEnded))
	is.Equal(till.paid("order/1"), int64(0))
	is.True(strings.Contains(till.log.String(), "ended in another way"))
}

func TestTheClockSetBackAsksAtOnce(t *testing.T) {
	is := is.New(t)
	till := newTill()
	is.True(errors.Is(till.pay("order/1", 5), ErrPending))
	till.now = till.now.Add(-24 * time.Hour)
	is.NoErr(till.reconcile())
	is.Equal(till.paid("order/1"), int64(1))
}
