package door

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"marquee/app"
	"marquee/app/admission"
	"marquee/app/entry"
)

// TooFast is the detail under which the log keeps scans that were set aside: their phone made
// more of them than anybody can. Behind it stands why a supervisor let somebody in.
const TooFast = "tooFast"

// take tells whether one more scan at a moment counts, where so many may come at once.
func (b *bucket) take(at time.Time, most int) bool {
	if at.After(b.Clock) {
		b.Clock = at
	}
	full := admission.Bucket{Full: b.Full}
	_, wait := full.Take(admission.Rate{Most: int64(most), In: time.Duration(most) * pause}, 1, b.Clock)
	b.Full = full.Full
	return wait == 0
}

// take tells whether a scan counts. It was made after its phone was a scanner, and before it came.
func (p *Pace) take(made, joined, now time.Time) bool {
	if made.Before(joined) {
		made = joined
	}
	if made.After(now) {
		made = now
	}
	next := *p
	if !next.Made.take(made, burst) || !next.Came.take(now, arrivals) {
		p.Made.Clock, p.Came.Clock = next.Made.Clock, next.Came.Clock
		return false
	}
	*p = next
	return true
}

// setAside makes refusals of those rows of an upload that are more than anybody can scan: they
// are kept in the log, where supervisors see them, and move nobody. Rows that are there already
// are what they were.
func (p *Pass) setAside(ctx context.Context, a *app.App, rows []entry.UploadRow) error {
	var aside []bool
	n := int64(0)
	err := a.Update(ctx, p.Caller, scanners, func(tx app.Tx) (err error) {
		pace, err := PaceOf(tx, p.Device.ID)
		if err != nil {
			return err
		}
		was := pace
		if aside, n, err = pace.judge(a, tx, rows, p.Device.CreatedAt); err != nil || n == 0 && pace == was {
			return err
		}
		pace.alarm(tx, n)
		return paces.Put(tx, &pace)
	})
	if err != nil {
		return err
	}
	for i := range rows {
		if aside[i] {
			refuse(&rows[i], TooFast)
		}
	}
	p.raise(a, n)
	return nil
}

// judge tells which rows are set aside, and how many of them are new.
func (p *Pace) judge(a *app.App, tx app.Tx, rows []entry.UploadRow, joined time.Time) (aside []bool, fresh int64, err error) {
	aside = make([]bool, len(rows))
	for i := range rows {
		row := &rows[i]
		if row.Refused {
			continue
		}
		known, detail, err := entry.Refused(a, tx, row.UUID)
		switch {
		case err != nil:
			return nil, 0, err
		case known:
			aside[i] = strings.HasPrefix(detail, TooFast)
		case !p.take(row.ScannedOn, joined, tx.Now()):
			aside[i], fresh = true, fresh+1
		}
	}
	return aside, fresh, nil
}

// alarm notes how many scans counted for nothing because nobody scans so fast.
func (p *Pace) alarm(tx app.Tx, n int64) {
	if n == 0 {
		return
	}
	now := tx.Now()
	p.Aside, p.AsideAt = p.Aside+n, &now
	app.Note(tx, "door_devices", p.DeviceID, fmt.Sprintf("scanned faster than anybody can: %d scans count for nothing", n))
}

// raise tells the operator.
func (p *Pass) raise(a *app.App, n int64) {
	if n == 0 {
		return
	}
	live.Of(a).aside.Add(n)
	a.Log().Warn("a phone scans faster than anybody can; its scans count for nothing, and whoever runs the door can end it and take back what it did",
		"device", p.Device.ID, "event", p.Device.EventID, "gate", p.Device.Gate, "user", p.Device.UserID, "scans", n)
}

// SetAside is how many scans of phones counted for nothing, because nobody scans so fast.
func SetAside(a *app.App) int64 { return live.Of(a).aside.Load() }

// livePaces are those of phones that ask about each scan. They are no promise of the store: after
// a restart every phone begins anew.
type livePaces struct {
	aside atomic.Int64
	mu    sync.Mutex
	of    map[int64]*livePace
}

type livePace struct {
	bucket
	refused int64     // since
	noted   time.Time // when that was written down last
}

var live = app.NewPerApp(func() *livePaces { return &livePaces{of: map[int64]*livePace{}} })

// hurries tells whether a phone scans tickets faster than anybody can, and how many times it was
// refused that nobody wrote down yet, where it is time to.
func (l *livePaces) hurries(device int64, tickets int, now time.Time) (hurries bool, noted int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.of[device]
	if p == nil {
		l.forget(now)
		p = &livePace{}
		l.of[device] = p
	}
	for range max(1, tickets) {
		if !p.take(now, burst) {
			hurries = true
		}
	}
	if !hurries {
		return false, 0
	}
	p.refused++
	if now.Sub(p.noted) >= alarmEvery {
		noted, p.noted, p.refused = p.refused, now, 0
	}
	return true, noted
}

// forget drops the phones that rest, when there are many.
func (l *livePaces) forget(now time.Time) {
	if len(l.of) < MaxDevices {
		return
	}
	for id, p := range l.of {
		if now.After(p.Full) && now.Sub(p.noted) > alarmEvery {
			delete(l.of, id)
		}
	}
}

// hurried refuses a live scan of a phone that scans faster than anybody can.
func (p *Pass) hurried(ctx context.Context, a *app.App, in *entry.ScanRequest) error {
	hurries, n := live.Of(a).hurries(p.Device.ID, max(len(in.Barcodes), len(in.Tags)), a.Now())
	if !hurries {
		return nil
	}
	if n > 0 {
		err := a.Update(ctx, p.Caller, scanners, func(tx app.Tx) error {
			pace, err := PaceOf(tx, p.Device.ID)
			if err != nil {
				return err
			}
			pace.alarm(tx, n)
			return paces.Put(tx, &pace)
		})
		if err != nil {
			return err
		}
		p.raise(a, n)
	}
	err := app.Refuse(app.TooMany, "This phone scans faster than anybody can. Please try again in a moment.")
	err.RetryAfter = 1
	return err
}
