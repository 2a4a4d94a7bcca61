package office

import (
	"testing"
	"time"

	"marquee/app/door"
	"marquee/app/entry"

	"github.com/matryer/is"
)

func TestHowADoorMoves(t *testing.T) {
	is := is.New(t)
	now := time.Date(2027, 7, 3, 17, 42, 0, 0, time.UTC)
	zone := func(in int64) []entry.ZoneView { return []entry.ZoneView{{Tally: entry.Tally{UniqueIn: in}}} }
	d := Door{Now: now, Zones: zone(3299), Expected: 4804, Minutes: []int64{20, 22, 21, 21, 21, 21, 21, 21, 21, 21}}
	is.Equal(d.Entered(), int64(210))
	is.Equal(d.ToCome(), int64(1505))
	is.Equal(d.Until(), now.Add(time.Duration(1505)*10*time.Minute/210))
	is.True(d.Moves())

	d.Minutes = make([]int64, 10)
	is.True(d.Until().IsZero()) // at no pace nobody comes
	is.True(!d.Moves())
	d.Gates = []door.Gate{{Scans: 1}}
	is.True(d.Moves()) // somebody is turned away

	d.Minutes[9], d.Expected = 5, 3000
	is.Equal(d.ToCome(), int64(0)) // more came than stand: some were refunded since
	is.True(d.Until().IsZero())
}
