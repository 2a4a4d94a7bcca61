package door

import (
	"errors"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Pace is how fast a phone is. It is apart from Device, because every upload moves it.
type Pace struct {
	DeviceID int64 `msgpack:"d"`
	// Made is by the times that it gives its scans, Came by when they reach the server.
	Made bucket `msgpack:"m"`
	Came bucket `msgpack:"c"`
	// Aside is how many of its scans counted for nothing because nobody scans so fast, and
	// AsideAt when the last of them came; nil: none did.
	Aside   int64      `msgpack:"n,omitempty"`
	AsideAt *time.Time `msgpack:"a,omitempty"`
}

// bucket is how much a phone has scanned lately: until when its scans have used the time up, by
// a clock that only goes on.
type bucket struct {
	Full  time.Time `msgpack:"f"`
	Clock time.Time `msgpack:"c"`
}

var paces = indexes.DefineKeyed(indexes.KeyedSpec[int64, Pace]{
	Name: "door_paces", Version: 1,
	Person:    indexes.Nobody("counters"),
	Unaudited: "a counter",
	Key:       kv.Int,
	KeyOf:     func(p *Pace) int64 { return p.DeviceID },
	Check: func(p *Pace) error {
		if p.Aside < 0 || p.Aside > 0 != (p.AsideAt != nil) {
			return errors.New("door pace: what was set aside has no time")
		}
		return nil
	},
})

// pacesOf are those of phones.
func pacesOf(r app.Reader, phones []Device) (map[int64]Pace, error) {
	all := make(map[int64]Pace, len(phones))
	for i := range phones {
		p, err := PaceOf(r, phones[i].ID)
		if err != nil {
			return nil, err
		}
		all[p.DeviceID] = p
	}
	return all, nil
}

// PaceOf is that of a phone; one that never uploaded anything has none yet.
func PaceOf(r app.Reader, device int64) (Pace, error) {
	p, _, err := paces.Find(r, device)
	p.DeviceID = device
	return p, err
}
