package seating

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
)

// Attach asks for the plan that an event is sold from.
type Attach struct {
	EventID, PlanID int64
	Settings        Settings
}

// AttachPlan gives an event a copy of a plan of its venue. Until the copy is whole
// nothing of the event is sold. An event that sold tickets keeps what it has.
func AttachPlan(ctx context.Context, a *app.App, c *app.Caller, in Attach) (Plan, error) {
	var made, src Plan
	var old []int64
	err := a.Update(ctx, c, app.EditSeating, func(tx app.Tx) (err error) {
		if old, err = allOf(tx, in.EventID); err != nil {
			return err
		}
		if src, err = venuePlan(tx, in.PlanID); err != nil {
			return app.Field("planId", "does not exist")
		}
		if err := in.Settings.fit(&src); err != nil {
			return err
		}
		made = src
		made.ID, made.State, made.EventID, made.SourceID, made.Settings = 0, Building, in.EventID, src.ID, in.Settings
		made.PartsDone, made.SpacesDone, made.Root, made.Revision, made.Base, made.Newest = 0, 0, src.RootID(), src.Number(), 0, 0
		if err := made.begin(tx); err != nil {
			return err
		}
		if err := condemn(tx, old...); err != nil {
			return err
		}
		return catalog.SetSeats(tx, in.EventID, src.VenueID, &catalog.EventSeats{PlanID: made.ID, Copying: true, Best: in.Settings.Best})
	})
	if err != nil {
		return Plan{}, err
	}
	if made, err = finish(ctx, a, c.CompanyID, made.ID, stored{&src}, eventsIsReady); err != nil {
		return made, err
	}
	return made, clearAll(ctx, a, c, old)
}

// eventsIsReady lets an event be sold whose copy is whole.
func eventsIsReady(tx app.Tx, p *Plan) error { return catalog.SeatsReady(tx, p.EventID, p.ID) }

// DetachPlan takes the plan off an event that sold no tickets.
func DetachPlan(ctx context.Context, a *app.App, c *app.Caller, eventID int64) error {
	var old []int64
	err := a.Update(ctx, c, app.EditSeating, func(tx app.Tx) (err error) {
		if old, err = allOf(tx, eventID); err != nil {
			return err
		}
		if len(old) == 0 {
			return app.Missing("seating plan")
		}
		if err := condemn(tx, old...); err != nil {
			return err
		}
		return catalog.SetSeats(tx, eventID, 0, nil)
	})
	if err != nil {
		return err
	}
	return clearAll(ctx, a, c, old)
}

// allOf are the plan that an event is sold from and those whose place it took.
func allOf(r app.Reader, eventID int64) ([]int64, error) {
	id, err := attachedTo(r, eventID)
	if err != nil || id == 0 {
		return nil, err
	}
	p, err := Plans.Get(r, id)
	if err != nil {
		return nil, err
	}
	before, err := former(r, &p)
	return append([]int64{id}, before...), err
}

// attachedTo is the plan that an event is sold from, 0 for none.
func attachedTo(r app.Reader, eventID int64) (int64, error) {
	e, err := catalog.SharedEvent(r, eventID)
	switch {
	case err != nil:
		return 0, err
	case e.DeletedAt != nil:
		return 0, app.Missing("event")
	case e.Seats == nil:
		return 0, nil
	}
	return e.Seats.PlanID, nil
}

// OfEvent reads the plan that an event is sold from. One that is being copied still is
// none yet.
func OfEvent(r app.Reader, eventID int64) (*Plan, error) {
	id, err := attachedTo(r, eventID)
	if err == nil && id == 0 {
		err = app.Missing("seating plan")
	}
	if err != nil {
		return nil, err
	}
	p, err := Plans.GetShared(r, id)
	if err == nil && p.State != Ready {
		return nil, app.Missing("seating plan")
	}
	return p, err
}

// ChangeSettings changes how an event sells from its plan.
func ChangeSettings(ctx context.Context, a *app.App, c *app.Caller, eventID int64, change func(*Settings)) (Plan, error) {
	var out Plan
	err := a.Update(ctx, c, app.EditSeating, func(tx app.Tx) error {
		p, err := OfEvent(tx, eventID)
		if err != nil {
			return err
		}
		out, err = planTable.Update(tx, p.ID, func(p *Plan) error { change(&p.Settings); return p.Settings.fit(p) })
		if err != nil {
			return err
		}
		return catalog.SeatsBest(tx, eventID, out.Settings.Best)
	})
	return out, err
}

// fit refuses settings that the plan has no use for.
func (s *Settings) fit(p *Plan) error {
	if s.Best && p.Focal == nil {
		return app.Field("bestAvailableSeatsEnabled", "needs a plan with a focal point")
	}
	return nil
}
