package customer

import (
	"context"
	"slices"
	"strconv"

	"marquee/app"
)

// BeIn puts a customer into the groups that are named, by id or name, and takes them out
// of all others that are filled by hand. It tells whether anything changed.
func BeIn(ctx context.Context, a *app.App, c *app.Caller, id int64, names []string) (changed bool, err error) {
	err = a.Update(ctx, c, app.EditGroups, func(tx app.Tx) error {
		changed = false
		if _, err := ByID(tx, id); err != nil {
			return err
		}
		wanted, err := groupsNamed(tx, names)
		if err != nil {
			return err
		}
		in, err := groupsOf(tx, id)
		if err != nil {
			return err
		}
		for _, m := range in {
			at := slices.Index(wanted, m.GroupID)
			if at >= 0 {
				wanted = slices.Delete(wanted, at, at+1)
				continue
			}
			g, err := Groups.GetShared(tx, m.GroupID)
			if err != nil {
				return err
			}
			if g.Rule != nil || g.DeletedAt != nil {
				continue
			}
			if err := leave(tx, m.GroupID, id); err != nil {
				return err
			}
			changed = true
		}
		for _, group := range wanted {
			if err := memberships.Put(tx, &Membership{GroupID: group, CustomerID: id, Since: tx.Now()}); err != nil {
				return err
			}
			changed = true
		}
		return nil
	})
	return changed, err
}

// groupsNamed finds groups that are filled by hand, each once.
func groupsNamed(r app.Reader, names []string) (ids []int64, err error) {
	for _, name := range names {
		id, err := strconv.ParseInt(name, 10, 64)
		if err != nil {
			g, found, err := customerGroupByName.Find(r, app.Fold(name))
			if err != nil {
				return nil, err
			}
			if !found {
				return nil, app.Field("customerGroups", "does not exist")
			}
			id = g.ID
		}
		if _, err := byHand(r, id); err != nil {
			if app.KindOf(err) != 0 {
				err = app.Field("customerGroups", "does not exist")
			}
			return nil, err
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}
