package webhook

import (
	"errors"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// notice says that something happened. It is written in the transaction in which it did,
// once for each object and kind, however often that transaction changed the object. Kinds
// that come together, as those of a scan, have one.
type notice struct {
	At   time.Time `msgpack:"a"` // of the transaction, in the order of commits
	Kind int64     `msgpack:"k"`
	ID   int64     `msgpack:"i"` // of the object
	// Ticket is the order item of a scan, 0 where there is none.
	Ticket int64 `msgpack:"t,omitempty"`
	// Also is the set of further kinds.
	Also int64 `msgpack:"k+,omitempty"`
}

// kinds are all that a notice is about, as they stand in the list of kinds.
func (n *notice) kinds() []Kind {
	all := []Kind{kindAt(n.Kind)}
	for i := range traits {
		if n.Also&(1<<i) != 0 {
			all = append(all, traits[i].kind)
		}
	}
	return all
}

type noticeKey = kv.Triple[time.Time, int64, int64]

func (n *notice) key() noticeKey { return noticeKey{A: n.At, B: n.Kind, C: n.ID} }

var notices = indexes.DefineKeyed(indexes.KeyedSpec[noticeKey, notice]{
	Name: "webhook_notices", Version: 1, Ascending: true,
	Person:    indexes.Nobody("what happened to which record, by number"),
	Unaudited: "a queue",
	Key:       kv.TripleOf(kv.Time, kv.Int, kv.Int),
	KeyOf:     (*notice).key,
	Check:     (*notice).check,
})

func (n *notice) check() error {
	if kindAt(n.Kind) == "" || n.Also>>len(traits) != 0 {
		return errors.New("webhook: a notice of nothing")
	}
	return nil
}

// happened is what is to be noted: kinds about one object. Ticket is the order item of a
// scan.
type happened struct {
	id, ticket int64
	kinds      []Kind
}

// notice is of what is wanted, if anything is.
func (h *happened) notice(wanted int64) (n notice, some bool) {
	n = notice{ID: h.id, Ticket: h.ticket}
	for _, k := range h.kinds {
		switch {
		case wanted&k.bit() == 0:
		case some:
			n.Also |= k.bit()
		default:
			n.Kind, some = k.number(), true
		}
	}
	return n, some
}

// note writes what happened to an object.
func note(tx app.Tx, id int64, kinds ...Kind) error {
	return noteAll(tx, []happened{{id: id, kinds: kinds}})
}

// noteAll writes what happened, where somebody wants to hear of it. Where nobody does, it
// costs one look.
func noteAll(tx app.Tx, all []happened) error {
	if len(all) == 0 {
		return nil
	}
	w, _, err := subscribedKinds.Find(tx, 0)
	if err != nil || w.Kinds == 0 {
		return err
	}
	for _, h := range all {
		n, some := h.notice(w.Kinds)
		if !some {
			continue
		}
		n.At = tx.Now()
		if err := notices.Put(tx, &n); err != nil {
			return err
		}
	}
	bell := workers.Of(app.Of(tx)).Bell
	tx.AfterCommit(func() { bell.RingAfter(gather) })
	return nil
}

// isSubscribed tells whether somebody wants to hear of a kind.
func isSubscribed(r app.Reader, k Kind) (bool, error) {
	w, _, err := subscribedKinds.Find(r, 0)
	return w.Kinds&k.bit() != 0, err
}

// noteChanges writes the changes of records of which of tells what happened.
func noteChanges[T any](tx app.Tx, changes []indexes.Change[T], of func(c indexes.Change[T]) happened) error {
	var all []happened
	for _, c := range changes {
		if c.Now == nil {
			continue
		}
		if h := of(c); len(h.kinds) > 0 {
			all = append(all, h)
		}
	}
	return noteAll(tx, all)
}
