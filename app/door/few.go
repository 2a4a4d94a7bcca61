package door

import (
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// numberTime is the number of an event or a user, with a moment.
type numberTime = kv.Pair2[int64, time.Time]

// few refuses one more where as many live at an event as may. What has ended, or closed, leaves
// room: nobody can use an event up for good.
func few[T any](tx app.Tx, living *indexes.By[T, numberTime], event int64, limit int) error {
	n, after := 0, numberTime{A: event, B: tx.Wall().Add(time.Microsecond)}
	for _, err := range living.Keys(tx, indexes.PrefixOf[time.Time](event).From(after).Limit(limit)) {
		if err != nil {
			return err
		}
		n++
	}
	if n >= limit {
		return app.Field("event", "must not have more than %d entries", limit)
	}
	return nil
}

// slowly refuses what somebody has made too much of within an hour. They have to wait until the
// oldest of it is an hour ago.
func slowly[T any](tx app.Tx, made *indexes.By[T, numberTime], user int64, limit int) error {
	n, now, oldest := 0, tx.Wall(), time.Time{}
	for e, err := range made.Keys(tx, indexes.PrefixOf[time.Time](user).Reversed().Limit(limit)) {
		if err != nil {
			return err
		}
		if app.Lately(e.Key.B, now, time.Hour) {
			n, oldest = n+1, e.Key.B
		}
	}
	if n < limit {
		return nil
	}
	err := app.Refuse(app.TooMany, "Too many phones were added in your name within an hour. Please try again later.")
	err.RetryAfter = int((oldest.Add(time.Hour).Sub(now) + time.Second - 1) / time.Second)
	return err
}
