package door

import (
	"errors"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
	"marquee/kv"
)

// Bounds are what a link, and the phones that joined by it, are good for.
type Bounds struct {
	EventID int64 `msgpack:"e"`
	// ZoneIDs are the zones, at least one.
	ZoneIDs []int64 `msgpack:"z"`
	// Gate is what the place is called, for those who ask later where a guest came in.
	Gate string `msgpack:"g"`
	// Overrides: capacity and ages may be overridden, with a reason.
	Overrides bool `msgpack:"o,omitempty"`
}

// Link makes scanners of phones.
type Link struct {
	ID int64 `msgpack:"i"`
	Bounds
	// TokenID is the token whose text is the secret of the link.
	TokenID int64 `msgpack:"t"`
	MadeBy  int64 `msgpack:"u"`
	// Phones is for how many it is good, Joined how many there were.
	Phones    int64      `msgpack:"p"`
	Joined    int64      `msgpack:"j"`
	OpenUntil time.Time  `msgpack:"ou"`
	EndedAt   *time.Time `msgpack:"x,omitempty"`
	CreatedAt time.Time  `msgpack:"ca"`
}

// Open tells whether a phone can still join.
func (l *Link) Open(now time.Time) bool {
	return l.closing(now) == ""
}

var (
	linkByToken = indexes.NewUnique("token", kv.Int, func(l *Link) []int64 { return []int64{l.TokenID} })
	linkByEvent = indexes.NewBy("event", kv.Int, func(l *Link) []int64 { return []int64{l.EventID} }).Counted()
	// linkOpen finds the links of an event that phones can still join by, by when they close.
	linkOpen = indexes.NewBy("open", kv.PairOf(kv.Int, kv.Time), func(l *Link) []numberTime {
		if l.EndedAt != nil || l.Joined >= l.Phones {
			return nil
		}
		return []numberTime{{A: l.EventID, B: l.OpenUntil}}
	})
	// linkMade finds those that somebody made, by when.
	linkMade = indexes.NewBy("made", kv.PairOf(kv.Int, kv.Time), func(l *Link) []numberTime {
		return []numberTime{{A: l.MadeBy, B: l.CreatedAt}}
	})
	links = indexes.Define(indexes.Spec[Link]{
		Name: "door_links", Version: 1,
		Person: indexes.Stays("people who work at doors"),
		Shown:  func(r app.Reader, l *Link) (bool, error) { return catalog.ShownAt(r, l.EventID) },
		ID:     func(l *Link) *int64 { return &l.ID },
		Stamp: func(tx app.Tx, old, l *Link) {
			if old == nil {
				l.CreatedAt = tx.Now()
			}
		},
		Check: func(l *Link) error {
			if l.TokenID <= 0 || len(l.ZoneIDs) == 0 || l.Joined > l.Phones {
				return errors.New("door link: has no secret or no zone, or too many phones joined")
			}
			return nil
		},
	}, linkByToken.Index, linkByEvent.Index, linkOpen.Index, linkMade.Index)
)
