package till

import (
	"errors"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Alone is what a device took in a shop by other methods than cash while it had no
// connection.
type Alone struct {
	// DeviceID is the token with which it uploads, or minus the user where there is none.
	DeviceID   int64 `msgpack:"d"`
	TillID     int64 `msgpack:"t"`
	CurrencyID int64 `msgpack:"c"`
	Taken      int64 `msgpack:"n"`
	// Until is when it had a connection again: what it sold up to then was sold in the same
	// time without one, whichever upload brings it.
	Until time.Time `msgpack:"u"`
}

type aloneKey = kv.Triple[int64, int64, int64]

var alones = indexes.DefineKeyed(indexes.KeyedSpec[aloneKey, Alone]{
	Name: "till_alone", Version: 1,
	Person:    indexes.Nobody("counters"),
	Unaudited: "a counter",
	Key:       kv.TripleOf(kv.Int, kv.Int, kv.Int),
	KeyOf:     func(a *Alone) aloneKey { return aloneKey{A: a.DeviceID, B: a.TillID, C: a.CurrencyID} },
	Check: func(a *Alone) error {
		if a.DeviceID == 0 || a.TillID == 0 || a.Taken < 0 {
			return errors.New("offline takings: of no device or shop, or below zero")
		}
		return nil
	},
})

// DeviceOf is what a caller's uploads are counted by.
func DeviceOf(c *app.Caller) int64 {
	if c.TokenID != 0 {
		return c.TokenID
	}
	return -c.UserID
}

// AloneOf is what a device took so far while it was alone last.
func AloneOf(r app.Reader, device, tillID, currencyID int64) (Alone, error) {
	a, found, err := alones.Find(r, aloneKey{A: device, B: tillID, C: currencyID})
	if !found {
		a = Alone{DeviceID: device, TillID: tillID, CurrencyID: currencyID}
	}
	return a, err
}

// KeepAlone stores what a device took. Devices that upload twice at once meet here.
func KeepAlone(tx app.Tx, a *Alone) error { return alones.Put(tx, a) }
