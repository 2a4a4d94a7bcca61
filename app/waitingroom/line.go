package waitingroom

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
	"marquee/kv"
)

// Line is the line before one event.
type Line struct {
	EventID int64 `msgpack:"e"`
	On      bool  `msgpack:"o"`
	// OpensAt is the hour of the draw; nil: there is none.
	OpensAt  *time.Time `msgpack:"h,omitempty"`
	Shoppers int64      `msgpack:"s"`
	// Paused: nobody more is called in. Who is inside stays, and all keep their places.
	Paused bool `msgpack:"p,omitempty"`
	// Key signs the numbers and decides the draw. Taking the line away and putting it back
	// makes another one.
	Key []byte `msgpack:"k"`
	// Drawn is how many numbers there were at the hour, once it is over.
	Drawn *int64 `msgpack:"d,omitempty"`
	// Booked is up to where numbers may have been given out, Called how many places were
	// called in.
	Booked int64 `msgpack:"b"`
	Called int64 `msgpack:"c"`
}

var lines = indexes.DefineKeyed(indexes.KeyedSpec[int64, Line]{
	Name: "queue_lines", Version: 1,
	Person:    indexes.Nobody("counters of lines before events"),
	Unaudited: "a queue",
	Key:       kv.Int,
	KeyOf:     func(l *Line) int64 { return l.EventID },
	Check: func(l *Line) error {
		if len(l.Key) != keyBytes || l.Called < 0 || l.Drawn != nil && *l.Drawn > l.Booked {
			return errors.New("queue: a line has no key, or calls nobody")
		}
		return nil
	},
})

const keyBytes = 32

// Settings are what a promoter decides about a line; nil changes nothing.
type Settings struct {
	On       *bool
	Paused   *bool
	OpensAt  app.Maybe[time.Time]
	Shoppers *int64
}

func (in *Settings) check(now time.Time) error {
	var p app.Problems
	if in.Shoppers != nil && (*in.Shoppers < MinShoppers || *in.Shoppers > MaxShoppers) {
		p.Add("shoppers", "must be between %d and %d", MinShoppers, MaxShoppers)
	}
	if at := in.OpensAt.Value; at != nil && at.After(now.Add(maxAhead)) {
		p.Add("opensAt", "must not lie more than a year ahead")
	}
	return p.Err()
}

// Set puts a line before an event, changes it or takes it away. The hour of a draw that is
// over changes no more.
func Set(ctx context.Context, a *app.App, c *app.Caller, eventID int64, in Settings) (out Overview, err error) {
	if err := in.check(a.Now()); err != nil {
		return out, err
	}
	key := make([]byte, keyBytes)
	if _, err := rand.Read(key); err != nil {
		return out, err
	}
	m := rooms.Of(a).of(c.CompanyID, eventID)
	if err := m.set(func() error { return set(ctx, a, c, eventID, in, key) }); err != nil {
		return out, err
	}
	return look(ctx, a, c.CompanyID, eventID)
}

func set(ctx context.Context, a *app.App, c *app.Caller, eventID int64, in Settings, key []byte) error {
	return a.Update(ctx, c, app.EditEvents, func(tx app.Tx) error {
		if err := needEvent(tx, eventID); err != nil {
			return err
		}
		l, found, err := lines.Find(tx, eventID)
		if err != nil {
			return err
		}
		if !found {
			l = Line{EventID: eventID, Shoppers: DefaultShoppers, Key: key}
		}
		before := l.told()
		if err := l.change(in, key); err != nil {
			return err
		}
		if after := l.told(); after != before {
			app.Note(tx, "events", eventID, "its line: "+after+"; before: "+before)
		}
		return lines.Put(tx, &l)
	})
}

// told is what the audit log tells of a line.
func (l *Line) told() string {
	state, draw := "off", "no draw"
	if l.On {
		state = "on"
	}
	if l.OpensAt != nil {
		draw = "a draw at " + l.OpensAt.UTC().Format(time.RFC3339)
	}
	if l.Paused {
		state += ", paused"
	}
	return fmt.Sprintf("%s, %s, %d shoppers", state, draw, l.Shoppers)
}

// change takes in what is wished. A line that begins anew has new numbers.
func (l *Line) change(in Settings, key []byte) error {
	if in.On != nil && *in.On && !l.On {
		*l = Line{EventID: l.EventID, OpensAt: l.OpensAt, Shoppers: l.Shoppers, Key: key}
	}
	if in.On != nil {
		l.On = *in.On
	}
	if in.Paused != nil {
		l.Paused = *in.Paused
	}
	if !l.On {
		l.Paused = false
	}
	switch {
	case in.OpensAt.Given && l.Drawn != nil:
		return app.Field("opensAt", "cannot be changed after the draw")
	case in.OpensAt.Value != nil && l.OpensAt == nil && l.Booked > 0:
		return app.Field("opensAt", "cannot be set while people stand in line without a draw")
	}
	in.OpensAt.Point(&l.OpensAt)
	if in.Shoppers != nil {
		l.Shoppers = *in.Shoppers
	}
	return nil
}

func needEvent(r app.Reader, id int64) error {
	e, err := catalog.SharedEvent(r, id)
	if err == nil && e.DeletedAt != nil {
		err = app.Missing("event")
	}
	return err
}
