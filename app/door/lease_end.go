package door

import (
	"slices"

	"marquee/app"
)

// forget: a phone that has ended is waited for no longer, and may let in anybody if it does not
// know: that is kept. A lease that it has still counts.
func (d *Device) forget(tx app.Tx, by *app.Caller) error {
	for _, zone := range d.ZoneIDs {
		l, found, err := leases.Find(tx, zone)
		if err != nil {
			return err
		}
		if !found || !slices.Contains(l.Waits, d.ID) {
			continue
		}
		before, gone := l, Taken{Lease: Lease{DeviceID: d.ID}, At: tx.Now(), UserID: by.UserID, Reason: endedUnheard}
		if held := l.of(d.ID); held != nil {
			gone.Lease = *held
		}
		l.take(gone)
		l.heard(d.ID)
		l.drop(d.ID) // it was never told of its lease
		if _, err := l.store(tx, &before); err != nil {
			return err
		}
	}
	return nil
}

// giveUp: a phone whose steward goes home has brought everything, and is empty.
func (d *Device) giveUp(tx app.Tx) error {
	for _, zone := range d.ZoneIDs {
		l, found, err := leases.Find(tx, zone)
		if err != nil {
			return err
		}
		if !found || l.of(d.ID) == nil && !slices.Contains(l.Waits, d.ID) {
			continue
		}
		before := l
		l.drop(d.ID)
		l.heard(d.ID)
		if _, err := l.store(tx, &before); err != nil {
			return err
		}
	}
	return nil
}
