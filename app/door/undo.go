package door

import (
	"context"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/entry"
)

// Undo asks to take back what a phone did.
type Undo struct {
	DeviceID int64
	// Since is from when on the phone is not believed: what reached the server since then,
	// whenever it says that it was scanned. Nil is from its beginning.
	Since *time.Time
	// DryRun tells what would be taken back, and changes nothing.
	DryRun bool
}

// UndoDevice takes back what a phone did since a moment, for whoever found out that it was not
// in the hands of a steward. Doing it twice changes nothing the second time. It does not end
// the phone. Many tickets go back in several transactions: one that failed has taken back some.
func UndoDevice(ctx context.Context, a *app.App, c *app.Caller, in Undo) (out entry.Undone, err error) {
	var d Device
	var tickets []int64
	var doing entry.Doing
	err = a.View(ctx, c, Supervisors, func(r app.Reader) (err error) {
		if d, err = shownDevice(r, in.DeviceID); err != nil {
			return err
		}
		doing = entry.Doing{TokenID: d.TokenID, Since: d.CreatedAt}
		if in.Since != nil && in.Since.After(doing.Since) {
			doing.Since = *in.Since
		}
		if tickets, err = entry.MovedBy(r, doing); err == nil && in.DryRun {
			out, err = entry.LookUndone(r, doing, tickets)
		}
		return err
	})
	if err != nil || in.DryRun {
		return out, err
	}
	for some := range slices.Chunk(tickets, undoBatch) {
		var done entry.Undone
		err := a.Update(ctx, c, Supervisors, func(tx app.Tx) (err error) {
			if _, err := shownDevice(tx, d.ID); err != nil {
				return err
			}
			if done, err = entry.Undo(tx, doing, some); err == nil && done.Tickets > 0 {
				app.Note(tx, "door_devices", d.ID, fmt.Sprintf("took back %d scans of a scanner: %s", done.Scans, d.Gate))
			}
			return err
		})
		if err != nil {
			return out, err
		}
		out.Tickets, out.Scans, out.Others = out.Tickets+done.Tickets, out.Scans+done.Scans, out.Others+done.Others
	}
	return out, nil
}

// shownDevice finds a phone at an event that the caller sees and runs.
func shownDevice(r app.Reader, id int64) (Device, error) {
	d, err := devices.Get(r, id)
	if err != nil {
		return d, missing(err, "device")
	}
	shown, err := catalog.ShownAt(r, d.EventID)
	if err == nil && !shown {
		err = app.Missing("device")
	}
	return d, err
}
