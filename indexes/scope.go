package indexes

import (
	"errors"

	"marquee/kv"
)

// Reader is a snapshot bound to one company. Every table that is not Global puts
// the company first in its keys, so another company's record is not found.
type Reader interface {
	kv.Reader
	// Company is the id of the company this snapshot is bound to.
	Company() int64
}

// Tx is a transaction bound to one company. It is a Reader too.
type Tx interface {
	kv.Tx
	Company() int64
}

// Listener is a Tx that is told of each record that was written in it, as part of the
// write: old is nil for a new record, rec for a deleted one. Neither may be changed or
// kept.
type Listener interface {
	// Listens tells whether the records are of interest; Wrote is not called else.
	Listens() bool
	Wrote(table Declared, pk []byte, old, rec any)
}

// listener is the transaction's, nil where none listens.
func listener(tx Tx) Listener {
	if l, ok := tx.(Listener); ok && l.Listens() {
		return l
	}
	return nil
}

type reader struct {
	kv.Reader
	company int64
}

func (r reader) Company() int64 { return r.company }

// Count implements kv.Counter.
func (r reader) Count(s kv.Space, rg kv.Range) (int64, error) { return kv.Count(r.Reader, s, rg) }

// Nth implements kv.Counter.
func (r reader) Nth(s kv.Space, rg kv.Range, n int64) ([]byte, error) {
	return kv.Nth(r.Reader, s, rg, n)
}

type tx struct {
	kv.Tx
	company int64
}

func (t tx) Company() int64 { return t.company }

// Bind ties a snapshot to a company.
func Bind(r kv.Reader, company int64) Reader { return reader{r, company} }

// BindTx ties a transaction to a company.
func BindTx(t kv.Tx, company int64) Tx { return tx{t, company} }

// Lenient is a Reader that goes on when single records cannot be read. Whatever reads
// many records, [Table.GetMany], [By.Scan], [By.All], [Table.Scan] and [Part.GetMany],
// leaves a damaged one out and tells the reader of it. Reading one record fails as ever.
type Lenient interface {
	Reader
	// LeftOut hears of a record that was left out.
	LeftOut(damage *DamagedError)
}

// leftOut tells whether a reader goes on without a record that could not be read.
func leftOut(r Reader, err error) bool {
	var damage *DamagedError
	l, ok := r.(Lenient)
	if err == nil || !ok || !errors.As(err, &damage) {
		return false
	}
	l.LeftOut(damage)
	return true
}
