package company

import (
	"errors"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Device is a phone, a till or a program that calls in the name of users, as it says itself.
type Device struct {
	ID int64 `msgpack:"i"`
	// Code is what it calls itself by; in a company that is one device, whoever uses it.
	Code string `msgpack:"c"`
	DeviceAbout
	// UserID used it last, at SeenAt or little later.
	UserID    int64     `msgpack:"u"`
	SeenAt    time.Time `msgpack:"s"`
	CreatedAt time.Time `msgpack:"ca"`
	// BlockedAt is since when it is refused, nil: it is not.
	BlockedAt *time.Time `msgpack:"b,omitempty"`
}

// DeviceAbout is what a device tells about itself.
type DeviceAbout struct {
	App          string `msgpack:"a,omitempty"`
	AppVersion   string `msgpack:"av,omitempty"`
	OS           string `msgpack:"o,omitempty"`
	OSVersion    string `msgpack:"ov,omitempty"`
	Manufacturer string `msgpack:"m,omitempty"`
	Model        string `msgpack:"mo,omitempty"`
}

// The groups of deviceListed.
const (
	deviceFree    = 0
	deviceBlocked = 1
)

func (d *Device) group() int64 {
	if d.BlockedAt != nil {
		return deviceBlocked
	}
	return deviceFree
}

var (
	deviceByCode = indexes.NewUnique("code", kv.String, func(d *Device) []string { return []string{d.Code} })
	deviceListed = indexes.NewBy("listed", kv.Int, func(d *Device) []int64 { return []int64{d.group()} }).Counted().Ascending()
	// deviceIdle has those that may be forgotten, the one that was seen longest ago first.
	deviceIdle = indexes.NewBy("idle", kv.Time, func(d *Device) []time.Time {
		if d.BlockedAt != nil {
			return nil
		}
		return []time.Time{d.SeenAt}
	})
	devices = indexes.Define(indexes.Spec[Device]{
		Name: "api_devices", Version: 1,
		Person: indexes.Nobody("which user may do what, by number"),
		ID:     func(d *Device) *int64 { return &d.ID },
		Stamp: func(tx indexes.Tx, old, d *Device) {
			if old == nil {
				d.CreatedAt = tx.Now()
			}
		},
		Check: func(d *Device) error {
			if d.Code == "" {
				return errors.New("device: has no code")
			}
			return nil
		},
	}, deviceByCode.Index, deviceListed.Index, deviceIdle.Index)
)

// deviceRefused is what a blocked device is told, whatever token it uses.
func deviceRefused() error { return app.Refuse(app.Forbidden, "This device is blocked.") }
