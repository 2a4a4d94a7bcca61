package apptest

import (
	"slices"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/areas"
	"marquee/app/company"
	"marquee/kv"
	"marquee/kv/kvtest"
	"marquee/kv/mem"
)

// Start is where the clock of a world stands at first: an ordinary Tuesday.
var Start = time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)

// World is a box office with two companies that know nothing of each other.
type World struct {
	App   *app.App
	Clock *Clock
	// A and B hold twin data: same names, same e-mail patterns, other ids.
	A, B *Side

	t testing.TB
}

// Option changes how a world is made.
type Option func(*options)

type options struct {
	engine    kv.Engine
	chaos     bool
	unchecked bool
	empty     bool
	clock     *Clock
	ports     []func(*app.Definition)
	effects   []app.Effect
}

// On uses another engine instead of kv/mem. The caller closes it.
func On(e kv.Engine) Option { return func(o *options) { o.engine = e } }

// Calm runs every Update once, for benchmarks and races with many rivals.
func Calm() Option { return func(o *options) { o.chaos = false } }

// Unchecked leaves the clean-up out, for control twins that break the rules.
func Unchecked() Option { return func(o *options) { o.unchecked = true } }

// Empty leaves the companies out: there is neither A nor B.
func Empty() Option { return func(o *options) { o.empty = true } }

// WithClock shares a clock that the engine uses too.
func WithClock(c *Clock) Option { return func(o *options) { o.clock = c } }

// Ports fills functions of an area's ports with others than the areas do.
func Ports[T any](fill func(*T)) Option {
	return func(o *options) {
		o.ports = append(o.ports, func(d *app.Definition) {
			for _, ports := range d.Ports {
				if p, ok := ports.(*T); ok {
					fill(p)
				}
			}
		})
	}
}

// Effects wires kinds of effects outside, beside those of the areas or in place of one
// of the same name.
func Effects(e ...app.Effect) Option {
	return func(o *options) { o.effects = append(o.effects, e...) }
}

// NewClock makes a clock that stands at Start.
func NewClock() *Clock { return &Clock{now: Start} }

// New makes a world. When the test ends it checks the whole store.
func New(t testing.TB, opts ...Option) *World {
	t.Helper()
	o := options{chaos: true, clock: NewClock()}
	for _, opt := range opts {
		opt(&o)
	}
	if o.engine == nil {
		e := mem.New(mem.Options{Clock: o.clock.Now})
		t.Cleanup(func() { _ = e.Close() })
		o.engine = e
	}
	if o.chaos {
		o.engine = kvtest.Alone(kvtest.Chaos(o.engine))
	}
	business := areas.Definition()
	for _, fill := range o.ports {
		fill(business)
	}
	for _, e := range o.effects {
		business.Effects = slices.DeleteFunc(business.Effects, func(was app.Effect) bool { return was.EffectName() == e.EffectName() })
	}
	business.Effects = append(business.Effects, o.effects...)
	if err := business.Schema.Ready(t.Context(), o.engine); err != nil {
		t.Fatal(err)
	}
	w := &World{App: app.New(o.engine, business, app.Options{Clock: o.clock.Now}), Clock: o.clock, t: t}
	if !o.empty {
		w.A = w.found()
		w.B = w.twin()
	}
	if !o.unchecked {
		t.Cleanup(w.Check)
	}
	return w
}

// found makes the first company; its owner is super user of the installation.
func (w *World) found() *Side {
	w.t.Helper()
	f, err := company.Found(w.t.Context(), w.App, company.Founding{Company: twinCompany, Email: "owner@a.example.com"})
	w.must(err)
	s := &Side{Company: f.Company, OwnerToken: f.Token, world: w, letter: "a"}
	s.Owner = w.Caller(f.Token)
	return s
}

// twin makes the second company, alike in everything but the installation right.
func (w *World) twin() *Side {
	w.t.Helper()
	made, err := company.CreateCompany(w.t.Context(), w.App, w.A.Owner, twinCompany)
	w.must(err)
	s := &Side{Company: made, world: w, letter: "b"}
	s.OwnerToken = s.user("owner@b.example.com", company.NewUser{Super: true})
	s.Owner = w.Caller(s.OwnerToken)
	return s
}

var twinCompany = company.NewCompany{Name: "Twin Festivals", CurrencyCode: "EUR", Timezone: "Europe/Berlin"}

// Caller resolves a token to its caller.
func (w *World) Caller(token string) *app.Caller {
	w.t.Helper()
	c, err := company.Authenticate(w.t.Context(), w.App, token, nil)
	w.must(err)
	c.Locale = "en"
	return c
}

func (w *World) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}
