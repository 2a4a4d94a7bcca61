package app

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"marquee/indexes"
)

// maxDamages is how many damaged records are told apart; of more, each is counted
// whenever it is met.
const maxDamages = 10_000

// damages are the records that lists left out since the start.
type damages struct {
	sync.Mutex
	known map[string]bool
	n     int64
}

var leftOut = NewPerApp(func() *damages { return &damages{known: map[string]bool{}} })

// Browse is View for lists: one damaged record does not hide all the others. It is
// left out, logged and counted, once; a check of the store names it too.
func (a *App) Browse(ctx context.Context, c *Caller, needs Requirement, fn func(Reader) error) error {
	return a.View(ctx, c, needs, func(r Reader) error { return fn(Lenient(r)) })
}

// Lenient is a snapshot for background work that does not stop at one damaged record: it
// reads as Browse does.
func Lenient(r Reader) Reader {
	if s, ok := r.(snapshot); ok {
		return lenient{s}
	}
	return r
}

// lenient is a snapshot whose reader goes on without what cannot be read.
type lenient struct{ snapshot }

// LeftOut makes it an indexes.Lenient.
func (l lenient) LeftOut(damage *indexes.DamagedError) { l.app.noteDamage(l.company, damage) }

// Skip tells whether a list leaves a row out because of an error: something that it
// shows is damaged, or gone although the row refers to it. Outside of Browse no row is
// left out.
func Skip(r Reader, err error) bool {
	l, ok := r.(lenient)
	if err == nil || !ok {
		return false
	}
	var damage *indexes.DamagedError
	if errors.As(err, &damage) {
		l.LeftOut(damage)
		return true
	}
	return errors.Is(err, indexes.ErrNotFound) || KindOf(err) == NotFound
}

// DamagedRecords is how many records lists left out since the start because they could
// not be read.
func (a *App) DamagedRecords() int64 {
	d := leftOut.Of(a)
	d.Lock()
	defer d.Unlock()
	return d.n
}

func (a *App) noteDamage(company int64, damage *indexes.DamagedError) {
	d := leftOut.Of(a)
	d.Lock()
	defer d.Unlock()
	name := fmt.Sprint(company, " ", damage.Table, " ", damage.Key)
	if d.known[name] {
		return
	}
	if len(d.known) < maxDamages {
		d.known[name] = true
	}
	d.n++
	a.log.Error("a record cannot be read, lists leave it out", "company", company, "table", damage.Table, "record", damage.Key, "reason", damage.Reason)
}
