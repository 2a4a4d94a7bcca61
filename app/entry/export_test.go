package entry

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/entry/rules"
)

// Tests with a whole box office stand outside of this package, as that starts every
// area. This is what they use of the inside.
const (
	AskedIn  = rules.In
	AskedOut = rules.Out

	TouchBatch = touchBatch
	ManyScans  = manyScans
	PieceRows  = pieceRows
	MaxHistory = maxHistory

	ReusedInLog = uuidReused
)

var (
	CounterOf = counterOf
	EntryZone = entryZone
	FindState = findState
	ZonesOf   = zonesOf

	TouchSome = touchSome

	TouchSomeHeld = touchSomeHeld

	UploadInPieces = uploadScans
)

// Scanning is a request on its way through a transaction.
type Scanning = scanning

var NewScanning = newScanning

func (s *scanning) Run(tx app.Tx) error { return s.run(tx) }

func (s *scanning) Result() ScanResult { return s.res }

// ScanUnguarded decides on a snapshot and stores afterwards, as a careless gate
// would. Looked is called in between.
func ScanUnguarded(ctx context.Context, a *app.App, c *app.Caller, in ScanRequest, looked func()) (ScanResult, error) {
	s, err := newScanning(a, c, in)
	if err != nil {
		return ScanResult{}, err
	}
	var g *gate
	var dec rules.Decision
	var res ScanResult
	var done bool
	err = a.View(ctx, c, app.Authenticated, func(r app.Reader) error {
		if res, done, err = app.Answered[ScanResult](a, r, s.call); err != nil || done {
			return err
		}
		if g, err = openGate(r, in, c, later(a.Now(), r.SafeTime()), a.Now()); err != nil {
			return err
		}
		if err = g.loadAll(r, s.codes, false); err == nil {
			dec = rules.Decide(g.ask())
		}
		return err
	})
	looked()
	if err != nil || done {
		return res, err
	}
	err = a.Update(ctx, c, app.Authenticated, func(tx app.Tx) error {
		again := *g // a transaction that lost against another is run once more
		again.tickets = slices.Clone(g.tickets)
		if res, err = again.store(tx, dec); err != nil {
			return err
		}
		return app.Remember(a, tx, s.call, res)
	})
	return res, err
}
