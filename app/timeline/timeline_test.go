package timeline

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/order"
)

func TestWhatWasVoidedAtOnceStandsTogether(t *testing.T) {
	is := is.New(t)
	one := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	two := one.Add(time.Hour)
	all := voidedOf([]order.Item{{ID: 1, CancelledAt: &one}, {ID: 2}, {ID: 3, CancelledAt: &two}, {ID: 4, CancelledAt: &one}})
	is.Equal(len(all), 2)
	is.Equal(all[0].Items, []int64{1, 4})
	is.Equal(all[1].Items, []int64{3})
}

func TestATimelineIsInOrderAndBounded(t *testing.T) {
	is := is.New(t)
	now := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	line := Timeline{Events: []Event{{At: now, Kind: Mailed}, {At: now, Kind: Completed}, {At: now.Add(-time.Hour), Kind: Began}}}
	line.sort()
	is.Equal([]Kind{line.Events[0].Kind, line.Events[1].Kind, line.Events[2].Kind}, []Kind{Began, Completed, Mailed})
	is.True(!line.More)
	for range maxEvents {
		line.Events = append(line.Events, Event{At: now.Add(time.Hour), Kind: Scanned})
	}
	line.sort()
	is.Equal(len(line.Events), maxEvents)
	is.True(line.More)
	is.Equal(line.Events[0].Kind, Scanned) // the oldest are left away
}
