package attempt

import (
	"context"
	"fmt"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Spec says what attempts of a kind are.
type Spec struct {
	// Name is stored: "card.charge". It never changes.
	Name string
	// Timeout is how long the call outside may take; 30 seconds when zero.
	Timeout time.Duration
	// Asks is how often the outside is asked about an attempt that nobody finished,
	// before it is Unknown; 30 when zero, about a day.
	Asks int64
	// AtStart asks about the attempts that an earlier process left behind at the first
	// look of this one, and does not wait for their time. Asking must take the call back
	// then if it has not arrived yet.
	AtStart bool
}

// Kind declares one kind of attempts. The declaration never changes, so it may be a
// package variable.
type Kind[T any] struct{ spec Spec }

// NewKind declares a kind. A mistake in the declaration panics at start.
func NewKind[T any](s Spec) *Kind[T] {
	if s.Timeout == 0 {
		s.Timeout = 30 * time.Second
	}
	if s.Asks == 0 {
		s.Asks = 30
	}
	if s.Name == "" || len(s.Name) > maxName || s.Timeout > MaxTimeout {
		panic(fmt.Sprintf("attempt: kind %q has no good name, or too long a timeout", s.Name))
	}
	return &Kind[T]{s}
}

// Attempt is one call to the outside.
type Attempt[T any] struct {
	ID, Company int64
	Subject     string
	// Key is the idempotency key: the outside does one thing once under it.
	Key   string
	State State
	// Request is what was asked for; the zero value once the attempt has ended.
	Request T
	// Reference is what the outside calls it, Problem why it did not happen.
	Reference, Problem string
}

// Outcome is what the outside says of an attempt.
type Outcome struct {
	// State is Done, Refused or Unknown.
	State              State
	Reference, Problem string
}

// Ask asks the outside what became of an attempt. An error means that it gave no
// answer: it is asked again, as it is when the error is ErrUndecided. One that it has never heard of is Refused, and must stay
// so: its key is to be taken back first, where the outside can do that.
type Ask[T any] func(ctx context.Context, a *app.App, at Attempt[T]) (Outcome, error)

// Finish does what follows from an outcome, in the transaction that ends the attempt.
type Finish[T any] func(tx app.Tx, at Attempt[T], o Outcome) error

// SettledBy wires what asks about attempts, and what follows from their outcome.
func (k *Kind[T]) SettledBy(ask Ask[T], finish Finish[T]) app.Effect {
	return effect[T]{k.spec, ask, finish}
}

// wired is a kind in a definition.
type wired interface {
	app.Effect
	the() Spec
	asks(ctx context.Context, a *app.App, company int64, r *record) (Outcome, error)
	finishes(tx app.Tx, r *record, o Outcome) error
}

type effect[T any] struct {
	spec   Spec
	ask    Ask[T]
	finish Finish[T]
}

func (e effect[T]) EffectName() string { return e.spec.Name }

func (e effect[T]) the() Spec { return e.spec }

func (e effect[T]) asks(ctx context.Context, a *app.App, company int64, r *record) (Outcome, error) {
	at, err := attemptOf[T](company, r)
	if err != nil {
		return Outcome{}, err
	}
	return e.ask(ctx, a, at)
}

func (e effect[T]) finishes(tx app.Tx, r *record, o Outcome) error {
	at, err := attemptOf[T](tx.Company(), r)
	if err != nil {
		return err
	}
	return e.finish(tx, at, o)
}

func attemptOf[T any](company int64, r *record) (at Attempt[T], err error) {
	at = Attempt[T]{
		ID: r.ID, Company: company, Subject: r.Subject, Key: r.Key, State: r.State, Reference: r.Reference, Problem: r.Problem,
	}
	if len(r.Request) > 0 {
		err = indexes.Unmarshal(r.Request, &at.Request)
	}
	return at, err
}

// kindOf finds a kind in an app's definition; nil when it is not wired.
func kindOf(a *app.App, name string) wired {
	for _, e := range a.Definition().Effects {
		if k, ok := e.(wired); ok && k.EffectName() == name {
			return k
		}
	}
	return nil
}
