package customer

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/indexes"
)

// GroupFields are what a group can be made of; what is nil or not given stays.
type GroupFields struct {
	Name      *string
	Rule      app.Maybe[Rule]
	StayDays  *int64
	ExpiresAt app.Maybe[time.Time]
}

// CreateGroup makes a group of customers: an automatic one with a rule, else one that is
// filled by hand.
func CreateGroup(ctx context.Context, a *app.App, c *app.Caller, in GroupFields) (g Group, err error) {
	err = a.Update(ctx, c, app.EditGroups, func(tx app.Tx) error {
		n, err := customerGroupListed.CountOf(tx, indexes.Equal(standingGroups))
		if err != nil {
			return err
		}
		if n >= MaxGroups {
			return app.Field("name", "must not have more than %d entries", MaxGroups)
		}
		g = Group{}
		if err := in.put(&g, tx.Wall()); err != nil {
			return err
		}
		return groupTaken(groupTable.Insert(tx, &g))
	})
	return g, err
}

// UpdateGroup changes a group. One that is filled by hand does not become automatic, nor
// the other way round. With a new rule an automatic group is filled anew. One that has
// expired never has an effect again: nobody comes back into what they had left.
func UpdateGroup(ctx context.Context, a *app.App, c *app.Caller, id int64, in GroupFields) (g Group, err error) {
	err = a.Update(ctx, c, app.EditGroups, func(tx app.Tx) error {
		was, err := groupByID(tx, id)
		if err != nil {
			return err
		}
		if in.Rule.Given && (was.Rule != nil) != (in.Rule.Value != nil) {
			return app.Field("rule", "cannot be given to a group that is filled by hand, or taken from an automatic one")
		}
		g, err = groupTable.Update(tx, id, func(g *Group) error { return in.put(g, tx.Wall()) })
		return groupTaken(err)
	})
	return g, err
}

// DeleteGroup ends the effect of a group for good.
func DeleteGroup(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.EditGroups, func(tx app.Tx) error {
		if _, err := groupByID(tx, id); err != nil {
			return err
		}
		_, err := groupTable.Update(tx, id, func(g *Group) error {
			now := tx.Now()
			g.DeletedAt = &now
			return nil
		})
		return err
	})
}

// RestoreGroup brings a deleted group back, with those who were in it and whose time is not up.
func RestoreGroup(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.EditGroups, func(tx app.Tx) error {
		g, err := Groups.Get(tx, id)
		if errors.Is(err, indexes.ErrNotFound) {
			return app.Missing("customer group")
		}
		if err != nil || g.DeletedAt == nil {
			return err
		}
		_, err = groupTable.Update(tx, id, func(g *Group) error {
			g.DeletedAt = nil
			return nil
		})
		return groupTaken(err)
	})
}

func (in *GroupFields) put(g *Group, now time.Time) error {
	var p app.Problems
	if in.Name != nil {
		g.Name = strings.TrimSpace(*in.Name)
	}
	if app.Blank(g.Name) {
		p.Add("name", "is required")
	}
	checkText(&p, "name", g.Name, MaxName)
	if in.Rule.Value != nil {
		in.Rule.Value.check(&p)
		g.Rule, g.SyncedTo = in.Rule.Value, time.Time{}
	}
	if app.Set(&g.StayDays, in.StayDays); g.StayDays < 0 || g.StayDays > maxStayDays {
		p.Add("stayDays", "must be between %d and %d", 0, maxStayDays)
	}
	was := *g
	if in.ExpiresAt.Point(&g.ExpiresAt); was.Expired(now) && !same(was.ExpiresAt, g.ExpiresAt) {
		p.Add("expiresAt", "has passed: the group has ended for good")
	}
	return p.Err()
}

func same(a, b *time.Time) bool { return a != nil && b != nil && a.Equal(*b) }

// check names what is wrong with a rule. What it names need not be there: what nobody can
// buy any more counts for those who bought it.
func (r *Rule) check(p *app.Problems) {
	if len(r.Any) == 0 || len(r.Any) > maxAlternatives {
		p.Add("rule.any", "must have %d to %d entries", 1, maxAlternatives)
		return
	}
	for i := range r.Any {
		at := fmt.Sprintf("rule.any.%d.all", i)
		if n := len(r.Any[i].All); n == 0 || n > maxConditions {
			p.Add(at, "must have %d to %d entries", 1, maxConditions)
			continue
		}
		for j := range r.Any[i].All {
			r.Any[i].All[j].check(p, fmt.Sprintf("%s.%d", at, j))
		}
	}
}

func (c *Condition) check(p *app.Problems, at string) {
	if n := len(c.IDs); n == 0 || n > maxRuleIDs {
		p.Add(at+".ids", "must have %d to %d entries", 1, maxRuleIDs)
	}
	if c.AtLeast < 1 || c.AtLeast > maxAtLeast {
		p.Add(at+".atLeast", "must be between %d and %d", 1, maxAtLeast)
	}
	if c.From != nil && c.Until != nil && !c.From.Before(*c.Until) {
		p.Add(at+".until", "must be after %s", "from")
	}
}

func groupTaken(err error) error {
	if errors.Is(err, indexes.ErrTaken) {
		return app.Field("name", "has already been taken")
	}
	return err
}

// groupByID finds a group that is not deleted.
func groupByID(r app.Reader, id int64) (*Group, error) {
	g, err := Groups.GetShared(r, id)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && g.DeletedAt != nil {
		return nil, app.Missing("customer group")
	}
	return g, err
}

// WantGroups refuses groups that are not there, by the name of a field.
func WantGroups(p *app.Problems, r app.Reader, field string, ids []int64) error {
	for i, id := range ids {
		_, err := groupByID(r, id)
		if app.KindOf(err) == app.NotFound {
			p.Add(fmt.Sprintf("%s.%d", field, i), "does not exist")
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// GroupExists tells whether a group is there.
func GroupExists(r app.Reader, id int64) (bool, error) {
	_, err := groupByID(r, id)
	if app.KindOf(err) == app.NotFound {
		return false, nil
	}
	return err == nil, err
}

// InAny tells whether a customer is in one of the groups now.
func InAny(r app.Reader, customerID int64, ids []int64, now time.Time) (bool, error) {
	if customerID == 0 {
		return false, nil
	}
	for _, id := range ids {
		g, err := Groups.GetShared(r, id)
		if err != nil || !g.Live(now) {
			if err == nil || errors.Is(err, indexes.ErrNotFound) {
				continue
			}
			return false, err
		}
		m, found, err := memberships.Find(r, groupAndCustomer{A: id, B: customerID})
		if err != nil {
			return false, err
		}
		if found && (m.Until == nil || now.Before(*m.Until)) {
			return true, nil
		}
	}
	return false, nil
}

// Joining is somebody who is to be in a group.
type Joining struct {
	Name, Email string
	// Until is when they leave, nil for never.
	Until *time.Time
}

// AddToGroup puts customers into a group that is filled by hand. Whoever is in it already
// stays until the time that is given now. Unknown ones are made where that is asked for,
// for whom a name is required; else they are refused.
func AddToGroup(ctx context.Context, a *app.App, c *app.Caller, id int64, all []Joining, create bool) (g Group, err error) {
	if create {
		if err := c.Need(app.CreateCustomers); err != nil {
			return g, err
		}
	}
	err = a.Update(ctx, c, app.EditGroups, func(tx app.Tx) error {
		g, err = byHand(tx, id)
		if err != nil {
			return err
		}
		var p app.Problems
		for i, one := range all {
			if err := join(tx, &p, g.ID, fmt.Sprintf("customers.%d.", i), one, create); err != nil {
				return err
			}
		}
		return p.Err()
	})
	return g, err
}

func join(tx app.Tx, p *app.Problems, group int64, at string, one Joining, create bool) error {
	if _, err := company.NormalEmail(one.Email); err != nil {
		p.Add(at+"email", "must be a valid e-mail address")
		return nil
	}
	if one.Until != nil && !one.Until.After(tx.Wall()) {
		p.Add(at+"removal_date", "must lie ahead")
		return nil
	}
	known, found, err := findEmail(tx, one.Email)
	if err != nil {
		return err
	}
	switch {
	case found:
	case !create:
		p.Add(at+"email", "does not exist")
		return nil
	case app.Blank(one.Name):
		p.Add(at+"name", "is required")
		return nil
	case !app.CheckShown(p, at+"name", strings.TrimSpace(one.Name), MaxName):
		return nil
	default:
		if known, err = FindOrCreate(tx, Buyer{Name: one.Name, Email: one.Email}); err != nil {
			return err
		}
	}
	if err := Hold(tx, known.ID); err != nil {
		return err
	}
	m := Membership{GroupID: group, CustomerID: known.ID, Until: one.Until, Since: tx.Wall()}
	_, was, err := memberships.Find(tx, groupAndCustomer{A: group, B: known.ID})
	if err != nil {
		return err
	}
	if err := memberships.Put(tx, &m); err != nil || was {
		return err
	}
	return ports(tx).Joined(tx, m)
}

// RemoveFromGroup takes customers out of a group that is filled by hand. Unknown ones, and
// those who are not in it, are let be.
func RemoveFromGroup(ctx context.Context, a *app.App, c *app.Caller, id int64, emails []string) (g Group, err error) {
	err = a.Update(ctx, c, app.EditGroups, func(tx app.Tx) error {
		if g, err = byHand(tx, id); err != nil {
			return err
		}
		for _, email := range emails {
			known, found, err := findEmail(tx, email)
			if err == nil && found {
				err = leave(tx, id, known.ID)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return g, err
}

func leave(tx app.Tx, group, customer int64) error {
	err := memberships.Delete(tx, groupAndCustomer{A: group, B: customer})
	if errors.Is(err, indexes.ErrNotFound) {
		return nil
	}
	return err
}

// byHand finds a group that is filled by hand.
func byHand(r app.Reader, id int64) (Group, error) {
	g, err := groupByID(r, id)
	if err != nil {
		return Group{}, err
	}
	if g.Rule != nil {
		return Group{}, app.Field("customerGroupId", "is an automatic group")
	}
	return *g, nil
}

// leaveGroups takes a customer out of every group.
func leaveGroups(tx app.Tx, customerID int64) error {
	in, err := groupsOf(tx, customerID)
	if err != nil {
		return err
	}
	for _, m := range in {
		if err := leave(tx, m.GroupID, customerID); err != nil {
			return err
		}
	}
	return nil
}

// groupsOf lists the memberships of a customer.
func groupsOf(r app.Reader, customerID int64) (all []Membership, err error) {
	return indexes.Records(membershipOf.Scan(r, indexes.Equal(customerID)))
}

// In is a group that a customer is in, and until when.
type In struct {
	Group
	Until *time.Time
}

// GroupsOf are the groups that a customer is in now, those that have ended too.
func GroupsOf(r app.Reader, customerID int64, now time.Time) (all []In, err error) {
	in, err := groupsOf(r, customerID)
	for _, m := range in {
		if m.Until != nil && !now.Before(*m.Until) {
			continue
		}
		g, err := groupByID(r, m.GroupID)
		if app.KindOf(err) == app.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, In{*g, m.Until})
	}
	return all, err
}

// GroupFilter says which groups a list shows and which page of them.
type GroupFilter struct {
	WithTrashed   bool `list:"withTrashed"`
	Offset, Limit int64
}

var groupList = &list.List[Group, GroupFilter]{
	Needs: app.AnyOf{app.EditGroups, app.ViewCustomers},
	Name:  "customer groups", Max: MaxPage, Table: Groups, ByOffset: true,
	Plan: func(r app.Reader, f *GroupFilter) (list.Plan[Group], error) {
		last := standingGroups
		if f.WithTrashed {
			last = deletedGroups
		}
		groups, err := customerGroupListed.Groups(r, standingGroups, last+1)
		return list.Groups(r, customerGroupListed, groups, list.All, false), err
	},
}

// ListGroups lists groups by id.
func ListGroups(ctx context.Context, a *app.App, c *app.Caller, f GroupFilter) (list.Page[Group], error) {
	return groupList.Read(ctx, a, c, f, list.Request{Offset: f.Offset, Limit: f.Limit}, nil)
}

// Members lists who is in a group, behind a customer.
func Members(ctx context.Context, a *app.App, c *app.Caller, group, behind int64, limit int) (all []Membership, err error) {
	err = a.View(ctx, c, app.ViewCustomers, func(r app.Reader) error {
		if _, err := groupByID(r, group); err != nil {
			return err
		}
		all = nil
		rg := indexes.PrefixOf[int64](group).From(groupAndCustomer{A: group, B: behind + 1})
		for hit, err := range memberships.Scan(r, rg.Limit(limit)) {
			if err != nil {
				return err
			}
			all = append(all, hit.Rec)
		}
		return nil
	})
	return all, err
}

// MembersBehind are the next who are in a group now, behind a customer, by their ids.
func MembersBehind(r app.Reader, group, behind int64, limit int) (ids []int64, err error) {
	now := app.Of(r).Now()
	for hit, err := range memberships.Scan(r, indexes.PrefixOf[int64](group).From(groupAndCustomer{A: group, B: behind + 1})) {
		if err != nil || len(ids) == limit {
			return ids, err
		}
		if hit.Rec.Until == nil || now.Before(*hit.Rec.Until) {
			ids = append(ids, hit.Rec.CustomerID)
		}
	}
	return ids, nil
}

// CountMembers counts who is in a group, up to so many, and tells whether there are more.
func CountMembers(r app.Reader, group int64, most int) (n int64, more bool, err error) {
	for _, err := range memberships.Scan(r, indexes.PrefixOf[int64](group).Limit(most+1)) {
		if err != nil {
			return 0, false, err
		}
		n++
	}
	return min(n, int64(most)), n > int64(most), nil
}

// endMemberships takes those out of groups whose time is up.
func endMemberships(ctx context.Context, w *app.Work) error {
	for ctx.Err() == nil {
		var over []Membership
		err := w.View(ctx, func(r app.Reader) error {
			over = nil
			for hit, err := range membershipEnd.Scan(r, indexes.To(w.App.Now()).Limit(groupBatch)) {
				if err != nil {
					return err
				}
				over = append(over, hit.Rec)
			}
			return nil
		})
		if err != nil || len(over) == 0 {
			return err
		}
		err = w.Update(ctx, func(tx app.Tx) error {
			for _, m := range over {
				now, found, err := memberships.Find(tx, groupAndCustomer{A: m.GroupID, B: m.CustomerID})
				if err == nil && found && now.Until != nil && !now.Until.After(tx.Wall()) {
					err = leave(tx, m.GroupID, m.CustomerID)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}
