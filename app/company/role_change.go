package company

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"marquee/app"
	"marquee/indexes"
)

// CreateRole adds a role to the caller's company. Nobody can put an ability in
// it that they lack.
func CreateRole(ctx context.Context, a *app.App, c *app.Caller, title string, abilities []app.Ability) (Role, error) {
	title = strings.TrimSpace(title)
	if err := checkRole(c, title, abilities); err != nil {
		return Role{}, err
	}
	var made Role
	err := a.Update(ctx, c, app.ManageUsers, func(tx app.Tx) error {
		n, err := roles.Count(tx)
		if err != nil {
			return err
		}
		if n >= MaxRoles {
			return app.Field("title", "must not have more than %d entries", MaxRoles)
		}
		made = Role{Title: title, Abilities: abilities}
		insert := roles.Insert
		if n == 0 {
			made.ID, insert = firstOwnRole, roles.InsertAt
		}
		if err = insert(tx, &made); errors.Is(err, indexes.ErrTaken) {
			return app.Field("title", "is taken already")
		}
		return err
	})
	return made, err
}

func checkRole(c *app.Caller, title string, abilities []app.Ability) error {
	var p app.Problems
	if title == "" {
		p.Add("title", "is required")
	}
	if utf8.RuneCountInString(title) > MaxName {
		p.Add("title", "must not be longer than %d characters", MaxName)
	}
	for _, role := range systemRoles {
		if strings.EqualFold(role.Title, title) {
			p.Add("title", "is taken already")
		}
	}
	if len(abilities) == 0 {
		p.Add("abilities", "is required")
	}
	if err := p.Err(); err != nil {
		return err
	}
	return mayGrant(c, abilities)
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

// mayGrant refuses to hand out an ability that the granting caller lacks.
func mayGrant(c *app.Caller, abilities []app.Ability) error {
	for _, ability := range abilities {
		if err := c.Need(ability); err != nil {
			return err
		}
	}
	return nil
}
