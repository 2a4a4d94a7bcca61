package customer

import (
	"context"
	"iter"

	"marquee/app"
	"marquee/indexes"
)

// Moving is one step of a merge. Each area gives some of what is the one customer's to the
// other, as long as there is room; what it gave is not found under the one any more, so that
// the next step finds the rest.
type Moving struct {
	From, Into int64
	// UserID is who asked for it.
	UserID int64
	// First is the step that is taken with the command: it may refuse.
	First bool
	room  int
}

// Room is how many records are still to be written in this step.
func (m *Moving) Room() int { return max(0, m.room) }

// Wrote takes away from the room.
func (m *Moving) Wrote(n int) { m.room -= n }

// Take collects ids up to the room there is, and takes it.
func (m *Moving) Take(ids iter.Seq2[int64, error]) (some []int64, err error) {
	for id, err := range ids {
		if err != nil {
			return nil, err
		}
		if len(some) == m.Room() {
			break
		}
		some = append(some, id)
	}
	m.Wrote(len(some))
	return some, nil
}

// mergeStep moves some of what is left, and notes when that was all.
func mergeStep(tx app.Tx, fromID int64, first bool) error {
	g, found, err := mergers.Find(tx, fromID)
	if err != nil || !found || g.DoneAt != nil {
		return err
	}
	m := &Moving{From: g.FromID, Into: g.IntoID, UserID: g.UserID, First: first, room: mergeBatch}
	if err := moveGroups(tx, m); err != nil {
		return err
	}
	if err := ports(tx).Merging(tx, m); err != nil {
		return err
	}
	if g.Moved += int64(mergeBatch - m.room); m.room > 0 {
		now := tx.Now()
		g.DoneAt = &now
		if err := tellMerged(tx, &g); err != nil {
			return err
		}
	}
	return mergers.Put(tx, &g)
}

// tellMerged tells whoever follows customers, and gates, that tickets have another holder.
func tellMerged(tx app.Tx, g *merger) error {
	was, err := Customers.Get(tx, g.FromID)
	if err != nil {
		return err
	}
	now, err := customerTable.Update(tx, g.IntoID, func(*Customer) error { return nil })
	if err != nil {
		return err
	}
	return ports(tx).Changed(tx, Change{Was: &was, Now: &now})
}

// moveGroups puts the customer into the groups of the other, as long as the one who stays
// longer.
func moveGroups(tx app.Tx, m *Moving) error {
	in, err := groupsOf(tx, m.From)
	if err != nil {
		return err
	}
	for _, was := range in[:min(len(in), m.Room())] {
		if err := leave(tx, was.GroupID, m.From); err != nil {
			return err
		}
		now, found, err := memberships.Find(tx, groupAndCustomer{A: was.GroupID, B: m.Into})
		if err != nil {
			return err
		}
		if was.CustomerID = m.Into; found {
			was = now.longer(was)
		}
		if err := memberships.Put(tx, &was); err != nil {
			return err
		}
		m.Wrote(1)
	}
	return nil
}

// longer is a membership for as long as one of the two.
func (m Membership) longer(other Membership) Membership {
	if m.Until != nil && (other.Until == nil || other.Until.After(*m.Until)) {
		m.Until = other.Until
	}
	if other.Since.Before(m.Since) {
		m.Since = other.Since
	}
	return m
}

// mergeOn goes on with what is not done.
func mergeOn(ctx context.Context, w *app.Work) error {
	open := func(r app.Reader) (ids []int64, err error) {
		for hit, err := range mergeOpen.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return nil, err
			}
			ids = append(ids, hit.Rec.FromID)
		}
		return app.Distinct(ids), nil
	}
	return w.EachDue(ctx, open, func(id int64) error { return mergeToTheEnd(ctx, w, id) })
}

func mergeToTheEnd(ctx context.Context, w *app.Work, fromID int64) error {
	for ctx.Err() == nil {
		done := false
		err := w.Update(ctx, func(tx app.Tx) error {
			tx = app.WholeTx(tx)
			g, found, err := mergers.Find(tx, fromID)
			if done = err != nil || !found || g.DoneAt != nil; done {
				return err
			}
			return mergeStep(tx, fromID, false)
		})
		if err != nil || done {
			return err
		}
	}
	return ctx.Err()
}
