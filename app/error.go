package app

import (
	"errors"
	"fmt"
	"strings"
)

// Kind says what sort of refusal an Error is. The handlers map each kind to one
// HTTP status, in one table.
type Kind uint8

// The kinds of refusal.
const (
	// Invalid: the request breaks a rule of a field or of the business (422).
	Invalid Kind = iota + 1
	// Malformed: the request cannot be parsed at all (400).
	Malformed
	// Unauthenticated: no token, or one that is unknown or revoked (401).
	Unauthenticated
	// Forbidden: the caller is known and may not (403).
	Forbidden
	// NotFound: there is no such thing inside the caller's company (404).
	NotFound
	// Conflict: the same call is being worked on right now (409).
	Conflict
	// TooLarge: the body is over its limit (413).
	TooLarge
	// TooMany: throttled; try again after RetryAfter (429).
	TooMany
	// Unavailable: the store cannot write now (503).
	Unavailable
	// OutsideFailed: somebody outside who is needed gave no answer (500).
	OutsideFailed
)

// Error is a refusal: nothing was written. Anything else that comes out of a
// command is a fault of ours.
type Error struct {
	Kind    Kind
	Message Message
	// Fields names the request fields at fault, in dotted paths ("items.0.id").
	Fields []FieldError
	// Reasons lists refusals that have a type for machines. When it is set, the wire
	// form of errors is this list and not Fields.
	Reasons []Reason
	// RetryAfter is in seconds; 0 when it does not apply.
	RetryAfter int

	cause error // of the engine, where one is behind the refusal
}

// Unwrap is the error of the engine behind the refusal, nil for most.
func (e *Error) Unwrap() error { return e.cause }

// FieldError is one problem of one request field.
type FieldError struct {
	Field   string
	Message Message
}

// Reason is one typed refusal. Ref is the name of the id of what it is about, as in
// "saleItemId"; without an ID it is about the request as a whole.
type Reason struct {
	Type    string
	Message Message
	Ref     string
	ID      int64
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Message.String())
	for _, f := range e.Fields {
		fmt.Fprintf(&b, "; %s: %s", f.Field, f.Message)
	}
	for _, r := range e.Reasons {
		fmt.Fprintf(&b, "; %s: %s", r.Type, r.Message)
	}
	return b.String()
}

// Refuse builds an error of a kind from an English format (see Message).
func Refuse(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: Msg(format, args...)}
}

// Field builds a validation error of one field.
func Field(field, format string, args ...any) *Error {
	var p Problems
	p.Add(field, format, args...)
	return p.err()
}

// Missing is the answer for an id that does not exist in the caller's company.
// The model is the singular English noun: "order", "sale item".
func Missing(model string) *Error {
	return Refuse(NotFound, "No such %s.", Noun(model))
}

// Problems collects field errors so that a request hears of all of them at once.
type Problems []FieldError

// Add notes one problem of a field. The message is a sentence fragment in
// English, as in "must be at least %d".
func (p *Problems) Add(field, format string, args ...any) {
	*p = append(*p, FieldError{field, Msg(format, args...)})
}

// Err is nil when nothing was added.
func (p Problems) Err() error {
	if len(p) == 0 {
		return nil
	}
	return p.err()
}

func (p Problems) err() *Error {
	return &Error{Kind: Invalid, Message: Msg("The given data was invalid."), Fields: p}
}

// KindOf tells the kind of a refusal, or 0 when err is not one.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return 0
}
