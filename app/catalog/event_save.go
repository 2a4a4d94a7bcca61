package catalog

import (
	"context"

	"marquee/app"
	"marquee/app/company"
)

// CreateEvent adds an event. Name, start, end, and a venue unless it is online
// only, are required; without timezone it takes the company's.
func CreateEvent(ctx context.Context, a *app.App, c *app.Caller, in EventChange) (EventView, error) {
	in.lang = c.Language
	if err := in.ready(c, nil); err != nil {
		return EventView{}, err
	}
	var made EventView
	err := a.Update(ctx, c, app.CreateEvents, func(tx app.Tx) error {
		e, err := insertEvent(tx, c, in)
		if err != nil {
			return err
		}
		made, err = viewWritten(tx, e)
		return err
	})
	made.in(c.Language)
	return made, err
}

// viewWritten is an event as the answer to its change shows it.
func viewWritten(tx app.Tx, e Event) (EventView, error) {
	views, err := viewEvents(tx, []Event{e}, tx.Wall(), EventWants{Tags: true, Slots: true})
	if err != nil {
		return EventView{}, err
	}
	return views[0], nil
}

func insertEvent(tx app.Tx, c *app.Caller, in EventChange) (Event, error) {
	own, err := company.SettingsOf(tx)
	if err != nil {
		return Event{}, err
	}
	if err := in.resolve(tx, c); err != nil {
		return Event{}, err
	}
	e := Event{Texts: Texts{Locale: c.Language.Asked}, Groups: app.VisibilityOf(tx).Inherits(), CreatedBy: c.UserID}
	if err := in.periodProblems(&e); err != nil {
		return Event{}, err
	}
	in.apply(&e)
	e.fillDefaults(own.Timezone)
	if err := e.problems().Err(); err != nil {
		return Event{}, err
	}
	if err := in.applyState(&e, c, true, tx.Wall()); err != nil {
		return Event{}, err
	}
	if err := taken(eventTable.Insert(tx, &e), "externalId"); err != nil {
		return Event{}, err
	}
	if err := in.saveAround(tx, &e); err != nil {
		return Event{}, err
	}
	return e, PortsOf(tx).EventCreated(tx, &e)
}

// UpdateEvent changes an event and, when asked, others along with it. It returns
// the ids of those others that could take the change; the rest stay as they are.
func UpdateEvent(ctx context.Context, a *app.App, c *app.Caller, id int64, in EventChange, mass *MassUpdate) (EventView, []int64, error) {
	in.lang = c.Language
	if err := in.ready(c, mass); err != nil {
		return EventView{}, nil, err
	}
	var (
		changed EventView
		along   []int64
	)
	err := a.Update(ctx, c, app.EditEvents, func(tx app.Tx) error {
		e, err := updateEvent(tx, c, id, in)
		if err != nil {
			return err
		}
		if along, err = mass.take(tx, &e); err != nil {
			return err
		}
		changed, err = viewWritten(tx, e)
		return err
	})
	changed.in(c.Language)
	return changed, along, err
}

func updateEvent(tx app.Tx, c *app.Caller, id int64, in EventChange) (Event, error) {
	var (
		move  ZoneMove
		moved bool
		was   Event
	)
	if err := in.resolve(tx, c); err != nil {
		return Event{}, err
	}
	e, err := eventTable.Update(tx, id, func(e *Event) error {
		if e.DeletedAt != nil {
			return app.Missing("event")
		}
		if err := unchanged(in.UnchangedSince, e.UpdatedAt); err != nil {
			return err
		}
		was = *e
		if err := in.periodProblems(e); err != nil {
			return err
		}
		move, moved = in.shift(e)
		in.apply(e)
		if err := e.problems().Err(); err != nil {
			return err
		}
		return in.applyState(e, c, false, tx.Wall())
	})
	if err := taken(missing(err, "event"), "externalId"); err != nil {
		return Event{}, err
	}
	if moved {
		if err := moveZone(tx, move); err != nil {
			return Event{}, err
		}
	}
	if err := tellMoved(tx, &was, &e); err != nil {
		return Event{}, err
	}
	if err := in.saveAround(tx, &e); err != nil {
		return Event{}, err
	}
	if was.Settings.SeasonOutside != e.Settings.SeasonOutside {
		if err := recountSeasons(app.WholeTx(tx), e.ID); err != nil {
			return Event{}, err
		}
	}
	if e.Published && !was.Published {
		if err := approve(tx, c, &e); err != nil {
			return Event{}, err
		}
	}
	return e, nil
}
