package app

import (
	"fmt"

	"marquee/indexes"
	"marquee/kv"
)

// Reader and Tx are a snapshot and a transaction bound to a company. Those that
// an App hands out belong to it: [PortsOf] finds what its areas need.
type (
	Reader = indexes.Reader
	Tx     = indexes.Tx
)

type snapshot struct {
	kv.Reader
	company    int64
	app        *App
	visibility *Visibility // nil: everything
}

func (s snapshot) Company() int64 { return s.company }
func (s snapshot) owner() *App    { return s.app }

// Count implements kv.Counter.
func (s snapshot) Count(space kv.Space, rg kv.Range) (int64, error) {
	return kv.Count(s.Reader, space, rg)
}

// Nth implements kv.Counter.
func (s snapshot) Nth(space kv.Space, rg kv.Range, n int64) ([]byte, error) {
	return kv.Nth(s.Reader, space, rg, n)
}

type transaction struct {
	kv.Tx
	company    int64
	app        *App
	log        Recorder    // nil: nobody listens
	visibility *Visibility // nil: everything
}

func (t transaction) Company() int64 { return t.company }
func (t transaction) owner() *App    { return t.app }

// Listens implements indexes.Listener.
func (t transaction) Listens() bool { return t.log != nil && t.log.Listens() }

// Wrote implements indexes.Listener.
func (t transaction) Wrote(table indexes.Declared, pk []byte, old, rec any) {
	t.log.Wrote(table, pk, old, rec)
}

// InCompany is the same transaction for another company: a command of the
// installation that founds a company writes the company's first records.
func InCompany(tx Tx, company int64) Tx {
	t, _ := tx.(transaction)
	return transaction{tx, company, Of(tx), t.log, nil}
}

// ReadCompany is the same snapshot for another company.
func ReadCompany(r Reader, company int64) Reader { return snapshot{r, company, Of(r), nil} }

// Of is the App that a snapshot or transaction comes from.
func Of(r Reader) *App {
	owned, ok := r.(interface{ owner() *App })
	if !ok {
		panic(fmt.Sprintf("app: %T does not come from an App", r))
	}
	return owned.owner()
}
