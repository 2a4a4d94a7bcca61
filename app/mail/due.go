package mail

import (
	"errors"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// due says that something is to be mailed. It is one small record in the transaction of
// the change; who gets which mail, and in which words, is found out afterwards.
type due struct {
	// ID is the order, event, user, customer or transfer that it is about.
	ID   int64 `msgpack:"i"`
	Kind Kind  `msgpack:"k"`
	// N tells those apart that are about the same.
	N int64 `msgpack:"n,omitempty"`
	// Amount and Items are those of a refund, or of a decision.
	Amount int64   `msgpack:"a,omitempty"`
	Items  []int64 `msgpack:"it,omitempty"`
	// Taxes are those in the amount of a refund.
	Taxes []rateTax `msgpack:"tx,omitempty"`
	// CurrencyID is that of an amount that belongs to no order, and RunID the refund of an
	// event that came to its end.
	CurrencyID int64 `msgpack:"cu,omitempty"`
	RunID      int64 `msgpack:"ru,omitempty"`
	// Asked: somebody asked for this mail, so it is sent although others are not.
	Asked bool `msgpack:"q,omitempty"`
}

type dueKey = kv.Triple[int64, int64, int64]

func (d *due) key() dueKey { return dueKey{A: d.ID, B: d.Kind.number(), C: d.N} }

var dues = indexes.DefineKeyed(indexes.KeyedSpec[dueKey, due]{
	Name: "mail_due", Version: 1,
	Person:    indexes.Nobody("what is to be mailed, by number"),
	Unaudited: "a queue",
	Key:       kv.TripleOf(kv.Int, kv.Int, kv.Int),
	KeyOf:     func(d *due) dueKey { return d.key() },
	Ascending: true,
	Check: func(d *due) error {
		if d.ID == 0 || !d.Kind.Known() {
			return errors.New("mail: something is due about nothing")
		}
		return nil
	},
})

// ask notes what is to be mailed.
func ask(tx app.Tx, d due) error {
	tx.AfterCommit(posts.Of(app.Of(tx)).Ring)
	return dues.Put(tx, &d)
}
