package report

import (
	"context"

	"marquee/app"
	"marquee/app/entry"
	"marquee/indexes"
)

// stepScans counts the next rows of the scan log. Rows are only ever appended, so the id of
// the last one is all that is to be remembered.
func stepScans(ctx context.Context, w *app.Work) (more bool, err error) {
	var (
		from mark
		last int64
		z    *zones
	)
	delta, n := deltas{}, 0
	err = w.View(ctx, func(r app.Reader) (err error) {
		if from, _, err = marks.Find(r, scanFeed); err != nil {
			return err
		}
		delta, n, last = deltas{}, 0, from.LastID
		z = zonesOf(r)
		for h, err := range entry.Scans.Scan(app.Lenient(r), indexes.From(from.LastID+1).Limit(foldScans)) {
			if err != nil {
				return err
			}
			for _, c := range countScan(z, &h.Rec) {
				delta.add(&c, 1)
			}
			n, last = n+1, h.Rec.ID
		}
		return nil
	})
	if err != nil || last == from.LastID {
		return false, err
	}
	taken := false
	err = w.Update(ctx, func(tx app.Tx) (err error) {
		if taken, err = z.stand(tx); err != nil || !taken {
			return err
		}
		now, _, err := marks.Find(tx, scanFeed)
		if taken = err == nil && now == from; !taken {
			return err
		}
		if err := delta.store(tx); err != nil {
			return err
		}
		return putMark(tx, mark{Feed: scanFeed, LastID: last})
	})
	return n == foldScans || !taken, err
}

// countScan is what a row of the log adds: it counts when it was scanned, which of an
// upload may be long ago.
func countScan(z *zones, s *entry.Scan) [2]count {
	gate := count{Cube: gateCube, Scope: s.EventID, Minute: minuteOf(s.ScannedOn), Day: dayOf(s.ScannedOn, z.of(s.EventID))}
	gate.Sums[gateCount] = 1
	phone := gate
	phone.Cube = phoneCube
	outcome := int64(wentIn)
	switch {
	case s.Status != entry.Valid || s.Held:
		outcome = wasRefused
		phone.Dims[phoneStatus] = int64(s.Status)
	case s.Out:
		outcome = wentOut
	}
	gate.Dims[gateZone], gate.Dims[gateGate], gate.Dims[gateOutcome] = s.ZoneID, s.GateID, outcome
	phone.Dims[phoneToken], phone.Dims[phoneOutcome] = s.TokenID, outcome
	return [2]count{gate, phone}
}
