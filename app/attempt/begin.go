package attempt

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"

	"marquee/app"
	"marquee/indexes"
)

// OpenError refuses an attempt because its subject has one that is not finished.
type OpenError struct {
	// ID is the open attempt; Same tells that it asks for the same thing.
	ID   int64
	Same bool
}

func (e *OpenError) Error() string {
	return fmt.Sprintf("attempt %d of the same subject is not finished", e.ID)
}

// errEnded refuses a step that the state machine does not list.
var errEnded = errors.New("the attempt has ended in another way")

// Begin notes that something is about to be tried for a subject, such as "order/17". It
// is an OpenError when the subject has another open attempt, of whatever kind.
func (k *Kind[T]) Begin(tx app.Tx, subject string, request T) (at Attempt[T], err error) {
	if subject == "" || len(subject) > maxName {
		return at, fmt.Errorf("attempt: a subject has 1 to %d bytes", maxName)
	}
	body, err := indexes.Marshal(&request)
	if err != nil {
		return at, err
	}
	digest := sha256.Sum256(body)
	was, found, err := attemptByOpen.Find(tx, subject)
	if err != nil {
		return at, err
	}
	if found {
		return at, &OpenError{was.ID, was.Kind == k.spec.Name && bytes.Equal(was.Digest, digest[:])}
	}
	askAt := tx.Wall().Add(k.spec.Timeout + slack)
	r := record{
		Kind: k.spec.Name, Subject: subject, Key: rand.Text(), State: Begun,
		Request: body, Digest: digest[:], AskAt: &askAt, SetAt: tx.Wall(),
	}
	if err := attempts.Insert(tx, &r); err != nil {
		return at, err
	}
	return attemptOf[T](tx.Company(), &r)
}

// Finish ends an attempt and does what follows from the outcome, in one transaction. An
// attempt that has ended in the same way already is left as it is: what follows was done
// then. Whoever found out what became of an Unknown one calls it by hand.
func (k *Kind[T]) Finish(tx app.Tx, id int64, o Outcome) (at Attempt[T], err error) {
	r, err := finish(tx, id, o)
	if err != nil {
		return at, err
	}
	return attemptOf[T](tx.Company(), &r)
}

// Find reads an attempt.
func (k *Kind[T]) Find(r app.Reader, id int64) (at Attempt[T], err error) {
	rec, err := attempts.Get(r, id)
	if err != nil {
		return at, err
	}
	return attemptOf[T](r.Company(), &rec)
}

// finish is the one way in which attempts end, for callers and for the reconciler.
func finish(tx app.Tx, id int64, o Outcome) (record, error) {
	r, err := attempts.Get(tx, id)
	if err != nil || r.State == o.State && o.State != Begun {
		return r, err
	}
	if !r.State.MayBecome(o.State) {
		return r, fmt.Errorf("attempt %d: %s cannot become %s: %w", id, r.State, o.State, errEnded)
	}
	k := kindOf(app.Of(tx), r.Kind)
	if k == nil {
		return r, fmt.Errorf("attempt %d: nothing settles %q", id, r.Kind)
	}
	if err := k.finishes(tx, &r, o); err != nil {
		return r, err
	}
	return attempts.Update(tx, id, func(r *record) error {
		r.State, r.AskAt, r.SetAt = o.State, nil, tx.Wall()
		r.Reference, r.Problem = o.Reference[:min(len(o.Reference), maxName)], o.Problem[:min(len(o.Problem), maxProblem)]
		if !o.State.open() {
			r.Request = nil
		}
		return nil
	})
}
