package company

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/search"
	"marquee/indexes"
)

// CompanyUser is a user as a company knows them.
type CompanyUser struct {
	User   User
	Member Member
	Roles  []Role
	Groups []VisibilityGroup
	// Selected: the user last chose to work in this company.
	Selected bool
}

// What reading and changing users needs.
var (
	mayListUsers    = app.AnyOf{app.ListUsers, app.ManageUsers}
	mayViewUsers    = app.AnyOf{app.ViewUsers, app.ManageUsers}
	mayCreateUsers  = app.AnyOf{app.CreateUsers, app.ManageUsers}
	mayEditUsers    = app.AnyOf{app.EditUsers, app.ManageUsers}
	mayDeleteUsers  = app.AnyOf{app.DeleteUsers, app.ManageUsers}
	mayRestoreUsers = app.AnyOf{app.RestoreUsers, app.ManageUsers}
)

func companyUser(r app.Reader, u User, m Member) (CompanyUser, error) {
	out := CompanyUser{User: u, Member: m, Selected: u.LastCompanyID == m.CompanyID}
	for _, id := range m.Roles {
		role, err := RoleByID(r, id)
		if app.KindOf(err) == app.NotFound {
			continue
		}
		if err != nil {
			return out, err
		}
		out.Roles = append(out.Roles, role)
	}
	var err error
	out.Groups, err = groups.GetMany(r, m.Groups)
	return out, err
}

// UserKey names a user by id or e-mail; the id counts where both are given.
type UserKey struct {
	ID    int64
	Email string
}

func (k UserKey) field() string {
	if k.ID == 0 && k.Email != "" {
		return "email"
	}
	return "id"
}

// find gives a user of the reader's company, suspended or not. Users of other companies
// do not exist.
func (k UserKey) find(r app.Reader) (u User, m Member, err error) {
	switch {
	case k.ID != 0:
		if m, err = memberOf(r, k.ID); err == nil {
			u, err = UserByID(r, k.ID)
		}
	case k.Email != "":
		var found bool
		if u, found, err = findUser(r, k.Email); err != nil {
			return u, m, err
		}
		if m, err = memberOf(r, u.ID); !found { // looked for all the same: no clock tells whom other companies have
			err = app.Missing("user")
		}
	default:
		err = app.Field("id", "is required")
	}
	return u, m, err
}

// ReadUser reads a user of the company. A suspended one shows only withTrashed.
func ReadUser(ctx context.Context, a *app.App, c *app.Caller, k UserKey, withTrashed bool) (out CompanyUser, err error) {
	err = a.View(ctx, c, mayViewUsers, func(r app.Reader) error {
		u, m, err := k.find(r)
		if err == nil && m.SuspendedAt != nil && !withTrashed {
			err = app.Missing("user")
		}
		if err == nil {
			out, err = companyUser(r, u, m)
		}
		return err
	})
	return out, err
}

// UserFilter says which users a list shows and which page of them.
type UserFilter struct {
	WithTrashed bool `list:"withTrashed"`
	// Query are parts of the name and the address.
	Query         string `list:"query"`
	Offset, Limit int64
}

var userList = &list.List[Member, UserFilter]{
	Needs: mayListUsers,
	Name:  "company users", Max: MaxUserPage, Table: members.Table, ByOffset: true,
	Plan: func(r app.Reader, f *UserFilter) (list.Plan[Member], error) {
		last := memberGroup(r.Company(), f.WithTrashed)
		groups, err := memberListed.Groups(r, memberGroup(r.Company(), false), last+1)
		plan := list.Groups(r, memberListed, groups, list.All, false)
		if asked := search.Query(f.Query); len(asked) > 0 {
			plan.Exact, plan.Cost = false, 1
			plan.Fits = func(m *Member) (bool, error) {
				u, err := users.Get(r, m.UserID)
				return err == nil && asked.Matches(u.Name, u.Email), err
			}
		}
		return plan, err
	},
}

// ListUsers lists the users of the company in the order in which they joined it,
// suspended ones last.
func ListUsers(ctx context.Context, a *app.App, c *app.Caller, f UserFilter) (list.Page[CompanyUser], error) {
	return list.Views(ctx, a, c, userList, f, list.Request{Offset: f.Offset, Limit: f.Limit}, func(r app.Reader, m *Member) (CompanyUser, error) {
		u, err := users.Get(r, m.UserID)
		if err != nil {
			return CompanyUser{}, err
		}
		return companyUser(r, u, *m)
	})
}

// everyMembership lists where a user belongs, suspended memberships too.
func everyMembership(r app.Reader, userID int64) ([]Member, error) {
	return indexes.Records(memberListByUser.Scan(r, indexes.Equal(userID)))
}

func forbidden() error { return app.Refuse(app.Forbidden, "This action is unauthorized.") }

// refuseStronger refuses a caller who lacks something that a member of the company may do,
// or does not see what the member sees.
func refuseStronger(r app.Reader, c *app.Caller, m Member) error {
	if c.Installation {
		return nil
	}
	if m.CompanyID == c.CompanyID && m.widerThan(c.Visibility) {
		return forbidden()
	}
	if c.Super && m.CompanyID == c.CompanyID {
		return nil
	}
	if m.Super || m.CompanyID != c.CompanyID {
		return forbidden()
	}
	held, err := rightsOf(r, &m)
	if err == nil && !held.within(c) {
		err = forbidden()
	}
	return err
}

// refuseForeign refuses a caller who wants to change what a user is in every company (the
// e-mail, the password) and lacks something that the user may do in one of them, or might once
// they are let in. Everybody may change themselves.
func refuseForeign(r app.Reader, c *app.Caller, u *User) error {
	return refuseForeignWhere(r, c, u, func(*Member) bool { return true })
}

// refuseForeignWhere is refuseForeign as far as memberships in other companies weigh.
func refuseForeignWhere(r app.Reader, c *app.Caller, u *User, weighs func(*Member) bool) error {
	if c.UserID == u.ID || c.Installation {
		return nil
	}
	if u.Installation {
		return forbidden()
	}
	all, err := everyMembership(r, u.ID)
	if err != nil {
		return err
	}
	own, err := everyMembership(r, c.UserID)
	if err != nil {
		return err
	}
	if own, err = withFactor(r, c, own); err != nil {
		return err
	}
	for _, m := range all {
		switch {
		case m.CompanyID == c.CompanyID:
			err = refuseStronger(r, c, m)
		case weighs(&m):
			err = refuseStrongerThan(r, own, m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// withFactor leaves out memberships in which the token of the call can do nothing for want of
// a second factor.
func withFactor(r app.Reader, c *app.Caller, own []Member) ([]Member, error) {
	if c.TokenID == 0 {
		return own, nil
	}
	t, err := tokens.Get(app.ReadCompany(r, 0), c.TokenID)
	if err != nil {
		return nil, missing(err, "token")
	}
	u, err := UserByID(r, c.UserID)
	if err != nil {
		return nil, err
	}
	var kept []Member
	for _, m := range own {
		wants, err := wantsFactor(r, &t, &u, m)
		if err != nil {
			return nil, err
		}
		if !wants {
			kept = append(kept, m)
		}
	}
	return kept, nil
}

// refuseStrongerThan is refuseStronger for a company other than that of the call: own are
// the caller's memberships.
func refuseStrongerThan(r app.Reader, own []Member, m Member) error {
	i := slices.IndexFunc(own, func(o Member) bool { return o.CompanyID == m.CompanyID && o.counts() })
	if i < 0 {
		return forbidden()
	}
	there := app.ReadCompany(r, m.CompanyID)
	held, err := rightsOf(there, &own[i])
	if err != nil {
		return err
	}
	c := &app.Caller{CompanyID: m.CompanyID, Super: own[i].Super, Visibility: own[i].visibility()}
	held.put(c)
	return refuseStronger(there, c, m)
}
