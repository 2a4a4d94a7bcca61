package customer

import (
	"errors"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Automatic lists the groups with a rule that have an effect.
func Automatic(r app.Reader, now time.Time) (all []Group, err error) {
	for hit, err := range customerGroupListed.Scan(r, indexes.Equal(standingGroups)) {
		if err != nil {
			return nil, err
		}
		if hit.Rec.Rule != nil && hit.Rec.Live(now) {
			all = append(all, hit.Rec)
		}
	}
	return all, nil
}

// BeginRules lets automatic groups begin with all orders again.
func BeginRules(tx app.Tx) error {
	var ids []int64
	for hit, err := range customerGroupListed.Scan(tx, indexes.Equal(standingGroups)) {
		if err != nil {
			return err
		}
		if hit.Rec.Rule != nil {
			ids = append(ids, hit.Rec.ID)
		}
	}
	for _, id := range ids {
		if _, err := groupTable.Update(tx, id, func(g *Group) error { g.SyncedTo = time.Time{}; return nil }); err != nil {
			return err
		}
	}
	return nil
}

// Sync puts those who fit into an automatic group and takes out those who do not, and notes
// up to which change of orders that was decided. It gives the group as it is then, nil where
// somebody changed or deleted it since it was read: such a group is let be.
func Sync(tx app.Tx, g *Group, fit map[int64]bool, until time.Time) (*Group, error) {
	now, err := groupByID(tx, g.ID)
	if app.KindOf(err) == app.NotFound {
		return nil, nil
	}
	if err != nil || !now.UpdatedAt.Equal(g.UpdatedAt) {
		return nil, err
	}
	for id, fits := range fit {
		if err := g.keep(tx, id, fits); err != nil {
			return nil, err
		}
	}
	if len(fit) == 0 && until.Sub(g.SyncedTo) < syncedEvery {
		now.SyncedTo = until // not worth a write
		return now, nil
	}
	next, err := groupTable.Update(tx, g.ID, func(g *Group) error { g.SyncedTo = until; return nil })
	return &next, err
}

// syncedEvery is how often it is stored how far a group has come, when nobody bought anything.
const syncedEvery = time.Hour

// keep brings one membership up to date. A customer who was deleted is in no group.
func (g *Group) keep(tx app.Tx, customerID int64, fits bool) error {
	key := groupAndCustomer{A: g.ID, B: customerID}
	m, in, err := memberships.Find(tx, key)
	if err != nil {
		return err
	}
	c, err := Customers.Get(tx, customerID)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && c.DeletedAt != nil {
		return leave(tx, g.ID, customerID)
	}
	if err != nil {
		return err
	}
	switch {
	case fits && !in:
		return memberships.Put(tx, &Membership{GroupID: g.ID, CustomerID: customerID, Since: tx.Wall()})
	case fits && m.Until != nil:
		m.Until = nil
		return memberships.Put(tx, &m)
	case fits || !in:
		return nil
	}
	end := m.Since.AddDate(0, 0, int(g.StayDays))
	if !end.After(tx.Wall()) {
		return leave(tx, g.ID, customerID)
	}
	m.Until = &end
	return memberships.Put(tx, &m)
}
