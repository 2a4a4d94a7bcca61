package seating

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// NewPlan asks for a plan of a venue.
type NewPlan struct {
	VenueID  int64
	Document Document
	// Prefix stands before the paths of what is wrong with the document.
	Prefix string
}

// Import stores a plan of a venue. It goes in pieces, so that nobody waits for it, and
// can be used once all are there; should the program end before, what is there of it is
// removed.
func Import(ctx context.Context, a *app.App, c *app.Caller, in NewPlan) (Plan, error) {
	if err := c.Need(app.EditSeating); err != nil {
		return Plan{}, err
	}
	l, err := in.Document.compile(in.Prefix)
	if err != nil {
		return Plan{}, err
	}
	p := l.plan(in.VenueID)
	err = a.Update(ctx, c, app.EditSeating, func(tx app.Tx) error {
		if err := mayMake(tx, in.VenueID); err != nil {
			return err
		}
		return p.begin(tx)
	})
	if err != nil {
		return Plan{}, err
	}
	return finish(ctx, a, c.CompanyID, p.ID, l, becomesNewest)
}

// mayMake refuses plans of venues that are not there, and more than a company may have.
func mayMake(r app.Reader, venueID int64) error {
	v, err := catalog.Venues.Get(r, venueID)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && v.DeletedAt != nil {
		return app.Field("venueId", "does not exist")
	}
	if err != nil {
		return err
	}
	n, err := planListed.CountOf(r, indexes.Equal(int64(0)))
	if err == nil && n >= MaxPlans {
		err = app.Field("venueId", "must not have more than %d entries", MaxPlans)
	}
	return err
}

// begin stores a plan without any of its pieces, and keeps their ids for it.
func (p *Plan) begin(tx app.Tx) (err error) {
	p.lease(tx)
	if p.FirstPart, err = partTable.NextIDs(tx, int(p.Parts)); err != nil {
		return err
	}
	if p.FirstSpace, err = spaceTable.NextIDs(tx, int(p.Spaces)); err != nil {
		return err
	}
	return planTable.Insert(tx, p)
}

// lease keeps others from going on with a plan that is being made.
func (p *Plan) lease(tx app.Tx) {
	until := tx.Wall().Add(makingLease)
	p.LeaseUntil = &until
}

// finish stores the pieces of a plan that are missing, a few in each transaction, and
// makes it ready with the last, in which it takes its place.
func finish(ctx context.Context, a *app.App, company, id int64, from source, takePlace func(app.Tx, *Plan) error) (p Plan, err error) {
	for p.State != Ready {
		if err := ctx.Err(); err != nil {
			return p, err
		}
		err = a.UpdateCompany(ctx, company, func(tx app.Tx) error {
			p, err = step(tx, id, from, takePlace)
			return err
		})
		if err != nil {
			return p, err
		}
	}
	return p, nil
}

// step stores the next pieces of a plan.
func step(tx app.Tx, id int64, from source, takePlace func(app.Tx, *Plan) error) (Plan, error) {
	was, err := Plans.Get(tx, id)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && was.State == Removing {
		return was, app.Missing("seating plan")
	}
	if err != nil || was.State == Ready {
		return was, err
	}
	p := was
	if err := advance(tx, &p, from); err != nil {
		return was, err
	}
	p.lease(tx)
	if p.PartsDone == p.Parts && p.SpacesDone == p.Spaces {
		p.State, p.LeaseUntil = Ready, nil
		if err := takePlace(tx, &p); err != nil {
			return was, err
		}
	}
	return p, planTable.Replace(tx, &was, &p)
}

// Remove deletes a plan of a venue with all of its revisions. Events keep their copies of it.
func Remove(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	var all []int64
	err := a.Update(ctx, c, app.EditSeating, func(tx app.Tx) error {
		p, err := venuePlan(tx, id)
		if err != nil {
			return err
		}
		if all, err = indexes.Gather(planByRoot.IDs(tx, indexes.Equal(p.RootID()).Limit(2*maxRevisions))); err != nil {
			return err
		}
		all = append(all, p.RootID())
		return condemn(tx, all...)
	})
	if err != nil {
		return err
	}
	return clearAll(ctx, a, c, all)
}

// condemn makes plans ones that are being deleted.
func condemn(tx app.Tx, ids ...int64) error {
	for _, id := range ids {
		if _, err := planTable.Update(tx, id, func(p *Plan) error { p.State, p.LeaseUntil = Removing, nil; return nil }); err != nil {
			return err
		}
	}
	return nil
}

func clearAll(ctx context.Context, a *app.App, c *app.Caller, ids []int64) error {
	for _, id := range ids {
		if err := clear(ctx, a, c.CompanyID, id); err != nil {
			return err
		}
	}
	return nil
}

// clear deletes what is left of a plan, a few pieces in each transaction.
func clear(ctx context.Context, a *app.App, company, id int64) error {
	for gone := false; !gone; {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := a.UpdateCompany(ctx, company, func(tx app.Tx) error {
			was, err := Plans.Get(tx, id)
			if errors.Is(err, indexes.ErrNotFound) {
				gone = true
				return nil
			}
			if err != nil {
				return err
			}
			p := was
			if gone, err = retreat(tx, &p); err != nil || gone {
				return err
			}
			return planTable.Replace(tx, &was, &p)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// FinishPlans is the name of the job that ends what was left half made.
const FinishPlans = "finish seating plans"

// finishPlans goes on with copies for events that stopped half way, and removes what is
// left of imports and revisions that did and of plans that were deleted.
func finishPlans(ctx context.Context, w *app.Work) error {
	var left []Plan
	err := w.View(ctx, func(r app.Reader) error {
		for _, s := range []State{Building, Removing} {
			for hit, err := range planUnfinished.Scan(r, indexes.Equal(int64(s)).Limit(MaxPlans)) {
				if err != nil {
					return err
				}
				if p := hit.Rec; p.LeaseUntil == nil || p.LeaseUntil.Before(w.App.Now()) {
					left = append(left, p)
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range left {
		p := &left[i]
		if err := w.Record(ctx, p.ID, func() error { return p.goOn(ctx, w) }); err != nil {
			return err
		}
	}
	return nil
}

func (p *Plan) goOn(ctx context.Context, w *app.Work) error {
	if p.State == Building && p.EventID != 0 && p.Base == 0 {
		from, err := sourceOf(ctx, w.App, w.Company, p)
		if err == nil {
			_, err = finish(ctx, w.App, w.Company, p.ID, from, eventsIsReady)
		}
		return err
	}
	if p.State == Building {
		if err := w.Update(ctx, func(tx app.Tx) error { return condemn(tx, p.ID) }); err != nil {
			return err
		}
	}
	return clear(ctx, w.App, w.Company, p.ID)
}

// sourceOf is the plan that a copy is made of. It stays while copies of it are made.
func sourceOf(ctx context.Context, a *app.App, company int64, p *Plan) (from source, err error) {
	err = a.ViewCompany(ctx, company, func(r app.Reader) error {
		src, err := Plans.Get(r, p.SourceID)
		from = stored{&src}
		return err
	})
	return from, err
}

// venuePlan finds the newest revision of a plan of a venue that can be used.
func venuePlan(r app.Reader, id int64) (Plan, error) {
	p, err := Plans.Get(r, id)
	if err == nil && p.State == Former && p.EventID == 0 && p.Newest != 0 {
		p, err = Plans.Get(r, p.Newest)
	}
	if errors.Is(err, indexes.ErrNotFound) || err == nil && p.listed() == nil {
		return Plan{}, app.Missing("seating plan")
	}
	return p, err
}
