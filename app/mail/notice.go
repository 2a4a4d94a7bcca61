package mail

import (
	"context"
	"strings"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/catalog"
)

// Notices are the mails about an event that staff send to everybody who has something of
// it.
var Notices = []Kind{EventChanged, EventCancelled}

// Notice asks for a mail to everybody who has something of an event.
type Notice struct {
	EventID int64
	Kind    Kind
	// Note is what staff add, empty for nothing.
	Note string
}

// Notify mails everybody who holds something of an event. Nobody gets the same twice
// within a minute: what is asked for again meanwhile is the same.
func Notify(ctx context.Context, a *app.App, c *app.Caller, in Notice) error {
	var p app.Problems
	if in.Kind != EventChanged && in.Kind != EventCancelled {
		p.Add("kind", "is not a mail about an event")
	}
	if in.Note = strings.TrimSpace(in.Note); utf8.RuneCountInString(in.Note) > MaxNote {
		p.Add("note", "must not be longer than %d characters", MaxNote)
	}
	if strings.ContainsFunc(in.Note, forbidden) {
		p.Add("note", "contains characters that are not allowed")
	}
	if err := p.Err(); err != nil {
		return err
	}
	return a.Update(ctx, c, app.SendMails, func(tx app.Tx) error {
		e, err := catalog.EventByID(tx, in.EventID)
		switch {
		case err != nil:
			return err
		case e.DeletedAt != nil:
			return app.Missing("event")
		case in.Kind == EventCancelled && e.CancelledAt == nil:
			return app.Field("kind", "is only for a cancelled event")
		case e.Ended(tx.Wall()):
			return app.Field("eventId", "is over")
		}
		return begin(tx, round{EventID: e.ID, Kind: in.Kind, N: tx.Wall().Unix() / 60, Note: in.Note})
	})
}
