package door

import (
	"time"

	"marquee/indexes"
	"marquee/kv"
)

// seen is that somebody looked at a ticket that came in twice.
type seen struct {
	// ScanID is the row of the log that found another one there.
	ScanID int64     `msgpack:"s"`
	At     time.Time `msgpack:"a"`
	UserID int64     `msgpack:"u"`
}

var seens = indexes.DefineKeyed(indexes.KeyedSpec[int64, seen]{
	Name: "door_doubles_seen", Version: 1,
	Person: indexes.Stays("people who work at doors"),
	Key:    kv.Int,
	KeyOf:  func(s *seen) int64 { return s.ScanID },
})
