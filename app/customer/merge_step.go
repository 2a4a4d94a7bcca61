package customer

import (
	"context"

	"marquee/app"
	"marquee/app/person"
	"marquee/indexes"
)

// mergeStep moves some of what is left, and notes when that was all.
func mergeStep(tx app.Tx, fromID int64, first bool) error {
	g, found, err := mergers.Find(tx, fromID)
	if err != nil || !found || g.DoneAt != nil {
		return err
	}
	m := &person.Moving{From: g.FromID, Into: g.IntoID, UserID: g.UserID, First: first, Left: mergeBatch}
	if err := m.Step(tx, rules(tx)); err != nil {
		return err
	}
	if g.Moved += int64(mergeBatch - m.Left); m.Left > 0 {
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
func moveGroups(tx app.Tx, m *person.Moving) error {
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
	return w.EachDue(ctx, open, func(id int64) error {
		return app.Steps(ctx, w.Update, func(tx app.Tx) (more bool, err error) {
			tx = app.WholeTx(tx)
			g, found, err := mergers.Find(tx, id)
			if err != nil || !found || g.DoneAt != nil {
				return false, err
			}
			return true, mergeStep(tx, id, false)
		})
	})
}
