package queue

import (
	"crypto/rand"
	"fmt"

	"marquee/app"
	"marquee/indexes"
)

// Put notes an effect in the transaction that decides on it: both happen or neither.
// It is sent soon after the commit. A key that is not empty makes the entry the only
// one of its kind in the company: putting it again, with whatever payload, gives the
// entry that is there, for as long as it is kept.
func (k *Kind[T]) Put(tx app.Tx, key string, v T) (id int64, err error) {
	if id, err = k.put(tx, tx.Company(), key, v); err == nil {
		tx.AfterCommit(workers.Of(app.Of(tx)).Ring)
	}
	return id, err
}

// put is Put in a company, and wakes nobody.
func (k *Kind[T]) put(tx app.Tx, company int64, key string, v T) (id int64, err error) {
	e := Entry{
		CompanyID: company, Kind: k.rules.name, Key: key, MessageID: rand.Text(),
	}
	if k.to != nil {
		e.To = k.to(&v)
	}
	if len(e.To) > maxName || len(key) > maxName {
		return 0, fmt.Errorf("queue: destination or key of %s is longer than %d bytes", e.Kind, maxName)
	}
	if key != "" {
		was, found, err := entryByKey.Find(tx, keyOf(e.CompanyID, e.Kind, key))
		if err != nil || found {
			return was.ID, err
		}
	}
	if e.Payload, err = indexes.Marshal(&v); err != nil {
		return 0, err
	}
	due := tx.Wall()
	e.become(Waiting, &due, due)
	err = entries.Insert(tx, &e)
	return e.ID, err
}
