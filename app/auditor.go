package app

import (
	"context"

	"marquee/indexes"
)

// Via is how a call came.
type Via struct {
	// Through is what it came through, Operation what was asked there: "POST /events".
	Through, Operation string
	// Address is the network address that it came from, Device what called.
	Address, Device string
}

// What calls come through. Work that goes on by itself comes through nothing.
const (
	ThroughAPI     = "api"
	ThroughPages   = "staff pages"
	ThroughScanner = "scanner"
	ThroughCommand = "command line"
	ThroughImport  = "import"
)

// Auditor writes down what staff do. The App hands it every transaction that somebody
// asked for: see package audit.
type Auditor interface {
	// Begin listens to one transaction of a caller, or of whoever runs the box office when
	// there is none; nil when nothing of it is written down.
	Begin(c *Caller, needs Requirement, via Via) Recorder
}

// Recorder listens to one attempt of one transaction.
type Recorder interface {
	// Listens tells whether the records are of interest; Wrote is not called else.
	Listens() bool
	// Wrote is told of each record that was inserted (old is nil), changed or deleted (rec
	// is nil).
	Wrote(table indexes.Declared, pk []byte, old, rec any)
	// Note adds a remark on a record to what is written down.
	Note(table string, id int64, what string)
	// Finish writes down what was done, as the last thing in the transaction.
	Finish(tx Tx) error
}

type operatorKey struct{}

// AsOperator marks what is done with a context as done by whoever runs the box office.
func AsOperator(ctx context.Context, via Via) context.Context {
	return context.WithValue(ctx, operatorKey{}, via)
}

// Note adds a remark on a record to the audit log: that a rule was lifted, or something
// given away. It does so even where what the transaction does is too ordinary to be
// written down.
func Note(tx Tx, table string, id int64, what string) {
	if t, ok := tx.(transaction); ok && t.log != nil {
		t.log.Note(table, id, what)
	}
}

// recorder is what listens to an attempt of a transaction, nil for nobody.
func (a *App) recorder(ctx context.Context, c *Caller, needs Requirement) Recorder {
	log := a.definition.Auditor
	if log == nil {
		return nil
	}
	via, operator := ctx.Value(operatorKey{}).(Via)
	switch {
	case c == nil && !operator:
		return nil
	case c != nil && c.Via.Through != "":
		via = c.Via
	}
	return log.Begin(c, needs, via)
}
