package seating

import (
	"context"
	"errors"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// Taking asks for the newest revision of the plan that the seats of an event came from.
type Taking struct {
	EventID int64
	// Revision is the one that was looked at, 0: whichever is the newest.
	Revision int64
	// DryRun tells what would become of the seats, and changes nothing.
	DryRun bool
}

// Change says what becomes of a space.
type Change string

// The changes of spaces that somebody has.
const (
	SpaceGone     Change = "gone"
	SpaceMoved    Change = "moved"
	SpaceRenamed  Change = "renamed"
	SpaceRebanded Change = "rebanded"
	// SpaceSmaller: a general admission area would take fewer than it has.
	SpaceSmaller Change = "smaller"
	// BandGone: a sale item sells a price band that is no more.
	BandGone Change = "band"
)

// AllChanges lists them in the order of documents.
var AllChanges = []Change{SpaceGone, SpaceMoved, SpaceRenamed, SpaceRebanded, SpaceSmaller, BandGone}

// Told is what becomes of one space, or price band.
type Told struct {
	ID       int64
	Change   Change
	From, To string
}

// Taken is what a new revision makes of the seats of an event.
type Taken struct {
	Plan                                  Plan
	From, Revision                        int64
	Added, Gone, Moved, Renamed, Rebanded int
	// Sold are spaces that somebody has and that change, as many as one can read.
	Sold []Told
	// Blocked is what stands in the way: whoever has a seat keeps it.
	Blocked []Told
}

// Any tells whether anything changes.
func (t *Taken) Any() bool { return t.Added+t.Gone+t.Moved+t.Renamed+t.Rebanded > 0 }

// TakeOver sells an event from the newest revision of its plan from now on. What both have
// keeps its id, its holds and who has it. Nobody loses a seat: with one that is sold and
// not there any more, nothing is taken over.
func TakeOver(ctx context.Context, a *app.App, c *app.Caller, in Taking) (Taken, error) {
	t, err := lookAt(ctx, a, c, in)
	if err != nil || in.DryRun {
		return t.out, err
	}
	if t.src.ID == t.old.SourceID {
		t.out.Plan = *t.old
		return t.out, nil
	}
	if err := blocked(t.out.Blocked); err != nil {
		return t.out, err
	}
	l := carryOn(t.was, t.now, t.changes)
	p := t.record(l)
	if err := a.Update(ctx, c, app.EditSeating, func(tx app.Tx) error { return p.begin(tx) }); err != nil {
		return t.out, err
	}
	t.out.Plan, err = finish(ctx, a, c.CompanyID, p.ID, l, func(tx app.Tx, p *Plan) error { return t.take(tx, c, p) })
	return t.out, err
}

// takeover is what was found out about the seats of an event and the newest revision.
type takeover struct {
	old      *Plan
	src      Plan
	was, now *Chart
	changes  *Changes
	out      Taken
}

// lookAt compares the seats of an event with the newest revision of their plan.
func lookAt(ctx context.Context, a *app.App, c *app.Caller, in Taking) (t *takeover, err error) {
	t = &takeover{}
	err = a.View(ctx, c, app.EditSeating, func(r app.Reader) error {
		s, err := ofSeller(r, in.EventID, c)
		if err != nil {
			return err
		}
		if s.Plan.State != Ready {
			return app.Missing("seating plan")
		}
		t.old, t.was = s.Plan, s.Chart
		if t.src, err = venuePlan(r, t.old.RootID()); err != nil {
			return err
		}
		if in.Revision != 0 && in.Revision != t.src.Number() {
			return app.Refuse(app.Conflict, changedMeanwhile)
		}
		if t.now, err = loadChart(r, &t.src); err != nil {
			return err
		}
		t.changes = compare(t.was, t.now)
		t.out = Taken{
			From: t.old.Number(), Revision: t.src.Number(), Added: len(t.changes.Added), Gone: len(t.changes.Gone),
			Moved: len(t.changes.Moved), Renamed: len(t.changes.Renamed), Rebanded: len(t.changes.Rebanded),
		}
		t.out.Sold = t.sold(s)
		t.out.Blocked, err = t.blocked(r, s)
		return errors.Join(err, s.Err())
	})
	return t, err
}

// record is the plan that the event is to be sold from.
func (t *takeover) record(l *layout) Plan {
	p := t.src
	p.ID, p.State, p.EventID, p.SourceID, p.Base, p.Root, p.Newest = 0, Building, t.old.EventID, t.src.ID, t.old.ID, t.src.RootID(), 0
	p.Revision, p.PartsDone, p.SpacesDone = t.src.Number(), 0, 0
	p.BandAreas = slices.Clone(p.BandAreas)
	for i := range p.BandAreas {
		p.BandAreas[i].ID = l.parts[i].ID
	}
	return p
}

// take puts a plan that is whole in the place of that which the event was sold from. What
// was sold or held meanwhile counts.
func (t *takeover) take(tx app.Tx, c *app.Caller, p *Plan) error {
	s, err := ofSeller(tx, p.EventID, c)
	switch {
	case err != nil:
		return err
	case s.Plan.ID != p.Base || s.Plan.State != Ready:
		return app.Refuse(app.Conflict, changedMeanwhile)
	}
	stands, err := t.blocked(tx, s)
	if err := errors.Join(err, s.Err(), blocked(stands)); err != nil {
		return err
	}
	p.Settings, p.Holds = s.Plan.Settings, s.Plan.Holds
	if err := p.Settings.fit(p); err != nil {
		return err
	}
	if _, err := planTable.Update(tx, p.Base, func(b *Plan) error { b.State = Former; return nil }); err != nil {
		return err
	}
	return catalog.SeatsTaken(tx, p.EventID, p.ID)
}

// sold are the changes of spaces that somebody has.
func (t *takeover) sold(s *Seats) (all []Told) {
	for _, kind := range []struct {
		change Change
		pairs  []Pair
	}{{SpaceMoved, t.changes.Moved}, {SpaceRenamed, t.changes.Renamed}, {SpaceRebanded, t.changes.Rebanded}} {
		for _, p := range kind.pairs {
			if len(all) == maxTold {
				return all
			}
			if s.somebodys(p.Was) == 0 {
				continue
			}
			all = append(all, Told{t.was.SpaceID(p.Was), kind.change, t.was.place(p.Was).FullName(), t.now.place(p.Now).FullName()})
		}
	}
	return all
}

// blocked is what stands in the way of the new plan.
func (t *takeover) blocked(r app.Reader, s *Seats) (all []Told, err error) {
	for _, at := range t.changes.Gone {
		if s.somebodys(at) > 0 && len(all) < maxTold {
			all = append(all, Told{t.was.SpaceID(at), SpaceGone, t.was.place(at).FullName(), ""})
		}
	}
	for _, p := range t.changes.Same {
		if n := t.now.Spaces[p.Now].Capacity; n > 0 && s.somebodys(p.Was) > n {
			all = append(all, Told{t.was.SpaceID(p.Was), SpaceSmaller, t.was.place(p.Was).FullName(), itoa(int(n))})
		}
	}
	for _, place := range t.changes.BandsGone {
		items, err := catalog.SaleItemsOfPriceBand(r, t.was.PartID(place))
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(items, func(i catalog.SaleItem) bool { return i.DeletedAt == nil }) {
			all = append(all, Told{t.was.PartID(place), BandGone, t.was.part(place).Name, ""})
		}
	}
	return all, nil
}

// somebodys is how many of a space somebody has; what holds keep of a general admission
// area counts.
func (s *Seats) somebodys(at int) int64 {
	o, n := s.occupancy(at)
	switch {
	case s.Chart.Spaces[at].Capacity > 0:
		return o.units() + o.kept(func(int64) bool { return false })
	case o.taken(n):
		return 1
	}
	return 0
}

// blocked says what stands in the way, in the words of the event.
func blocked(all []Told) error {
	var p app.Problems
	for _, t := range all[:min(len(all), maxProblems)] {
		switch t.Change {
		case BandGone:
			p.Add("eventId", "must keep the price band %s: a sale item sells it", t.From)
		case SpaceSmaller:
			p.Add("eventId", "must keep the places of %s: more than %s are sold or held", t.From, t.To)
		default:
			p.Add("eventId", "must keep %s: it is sold or in a basket", t.From)
		}
	}
	return p.Err()
}

// former are the plans that the one of an event took the place of, before each other.
func former(r app.Reader, p *Plan) (ids []int64, err error) {
	for id := p.Base; id != 0; {
		b, err := Plans.Get(r, id)
		if errors.Is(err, indexes.ErrNotFound) {
			break
		}
		if err != nil {
			return nil, err
		}
		ids, id = append(ids, id), b.Base
	}
	return ids, nil
}
