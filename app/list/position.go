package list

import (
	"time"

	"marquee/indexes"
	"marquee/kv"
)

// AtID is the position of a record in a list by id.
func AtID(id int64) indexes.Position { return kv.Int.Append(nil, id) }

// AtTime is the position of a record in a list by time, then by id.
func AtTime(t time.Time, id int64) indexes.Position { return kv.Int.Append(kv.Time.Append(nil, t), id) }

// AtNumber is the position of a record in a list by a number, then by id.
func AtNumber(n, id int64) indexes.Position { return kv.Int.Append(kv.Int.Append(nil, n), id) }

// All spans a whole list.
var All = indexes.Span{}

// Since spans the changes from a time on, up to one behind which none can still
// appear.
func Since(r indexes.Reader, from time.Time) indexes.Span {
	end := r.SafeTime().Add(time.Microsecond)
	return Times(&from, &end)
}

// Times spans the times from one up to, but not including, another; nil is open.
func Times(from, until *time.Time) (s indexes.Span) {
	if from != nil && !from.IsZero() {
		s.From = kv.Time.Append(nil, *from)
	}
	if until != nil {
		s.To = kv.Time.Append(nil, *until)
	}
	return s
}

// behind are the ids that follow a position.
func behind(ids IDs, after indexes.Position) (IDs, error) {
	if after == nil {
		return ids, nil
	}
	id, rest, err := kv.Int.Read(after)
	if err != nil || len(rest) > 0 {
		return nil, indexes.ErrPosition
	}
	return ids.Behind(id), nil
}
