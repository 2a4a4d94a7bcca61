package company

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"marquee/app"
	"marquee/indexes"
)

// RoleFields are what may change about a role; what is nil stays.
type RoleFields struct {
	Title        *string
	Abilities    *[]app.Ability
	Grants       *[]app.Grant
	SecondFactor *bool
}

func (f *RoleFields) put(role *Role) {
	app.Set(&role.Title, f.Title)
	role.Title = strings.TrimSpace(role.Title)
	app.Set(&role.Abilities, f.Abilities)
	app.Set(&role.Grants, f.Grants)
	app.Set(&role.SecondFactor, f.SecondFactor)
	role.Abilities = app.Distinct(role.Abilities)
}

// CreateRole adds a role to the caller's company. Nobody can put an ability in
// it that they lack.
func CreateRole(ctx context.Context, a *app.App, c *app.Caller, in RoleFields) (made Role, err error) {
	err = a.Update(ctx, c, app.ManageUsers, func(tx app.Tx) error {
		if err := stillIn(tx, c); err != nil {
			return err
		}
		made = Role{}
		in.put(&made)
		if err := checkRole(c, &made); err != nil {
			return err
		}
		if err := wantGrants(tx, made.Grants); err != nil {
			return err
		}
		n, err := roles.Count(tx)
		if err != nil {
			return err
		}
		if n >= MaxRoles {
			return app.Field("title", "must not have more than %d entries", MaxRoles)
		}
		// A number is never given again: whoever had a role that was deleted would hold the new one.
		id, err := roles.NextIDs(tx, 1)
		if err != nil {
			return err
		}
		if made.ID = id; id < firstOwnRole {
			made.ID = firstOwnRole
		}
		return titleTaken(roles.InsertAbsent(tx, &made))
	})
	return made, err
}

// EditRole changes a role of the caller's company. Whoever changes it must hold what is in
// it before and after. It counts from the next request of everybody who has it.
func EditRole(ctx context.Context, a *app.App, c *app.Caller, id int64, in RoleFields) (out Role, err error) {
	err = a.Update(ctx, c, app.ManageUsers, func(tx app.Tx) error {
		if err := stillIn(tx, c); err != nil {
			return err
		}
		was, err := ownRole(tx, c, id)
		if err != nil {
			return err
		}
		in.put(&was)
		if err := checkRole(c, &was); err != nil {
			return err
		}
		if in.Grants != nil { // what it names else may have been deleted since
			if err := wantGrants(tx, was.Grants); err != nil {
				return err
			}
		}
		changed(a, tx)
		out, err = roles.Update(tx, id, func(role *Role) error { in.put(role); return nil })
		return titleTaken(err)
	})
	return out, err
}

// DeleteRole removes a role of the caller's company: whoever has it loses what it gave.
func DeleteRole(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.ManageUsers, func(tx app.Tx) error {
		if err := stillIn(tx, c); err != nil {
			return err
		}
		if _, err := ownRole(tx, c, id); err != nil {
			return err
		}
		changed(a, tx)
		return roles.Delete(tx, id)
	})
}

// ownRole is a role that the caller may change: none of the system's, and none that holds
// more than they do.
func ownRole(r app.Reader, c *app.Caller, id int64) (Role, error) {
	role, err := RoleByID(r, id)
	if err == nil && role.System {
		err = app.Field("id", "belongs to the system")
	}
	if err == nil {
		err = mayGrant(c, role.Abilities, role.Grants)
	}
	return role, err
}

func titleTaken(err error) error {
	if errors.Is(err, indexes.ErrTaken) {
		return app.Field("title", "is taken already")
	}
	return err
}

func checkRole(c *app.Caller, role *Role) error {
	var p app.Problems
	if role.Title == "" {
		p.Add("title", "is required")
	}
	if utf8.RuneCountInString(role.Title) > MaxName {
		p.Add("title", "must not be longer than %d characters", MaxName)
	}
	for _, system := range systemRoles {
		if strings.EqualFold(system.Title, role.Title) {
			p.Add("title", "is taken already")
		}
	}
	if len(role.Abilities)+len(role.Grants) == 0 {
		p.Add("abilities", "is required")
	}
	if err := p.Err(); err != nil {
		return err
	}
	return mayGrant(c, role.Abilities, role.Grants)
}

// RolesOf lists the roles that there are in the caller's company.
func RolesOf(ctx context.Context, a *app.App, c *app.Caller) (all []Role, err error) {
	err = a.View(ctx, c, mayViewUsers, func(r app.Reader) (err error) {
		all, err = ListRoles(r)
		return err
	})
	return all, err
}

// ListRoles lists the system roles and then the company's own, by id.
func ListRoles(r app.Reader) ([]Role, error) {
	all := append([]Role(nil), systemRoles...)
	for hit, err := range roles.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return nil, err
		}
		all = append(all, hit.Rec)
	}
	return all, nil
}
