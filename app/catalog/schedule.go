package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// ScheduleChange asks for a new schedule, or for a change of one.
type ScheduleChange struct {
	Name        *string
	Description Maybe[string]
	Type        *string
	// EventIDs are all its events afterwards; nil leaves them.
	EventIDs *[]int64
}

// ScheduleView is a schedule with its events.
type ScheduleView struct {
	Schedule
	EventIDs []int64 // by their start
	// Upcoming is how many of them are published and not over; From is the start of the
	// first of these, Until the end of the last, nil when there are none.
	Upcoming    int64
	From, Until *time.Time
}

func (in *ScheduleChange) apply(s *Schedule, lang app.Language) {
	s.Texts.put(lang, nameText, &s.Name, given(in.Name))
	s.Texts.put(lang, descriptionText, &s.Description, in.Description)
	set(&s.Type, in.Type)
}

func (s *Schedule) problems(in *ScheduleChange) error {
	var p app.Problems
	wantName(&p, "name", s.Name, maxName)
	wantText(&p, "description", s.Description, maxText)
	s.Texts.problems(&p, nameText, "name", maxName)
	s.Texts.problems(&p, descriptionText, "description", maxText)
	wantOneOf(&p, "type", s.Type, ScheduleTypes)
	if in.EventIDs != nil {
		if n := len(app.Distinct(*in.EventIDs)); n < minRun || n > maxRun {
			p.Add("eventIds", "must have between %d and %d entries", minRun, maxRun)
		}
	}
	return p.Err()
}

// CreateSchedule makes a schedule of events that belong to none yet.
func CreateSchedule(ctx context.Context, a *app.App, c *app.Caller, in ScheduleChange) (v ScheduleView, err error) {
	if in.EventIDs == nil {
		in.EventIDs = new([]int64)
	}
	err = a.Update(ctx, c, app.EditEvents, func(tx app.Tx) error {
		n, err := scheduleListed.CountOf(tx, indexes.Equal(standing))
		if err == nil && n >= maxSchedules {
			err = app.Field("name", "must not have more than %d entries", maxSchedules)
		}
		if err != nil {
			return err
		}
		s := Schedule{Type: RepeatingSchedule, Texts: Texts{Locale: c.Language.Asked}}
		in.apply(&s, c.Language)
		if err := s.problems(&in); err != nil {
			return err
		}
		if err := scheduleTable.Insert(tx, &s); err != nil {
			return err
		}
		if err := in.assign(tx, s.ID); err != nil {
			return err
		}
		v, err = viewSchedule(tx, s, tx.Wall())
		return err
	})
	v.in(c.Language)
	return v, err
}

// UpdateSchedule changes a schedule.
func UpdateSchedule(ctx context.Context, a *app.App, c *app.Caller, id int64, in ScheduleChange) (v ScheduleView, err error) {
	err = a.Update(ctx, c, app.EditEvents, func(tx app.Tx) error {
		s, err := scheduleTable.Update(tx, id, func(s *Schedule) error {
			if s.DeletedAt != nil {
				return app.Missing("schedule")
			}
			in.apply(s, c.Language)
			return s.problems(&in)
		})
		if err != nil {
			return missing(err, "schedule")
		}
		if err := in.assign(tx, id); err != nil {
			return err
		}
		v, err = viewSchedule(tx, s, tx.Wall())
		return err
	})
	v.in(c.Language)
	return v, err
}

// assign makes the events of a request those of a schedule, and lets go of the others.
func (in *ScheduleChange) assign(tx app.Tx, id int64) error {
	if in.EventIDs == nil {
		return nil
	}
	var p app.Problems
	for i, event := range *in.EventIDs {
		e, err := Events.Get(tx, event)
		at := fmt.Sprintf("eventIds.%d", i)
		switch {
		case errors.Is(err, indexes.ErrNotFound) || err == nil && e.DeletedAt != nil:
			p.Add(at, "does not exist")
		case err != nil:
			return err
		case e.ScheduleID != 0 && e.ScheduleID != id:
			p.Add(at, "belongs to another schedule")
		}
	}
	if err := p.Err(); err != nil {
		return err
	}
	had, err := runOf(tx, id)
	if err != nil {
		return err
	}
	stay := app.Distinct(*in.EventIDs)
	for _, e := range had {
		if slices.Contains(stay, e.ID) {
			continue
		}
		shown, err := Events.Shows(tx, e)
		if err == nil && !shown { // it could not be named
			stay = append(stay, e.ID)
			continue
		}
		if err == nil {
			err = join(tx, e.ID, 0)
		}
		if err != nil {
			return err
		}
	}
	if len(stay) > maxRun {
		return app.Field("eventIds", "must have between %d and %d entries", minRun, maxRun)
	}
	for _, event := range app.Distinct(*in.EventIDs) {
		if err := join(tx, event, id); err != nil {
			return err
		}
	}
	return nil
}

// join puts an event into a schedule; 0 takes it out. Whether the caller sees the event is
// for others to ask: a schedule that is dissolved lets go of all.
func join(tx app.Tx, event, schedule int64) error {
	tx = app.WholeTx(tx)
	e, err := SharedEvent(tx, event)
	if err != nil || e.ScheduleID == schedule {
		return err
	}
	_, err = eventTable.Update(tx, event, func(e *Event) error { e.ScheduleID = schedule; return nil })
	return err
}

// DissolveSchedule ends a schedule; its events stay.
func DissolveSchedule(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.EditEvents, func(tx app.Tx) error {
		s, err := Schedules.Get(tx, id)
		if err == nil && s.DeletedAt != nil {
			err = app.Missing("schedule")
		}
		if err != nil {
			return missing(err, "schedule")
		}
		return dissolve(tx, id)
	})
}

// dissolve lets go of all events of a schedule, of those too that the caller does not see: they
// see the schedule, and must go on doing so until it has ended.
func dissolve(tx app.Tx, id int64) error {
	tx = app.WholeTx(tx)
	run, err := runOf(tx, id)
	if err != nil {
		return err
	}
	for _, e := range run {
		if err := join(tx, e.ID, 0); err != nil {
			return err
		}
	}
	_, err = scheduleTable.Update(tx, id, func(s *Schedule) error {
		now := tx.Now()
		s.DeletedAt = &now
		return nil
	})
	return err
}

// leaveSchedule takes an event that is deleted out of its schedule, and dissolves that
// when fewer than two are left.
func leaveSchedule(tx app.Tx, e *Event) error {
	if e.ScheduleID == 0 {
		return nil
	}
	if err := join(tx, e.ID, 0); err != nil {
		return err
	}
	left, err := runOf(tx, e.ScheduleID)
	if err != nil || len(left) >= minRun {
		return err
	}
	return dissolve(tx, e.ScheduleID)
}

// runOf are the events of a schedule that are not deleted, by their start, hidden ones
// among them. They must not be changed.
func runOf(r app.Reader, schedule int64) (all []*Event, err error) {
	r = app.Whole(r)
	for entry, err := range eventBySchedule.Keys(r, indexes.PrefixOf[time.Time](schedule)) {
		if err != nil {
			return nil, err
		}
		e, err := Events.GetShared(r, entry.ID)
		if app.Skip(r, err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// shownOf are those of them that the caller sees.
func shownOf(r app.Reader, schedule int64) (seen []*Event, err error) {
	all, err := runOf(r, schedule)
	for _, e := range all {
		shown, err := Events.Shows(r, e)
		if err != nil {
			return nil, err
		}
		if shown {
			seen = append(seen, e)
		}
	}
	return seen, err
}

// EventsOfSchedule are the ids of the events of a schedule.
func EventsOfSchedule(r app.Reader, schedule int64) (ids []int64, err error) {
	return indexes.Gather(eventBySchedule.IDs(r, indexes.PrefixOf[time.Time](schedule)))
}

// ScheduleExists tells whether there is a schedule that was not dissolved.
func ScheduleExists(r app.Reader, id int64) (bool, error) {
	s, err := Schedules.GetShared(r, id)
	if errors.Is(err, indexes.ErrNotFound) {
		return false, nil
	}
	return err == nil && s.DeletedAt == nil, err
}

// ScheduleFilter says which page of the schedules a list shows.
type ScheduleFilter struct {
	WithTrashed bool `list:"withTrashed"`
	list.Request
}

var scheduleList = &list.List[Schedule, ScheduleFilter]{
	Needs: readers,
	Name:  "event schedules", Max: MaxEventPage, Table: Schedules, ByOffset: true,
	Plan: func(r app.Reader, f *ScheduleFilter) (list.Plan[Schedule], error) {
		groups, err := scheduleListed.Groups(r, standing, deleted+1)
		return list.Groups(r, scheduleListed, chosen(groups, standingGroups(f.WithTrashed)), list.All, false), err
	},
}

// ListSchedules lists schedules by id.
func ListSchedules(ctx context.Context, a *app.App, c *app.Caller, f ScheduleFilter) (list.Page[ScheduleView], error) {
	now := a.Now()
	return list.Views(ctx, a, c, scheduleList, f, f.Request, func(r app.Reader, s *Schedule) (ScheduleView, error) {
		v, err := viewSchedule(r, *s, now)
		v.in(c.Language)
		return v, err
	})
}

// schedulesOf are the schedules of some events, each once.
func schedulesOf(r app.Reader, events []Event, now time.Time) (map[int64]*ScheduleView, error) {
	var ids []int64
	for i := range events {
		if id := events[i].ScheduleID; id != 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	found, err := Schedules.GetMany(r, ids)
	views := map[int64]*ScheduleView{}
	for _, s := range found {
		v, err := viewSchedule(r, s, now)
		if err != nil {
			return nil, err
		}
		views[s.ID] = &v
	}
	return views, err
}

func viewSchedule(r app.Reader, s Schedule, now time.Time) (ScheduleView, error) {
	v := ScheduleView{Schedule: s, EventIDs: []int64{}}
	run, err := shownOf(r, s.ID)
	for _, e := range run {
		v.EventIDs = append(v.EventIDs, e.ID)
		if !e.Published || e.CancelledAt != nil || e.Ended(now) {
			continue
		}
		v.Upcoming++
		if v.From == nil {
			v.From = &e.Start
		}
		if v.Until == nil || e.End.After(*v.Until) {
			v.Until = &e.End
		}
	}
	return v, err
}

func (v *ScheduleView) in(l app.Language) {
	v.Name = v.Texts.read(l, nameText, v.Name)
	v.Description = v.Texts.read(l, descriptionText, v.Description)
}
