package webhook

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Endpoint is where a company wants to be told something.
type Endpoint struct {
	ID   int64  `msgpack:"id"`
	Name string `msgpack:"n,omitempty"`
	URL  string `msgpack:"u"`
	// Kinds are those that it wants.
	Kinds []Kind `msgpack:"k"`
	// Disabled: nothing new is noted for it, and what waits goes on waiting.
	Disabled bool `msgpack:"d,omitempty"`
	// OffAt is since when it was switched off last, and OnAt until when, in the order of
	// commits: what was noted before, or from then on, is told.
	OffAt *time.Time `msgpack:"do,omitempty"`
	OnAt  *time.Time `msgpack:"oa,omitempty"`
	// Batch is how many calls one post has at most: lists of them; 0 where each goes alone.
	Batch int64 `msgpack:"b,omitempty"`
	// Secrets are those that sign its calls, the newest first.
	Secrets []Secret `msgpack:"s"`
	// Missed is what it was not told of because too much waited for it.
	Missed    int64      `msgpack:"m,omitempty"`
	UserID    int64      `msgpack:"us,omitempty"`
	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	DeletedAt *time.Time `msgpack:"da,omitempty"`
}

// Secret signs calls.
type Secret struct {
	Text string `msgpack:"t"`
	// EndsAt is until when it does, nil for the newest.
	EndsAt *time.Time `msgpack:"e,omitempty"`
}

// The groups of the list of endpoints.
const (
	standing int64 = iota
	deleted
)

var endpointListed = indexes.NewBy("listed", kv.Int, func(e *Endpoint) []int64 {
	if e.DeletedAt != nil {
		return []int64{deleted}
	}
	return []int64{standing}
}).Counted()

var endpoints = indexes.Define(indexes.Spec[Endpoint]{
	Name: "webhooks", Version: 1, Shared: true,
	Person: indexes.Nobody("programs of other houses"),
	Secret: []string{"url"},
	ID:     func(e *Endpoint) *int64 { return &e.ID },
	Stamp:  func(tx app.Tx, old, e *Endpoint) { app.Stamp(tx, old == nil, &e.CreatedAt, &e.UpdatedAt) },
	Check: func(e *Endpoint) error {
		switch {
		case e.URL == "" || len(e.URL) > MaxURL || len(e.Secrets) == 0 || len(e.Secrets) > 2:
			return fmt.Errorf("webhook %d: has no good URL or secrets", e.ID)
		case e.Batch < 0 || e.Batch == 1 || e.Batch > MaxBatch:
			return fmt.Errorf("webhook %d: posts of %d calls", e.ID, e.Batch)
		case e.Secrets[0].EndsAt != nil:
			return fmt.Errorf("webhook %d: its newest secret ends", e.ID)
		}
		return nil
	},
}, endpointListed.Index)

// wants tells whether the endpoint is to hear of a kind.
func (e *Endpoint) wants(k Kind) bool {
	return !e.Disabled && e.DeletedAt == nil && slices.Contains(e.Kinds, k)
}

// heard tells whether the endpoint wanted to hear of a change of a kind when it was noted.
func (e *Endpoint) heard(at time.Time, k Kind) bool {
	if e.DeletedAt != nil || !slices.Contains(e.Kinds, k) || at.Before(e.CreatedAt) {
		return false
	}
	if e.OffAt != nil && at.Before(*e.OffAt) {
		return true
	}
	return !e.Disabled && (e.OnAt == nil || !at.Before(*e.OnAt))
}

// asks tells whether a call about a kind may go to the endpoint: whoever named its URL was
// able to read what it asks for, and perhaps nothing else.
func (e *Endpoint) asks(k Kind) bool { return k == Test || slices.Contains(e.Kinds, k) }

// batchSize is how many calls one post has at most.
func (e *Endpoint) batchSize() int { return max(1, int(e.Batch)) }

// receiver is where its calls go now.
func (e *Endpoint) receiver(now time.Time) Receiver {
	return Receiver{URL: e.URL, Secrets: e.live(now), Batches: e.Batch > 0}
}

// live are the secrets that sign now.
func (e *Endpoint) live(now time.Time) []string {
	var all []string
	for _, s := range e.Secrets {
		if s.EndsAt == nil || s.EndsAt.After(now) {
			all = append(all, s.Text)
		}
	}
	return all
}

// wanted is what any endpoint of the company wants: one small record, so that a change
// that nobody wants to hear of costs one look.
type subscribed struct {
	// ID is 0: there is one.
	ID int64 `msgpack:"i,omitempty"`
	// Kinds has the bit of each kind that is wanted.
	Kinds int64 `msgpack:"k,omitempty"`
	// Changes counts the changes of endpoints, so that rivals see each other.
	Changes int64 `msgpack:"c,omitempty"`
}

var subscribedKinds = indexes.DefineKeyed(indexes.KeyedSpec[int64, subscribed]{
	Name: "webhook_kinds", Version: 1,
	Person:    indexes.Nobody("what webhooks ask for"),
	Unaudited: "follows from webhooks",
	Key:       kv.Int,
	KeyOf:     func(w *subscribed) int64 { return w.ID },
	Check: func(w *subscribed) error {
		if w.ID != 0 {
			return errors.New("webhook: there is one set of kinds")
		}
		return nil
	},
})

// standingOnes are the endpoints that were not deleted.
func standingOnes(r app.Reader) ([]Endpoint, error) { return endpointListed.All(r, standing) }

// recordSubscribed reckons anew what is wanted; each change of an endpoint ends with it.
func recordSubscribed(tx app.Tx) error {
	all, err := standingOnes(tx)
	if err != nil {
		return err
	}
	var kinds int64
	for i := range all {
		for _, k := range all[i].Kinds {
			if all[i].wants(k) {
				kinds |= k.bit()
			}
		}
	}
	_, err = subscribedKinds.Upsert(tx, 0, func(w *subscribed) error { w.Kinds = kinds; w.Changes++; return nil })
	return err
}
