package queue

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Spec says what the entries of a kind are, and how they are sent.
type Spec[T any] struct {
	// Name is stored: "mail.ticket". It has no blanks and never changes.
	Name string
	// To names the destination of an entry, such as a mail server or a URL. What is
	// wrong with one destination does not hold up the others. Nil is one for all.
	To func(*T) string
	// Timeout is how long sending may take; 30 seconds when zero.
	Timeout time.Duration
	// Attempts is how often sending is tried before the entry is a dead letter; 12 when
	// zero.
	Attempts int64
	// Pauses are those after the first, second, … attempt; the last one repeats. Each is
	// made up to a quarter longer at random, so that what failed together does not come
	// back together.
	Pauses []time.Duration
	// Parallel is how many entries go to one destination of a company at once; 4 when
	// zero.
	Parallel int
	// Most is how many entries of the kind are sent at once in the whole installation, those that
	// are due the longest first; zero is no limit of its own.
	Most int
	// Inside is work of the box office itself: what fails is logged, nobody drops it, and it is
	// forgotten as soon as it is done.
	Inside bool
}

// Forever is for Spec.Attempts: it is tried until it goes well.
const Forever = math.MaxInt64

// Kind declares one kind of entries. The declaration never changes, so it may be a
// package variable.
type Kind[T any] struct {
	to    func(*T) string
	rules rules
}

// rules are those of a kind, whatever its payload.
type rules struct {
	name             string
	timeout          time.Duration
	attempts         int64
	pauses           []time.Duration
	parallel, most   int
	isUnsent, inside bool
	isPump           bool
}

// NewKind declares a kind. A mistake in the declaration panics at start.
func NewKind[T any](s Spec[T]) *Kind[T] {
	r := rules{
		name: s.Name, timeout: s.Timeout, attempts: s.Attempts, pauses: s.Pauses, parallel: s.Parallel, most: s.Most, inside: s.Inside,
	}
	if r.timeout == 0 {
		r.timeout = 30 * time.Second
	}
	if r.attempts == 0 {
		r.attempts = 12
	}
	if r.parallel == 0 {
		r.parallel = 4
	}
	if r.most == 0 {
		r.most = maxSending
	}
	if len(r.pauses) == 0 {
		r.pauses = []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 3 * time.Hour}
	}
	if r.name == "" || len(r.name) > maxName || strings.ContainsAny(r.name, " \x00") || r.timeout > MaxTimeout {
		panic(fmt.Sprintf("queue: kind %q has no good name, or too long a timeout", r.name))
	}
	return &Kind[T]{s.To, r}
}

// Message is one entry on its way out.
type Message[T any] struct {
	// ID is the same whenever the entry is sent, and no other entry ever has it: give it
	// to the receiver, who can then tell a message that comes twice.
	ID      string
	Company int64
	// Attempt counts from 1.
	Attempt int64
	Payload T
}

// SentBy wires what sends the entries of a kind. It is called outside of any
// transaction, and returns soon after its context ends. An error that is not Permanent is
// tried again.
func (k *Kind[T]) SentBy(send func(ctx context.Context, a *app.App, m Message[T]) error) app.Effect {
	return effect[T]{rules: k.rules, send: send}
}

// Lost is told of an entry that became a dead letter, or was dropped, in the transaction
// in which it did. A dead letter may still be sent: by hand.
type Lost[T any] func(tx app.Tx, m Message[T], why string) error

// SentOrLost is SentBy, and tells of what is given up.
func (k *Kind[T]) SentOrLost(send func(ctx context.Context, a *app.App, m Message[T]) error, lost Lost[T]) app.Effect {
	return effect[T]{k.rules, send, lost}
}

// Unsent wires a kind without anything that sends it: entries wait.
func (k *Kind[T]) Unsent() app.Effect {
	r := k.rules
	r.isUnsent = true
	return effect[T]{rules: r}
}

// wired is a kind in a definition.
type wired interface {
	app.Effect
	the() *rules
	deliver(ctx context.Context, a *app.App, e *Entry) error
	lose(tx app.Tx, e *Entry, why string) error
}

type effect[T any] struct {
	rules rules
	send  func(ctx context.Context, a *app.App, m Message[T]) error
	lost  Lost[T] // nil tells nobody
}

func (e effect[T]) EffectName() string { return e.rules.name }

func (e effect[T]) the() *rules { return &e.rules }

func (e effect[T]) deliver(ctx context.Context, a *app.App, entry *Entry) error {
	m := Message[T]{ID: entry.MessageID, Company: entry.CompanyID, Attempt: entry.Attempts}
	if err := indexes.Unmarshal(entry.Payload, &m.Payload); err != nil {
		return Permanent(fmt.Errorf("the payload cannot be read: %w", err))
	}
	return e.send(ctx, a, m)
}

// lose tells of an entry that is given up. One whose payload cannot be read is nobody's.
func (e effect[T]) lose(tx app.Tx, entry *Entry, why string) error {
	if e.lost == nil {
		return nil
	}
	m := Message[T]{ID: entry.MessageID, Company: entry.CompanyID, Attempt: entry.Attempts}
	if indexes.Unmarshal(entry.Payload, &m.Payload) != nil {
		return nil
	}
	return e.lost(app.InCompany(tx, entry.CompanyID), m, why)
}

// lose tells of an entry that is given up, by whatever sends its kind.
func lose(tx app.Tx, e *Entry, why string) error {
	if k, ok := kindsOf(app.Of(tx))[e.Kind]; ok {
		return k.lose(tx, e, why)
	}
	return nil
}

// kindsOf are the kinds that an app's definition wires, by name.
func kindsOf(a *app.App) map[string]wired {
	all := map[string]wired{}
	for _, e := range a.Definition().Effects {
		if k, ok := e.(wired); ok {
			all[k.EffectName()] = k
		}
	}
	return all
}

// entryKinds are those without pumps, of which nothing is kept.
func entryKinds(a *app.App) map[string]wired {
	all := kindsOf(a)
	maps.DeleteFunc(all, func(_ string, k wired) bool { return k.the().isPump })
	return all
}

// permanentError is what a sender tells beside its error.
type permanentError struct{ error }

func (e permanentError) Unwrap() error { return e.error }

// Permanent marks an error that no repetition mends: the entry is a dead letter at
// once.
func Permanent(err error) error { return permanentError{err} }

func isPermanent(err error) bool {
	_, ok := errors.AsType[permanentError](err)
	return ok
}
