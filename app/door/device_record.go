package door

import (
	"errors"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Device is a phone that scans.
type Device struct {
	ID int64 `msgpack:"i"`
	Bounds
	// LinkID is the link by which it joined; 0: its user started it.
	LinkID int64 `msgpack:"l,omitempty"`
	// TokenID is the token whose text is its secret, UserID whom it acts for.
	TokenID int64 `msgpack:"t"`
	UserID  int64 `msgpack:"u"`
	// Name is who scans with it.
	Name      string     `msgpack:"n"`
	EndsAt    time.Time  `msgpack:"x"`
	EndedAt   *time.Time `msgpack:"ea,omitempty"`
	CreatedAt time.Time  `msgpack:"ca"`
}

// Scans tells whether the device has not ended.
func (d *Device) Scans(now time.Time) bool { return d.EndedAt == nil && now.Before(d.EndsAt) }

var (
	deviceByToken = indexes.NewUnique("token", kv.Int, func(d *Device) []int64 { return []int64{d.TokenID} })
	deviceByEvent = indexes.NewBy("event", kv.Int, func(d *Device) []int64 { return []int64{d.EventID} }).Counted()
	// deviceLiving finds the phones of an event that nobody ended, by when they end.
	deviceLiving = indexes.NewBy("living", kv.PairOf(kv.Int, kv.Time), func(d *Device) []numberTime {
		if d.EndedAt != nil {
			return nil
		}
		return []numberTime{{A: d.EventID, B: d.EndsAt}}
	})
	// deviceStarted finds the phones that somebody started without a link, by when.
	deviceStarted = indexes.NewBy("started", kv.PairOf(kv.Int, kv.Time), func(d *Device) []numberTime {
		if d.LinkID != 0 {
			return nil
		}
		return []numberTime{{A: d.UserID, B: d.CreatedAt}}
	})
	deviceByLink = indexes.NewBy("link", kv.Int, func(d *Device) []int64 {
		if d.LinkID == 0 {
			return nil
		}
		return []int64{d.LinkID}
	})
	devices = indexes.Define(indexes.Spec[Device]{
		Name: "door_devices", Version: 1,
		Person: indexes.Stays("people who work at doors"),
		ID:     func(d *Device) *int64 { return &d.ID },
		Stamp: func(tx app.Tx, old, d *Device) {
			if old == nil {
				d.CreatedAt = tx.Now()
			}
		},
		Check: func(d *Device) error {
			if d.TokenID <= 0 || len(d.ZoneIDs) == 0 {
				return errors.New("door device: has no secret or no zone")
			}
			return nil
		},
	}, deviceByToken.Index, deviceByEvent.Index, deviceByLink.Index, deviceLiving.Index, deviceStarted.Index)
)
