package queue

import (
	"context"
	"errors"
	"strconv"
	"time"

	"marquee/app"
)

// A pump is for work of which each piece would cost too much as an entry, and which stands in a table
// of its area: rows, of which many go to one destination together. The queue keeps nothing of it. Its
// area says when there is something for a destination; the worker then runs the pump of that
// destination among everything else that it has to do, and one at a time.

// Pump declares the pumps of one table. The declaration never changes, so it may be a package
// variable.
type Pump struct{ rules rules }

// NewPump declares pumps, of which so many run at once in the whole installation. They take no place
// of an entry.
func NewPump(name string, most int) *Pump {
	return &Pump{rules{name: name, parallel: 1, most: most, timeout: pumpTime, isPump: true}}
}

// Due says that there is something for a destination in a company, from a time on. What is said of
// it before it runs counts once.
func (p *Pump) Due(a *app.App, company, to int64, at time.Time) {
	w := workers.Of(a)
	if w.want(laneKey{company, p.rules.name + " " + strconv.FormatInt(to, 10)}, at) {
		w.Ring()
	}
}

// Pumping is what an area does for its pumps.
type Pumping struct {
	// Run does some of what is due for a destination. Its context ends when the server is to stop;
	// what it has under way then has a moment.
	Run func(ctx context.Context, a *app.App, company, to int64) (Progress, error)
	Rows
}

// By wires the pumps.
func (p *Pump) By(does Pumping) app.Effect { return pumping{p.rules, does} }

type pumping struct {
	rules rules
	does  Pumping
}

func (p pumping) EffectName() string { return p.rules.name }

func (p pumping) the() *rules { return &p.rules }

func (pumping) lose(app.Tx, *Entry, string) error { return nil }

func (p pumping) deliver(_ context.Context, a *app.App, e *Entry) error {
	to, err := strconv.ParseInt(e.To, 10, 64)
	if err != nil {
		return err
	}
	switch at, err := p.does.Run(workers.Of(a).serving(), a, e.CompanyID, to); {
	case err != nil:
		return err
	case at == Ended:
		return nil
	default:
		return goingOn{at.rest}
	}
}

// want notes when a pump is to run; sooner tells that it was not to run by then.
func (w *worker) want(key laneKey, at time.Time) (sooner bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if was, ok := w.wanted[key]; ok && !at.Before(was) {
		return false
	}
	w.wanted[key] = at
	return true
}

// pumps are the lanes of pumps that are to run.
func (w *worker) pumps() (all []lane) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for key, at := range w.wanted {
		all = append(all, lane{key, at})
	}
	return all
}

// lastGrace is how long what is under way has at the end of the process.
func (r *rules) lastGrace() time.Duration {
	if r.isPump {
		return pumpGrace
	}
	return lastGrace
}

// start starts the pumps among the lanes of a grant, and leaves the others.
func (w *worker) start(a *app.App, kinds map[string]wired, g *grant) (started int) {
	rest := g.lanes[:0]
	for _, l := range g.lanes {
		at := lane{laneKey: laneKey{g.company, l.lane}}
		k := kinds[at.kind()]
		if !k.the().isPump {
			rest = append(rest, l)
			continue
		}
		w.mu.Lock()
		delete(w.wanted, at.laneKey)
		w.mu.Unlock()
		w.begin(a, k, Entry{CompanyID: g.company, Kind: at.kind(), To: at.to()})
		started++
	}
	g.lanes = rest
	return started
}

// stopped lets a pump run again that has more to do, or that failed.
func (w *worker) stopped(a *app.App, e *Entry, failed error) {
	on, goesOn := errors.AsType[goingOn](failed)
	switch {
	case failed == nil:
		return
	case !goesOn:
		on.rest = time.Second
		args := []any{"kind", e.Kind, "company", e.CompanyID, "to", e.To, "error", failed}
		if stack := app.StackOf(failed); stack != "" {
			args = append(args, "stack", stack)
		}
		a.Log().Error("a pump failed", args...)
	}
	w.want(laneKey{e.CompanyID, e.lane()}, a.Now().Add(on.rest))
}
