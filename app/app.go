package app

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"marquee/app/admission"
	"marquee/indexes"
	"marquee/kv"
)

// App is the business, on some engine: whole, or as a part of a transaction, see [Part].
type App struct {
	*core
	part Tx // nil: commands have transactions of their own
	// dry: what is written is forgotten, see [DryRun].
	dry bool
}

// core is what an App has, whatever its commands are a part of.
type core struct {
	whole      *App
	engine     kv.Engine
	definition *Definition
	clock      func() time.Time
	log        *slog.Logger
	values     values
	disk       diskLevel
	classes    admission.Classes
	store      *admission.Class
	first      atomic.Pointer[firstWrite]
	clockOff   atomic.Pointer[func() bool]
	service    service
}

// Options of New; the zero value is right outside tests.
type Options struct {
	// Clock is the wall clock for reads; transactions use Tx.Now.
	Clock func() time.Time
	Log   *slog.Logger
}

// New makes an app on an engine. Without a definition it has no areas: tables can be used that
// need no ports.
func New(e kv.Engine, d *Definition, o Options) *App {
	if d == nil {
		d = &Definition{Schema: indexes.NewSchema(indexes.Parts{})}
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	d.check()
	c := &core{engine: e, definition: d, clock: o.Clock, log: o.Log, service: service{start: time.Now()}}
	c.store = c.classes.Of("transactions of one caller", storeLimits)
	c.whole = &App{core: c}
	return c.whole
}

// Now is the wall clock, UTC in whole microseconds.
func (a *App) Now() time.Time { return a.clock().UTC().Truncate(time.Microsecond) }

// Log is where background work reports.
func (a *App) Log() *slog.Logger { return a.log }

// Engine is the store below, for checks and copies.
func (a *App) Engine() kv.Engine { return a.engine }

// Definition is what the areas make the business up of.
func (a *App) Definition() *Definition { return a.definition }

// Schema is every table of the store.
func (a *App) Schema() *indexes.Schema { return a.definition.Schema }

// View reads one snapshot of the caller's company, if the caller holds what is needed.
func (a *App) View(ctx context.Context, c *Caller, needs Requirement, fn func(Reader) error) error {
	visibility, err := c.at(needs)
	if err != nil {
		return err
	}
	a.service.begin(ctx)
	defer a.service.end(ctx)
	err = a.view(ctx, c.CompanyID, visibility, fn)
	a.NoteReuse(c, err)
	return err
}

// Update runs one command for the caller's company, if the caller holds what is needed.
// fn may run more than once.
func (a *App) Update(ctx context.Context, c *Caller, needs Requirement, fn func(Tx) error) error {
	visibility, err := c.at(needs)
	if err != nil {
		return err
	}
	a.service.begin(ctx)
	defer a.service.end(ctx)
	run := func() (time.Duration, error) {
		return a.update(ctx, c.CompanyID, visibility, func() Recorder { return a.recorder(ctx, c, needs) }, fn)
	}
	if a.part != nil {
		_, err = run() // the transaction that it is a part of waited
	} else {
		err = inTurn(ctx, a, c, run)
	}
	err = visibility.beyond(err)
	a.NoteReuse(c, err)
	return err
}

// ViewCompany reads for a company without a caller, or for the installation when company is 0.
func (a *App) ViewCompany(ctx context.Context, company int64, fn func(Reader) error) error {
	return a.view(ctx, company, nil, fn)
}

func (a *App) view(ctx context.Context, company int64, visibility *Visibility, fn func(Reader) error) error {
	if a.part != nil {
		return fn(snapshot{a.part, company, a.whole, visibility})
	}
	return refusal(a.engine.View(ctx, func(r kv.Reader) error {
		return fn(snapshot{r, company, a.whole, visibility})
	}))
}

// UpdateCompany writes for a company without a caller, or for the installation when company is 0.
func (a *App) UpdateCompany(ctx context.Context, company int64, fn func(Tx) error) error {
	_, err := a.update(ctx, company, nil, func() Recorder { return a.recorder(ctx, nil, nil) }, fn)
	return err
}

// update runs a transaction, and tells how long its closure ran. Each attempt has a
// recorder of its own, which may be nil.
func (a *App) update(ctx context.Context, company int64, visibility *Visibility, recorder func() Recorder, fn func(Tx) error) (ran time.Duration, err error) {
	attempt := func(t kv.Tx) error {
		began := time.Now()
		defer func() { ran += time.Since(began) }()
		log := recorder()
		if err := fn(transaction{t, company, a.whole, log, visibility}); err != nil {
			return err
		}
		if log != nil {
			if err := log.Finish(transaction{t, company, a.whole, nil, nil}); err != nil {
				return err
			}
		}
		return a.beforeWrite(ctx)
	}
	if a.part != nil {
		err = kv.Nest(a.part, attempt)
	} else {
		err = a.engine.Update(a.service.patient(ctx), attempt)
	}
	return ran, refusal(err)
}

// refusal turns what the engine says when it cannot work into a refusal.
func refusal(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, kv.ErrBusy), errors.Is(err, kv.ErrConflict):
		return busy()
	case errors.Is(err, kv.ErrReaderTooOld):
		return &Error{Kind: Unavailable, Message: Msg("Reading took too long. Please ask for less."), RetryAfter: 1}
	case errors.Is(err, kv.ErrNotLeader):
		return &Error{Kind: Unavailable, Message: Msg("Another machine of the box office takes what is written. Please try again."), RetryAfter: 1, cause: err}
	case errors.Is(err, kv.ErrPoisoned), errors.Is(err, kv.ErrClosed):
		return &Error{Kind: Unavailable, Message: Msg("The box office is restarting. Please try again."), RetryAfter: 2, cause: err}
	}
	return err
}

// IsPoisoned reports whether a write failed in a way after which the store must be
// opened again.
func IsPoisoned(err error) bool { return errors.Is(err, kv.ErrPoisoned) }
