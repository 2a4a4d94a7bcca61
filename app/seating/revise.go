package seating

import (
	"context"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// changedMeanwhile refuses what was made from another state than there is.
const changedMeanwhile = "This was changed by somebody else in the meantime. Please look at it again."

// Revision asks for the next revision of a plan of a venue.
type Revision struct {
	// PlanID is what the plan is called, whichever revision is its newest.
	PlanID   int64
	Document Document
	// Prefix stands before the paths of what is wrong with the document.
	Prefix string
	// UnchangedSince refuses the change where the plan was changed after it.
	UnchangedSince *time.Time
}

// Revise stores the next revision of a plan of a venue. The revisions before it stay as
// they are, and so do the copies that events are sold from.
func Revise(ctx context.Context, a *app.App, c *app.Caller, in Revision) (Plan, error) {
	if err := c.Need(app.EditSeating); err != nil {
		return Plan{}, err
	}
	l, err := in.Document.compile(in.Prefix)
	if err != nil {
		return Plan{}, err
	}
	var p Plan
	err = a.Update(ctx, c, app.EditSeating, func(tx app.Tx) error {
		base, err := venuePlan(tx, in.PlanID)
		switch {
		case err != nil:
			return err
		case in.UnchangedSince != nil && base.UpdatedAt.After(*in.UnchangedSince):
			return app.Refuse(app.Conflict, changedMeanwhile)
		}
		p = l.plan(base.VenueID)
		p.Root, p.Base, p.Revision = base.RootID(), base.ID, base.Number()+1
		if err := dropOldest(tx, p.Root); err != nil {
			return err
		}
		return p.begin(tx)
	})
	if err != nil {
		return Plan{}, err
	}
	return finish(ctx, a, c.CompanyID, p.ID, l, becomesNewest)
}

// plan is the record of a plan of a venue with this layout.
func (l *layout) plan(venueID int64) Plan {
	return Plan{
		VenueID: venueID, Name: l.name, State: Building, Focal: l.focal, Parts: int64(len(l.parts)), Spaces: int64(len(l.spaces)),
		Bands: l.bands, BandAreas: l.bandAreas, Capacity: l.capacity(),
	}
}

// becomesNewest puts a revision that is whole in the place of the one that it was made from.
// Of two that were made from the same, the second is refused.
func becomesNewest(tx app.Tx, p *Plan) error {
	if p.Base == 0 {
		return nil
	}
	newest, err := venuePlan(tx, p.Root)
	switch {
	case err != nil:
		return err
	case newest.ID != p.Base:
		return app.Refuse(app.Conflict, changedMeanwhile)
	}
	if _, err := planTable.Update(tx, p.Base, func(b *Plan) error { b.State = Former; return nil }); err != nil {
		return err
	}
	_, err = planTable.Update(tx, p.Root, func(r *Plan) error { r.Newest = p.ID; return nil })
	return err
}

// dropOldest makes room for one more revision of a plan. The first stays: the plan goes by
// its id.
func dropOldest(tx app.Tx, root int64) error {
	all, err := indexes.Gather(planByRoot.IDs(tx, indexes.Equal(root).Limit(maxRevisions)))
	if err != nil || len(all) < maxRevisions {
		return err
	}
	return condemn(tx, all[0])
}

// Revisions lists the revisions of a plan of a venue, the newest first.
func Revisions(ctx context.Context, a *app.App, c *app.Caller, id int64) (all []Plan, err error) {
	err = a.View(ctx, c, app.ViewSeating, func(r app.Reader) error {
		p, err := venuePlan(r, id)
		if err != nil {
			return err
		}
		for hit, err := range planByRoot.Scan(r, indexes.Equal(p.RootID()).Reversed().Limit(maxRevisions)) {
			if err != nil {
				return err
			}
			if hit.Rec.State != Building {
				all = append(all, hit.Rec)
			}
		}
		first, err := Plans.Get(r, p.RootID())
		all = append(all, first)
		return err
	})
	return all, err
}

// revisionOf finds a revision of a plan of a venue; 0 is the newest.
func revisionOf(r app.Reader, id, revision int64) (Plan, error) {
	p, err := venuePlan(r, id)
	if err != nil || revision == 0 || revision == p.Number() {
		return p, err
	}
	if revision == 1 {
		return Plans.Get(r, p.RootID())
	}
	for hit, err := range planByRoot.Scan(r, indexes.Equal(p.RootID()).Limit(maxRevisions)) {
		if err != nil || hit.Rec.State == Former && hit.Rec.Revision == revision {
			return hit.Rec, err
		}
	}
	return Plan{}, app.Field("revision", "does not exist")
}
