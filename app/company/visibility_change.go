package company

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"marquee/app"
	"marquee/indexes"
)

// VisibilityGroups lists the visibility groups of the caller's company, by id.
func VisibilityGroups(ctx context.Context, a *app.App, c *app.Caller) (all []VisibilityGroup, err error) {
	err = a.View(ctx, c, mayViewUsers, func(r app.Reader) error {
		all = nil
		for hit, err := range groups.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			all = append(all, hit.Rec)
		}
		return nil
	})
	return all, err
}

// VisibilityGroupByID reads one of them.
func VisibilityGroupByID(r app.Reader, id int64) (VisibilityGroup, error) {
	g, err := groups.Get(r, id)
	return g, missing(err, "visibility group")
}

// CreateVisibilityGroup adds a visibility group that nobody is in and that sees nothing.
func CreateVisibilityGroup(ctx context.Context, a *app.App, c *app.Caller, name string) (made VisibilityGroup, err error) {
	err = a.Update(ctx, c, app.ManageUsers, func(tx app.Tx) error {
		made = VisibilityGroup{Name: strings.TrimSpace(name)}
		if err := made.problems(); err != nil {
			return err
		}
		n, err := groups.Count(tx)
		if err == nil && n >= MaxVisibilityGroups {
			err = app.Field("name", "must not have more than %d entries", MaxVisibilityGroups)
		}
		if err != nil {
			return err
		}
		return nameTaken(groups.Insert(tx, &made))
	})
	return made, err
}

// EditVisibilityGroup finds a group that the caller may change, and gives it another name
// if there is one.
func EditVisibilityGroup(tx app.Tx, c *app.Caller, id int64, name *string) (VisibilityGroup, error) {
	g, err := groups.Get(tx, id)
	if err == nil {
		err = mayShare(c, []int64{id})
	}
	if err != nil || name == nil {
		return g, missing(err, "visibility group")
	}
	g, err = groups.Update(tx, id, func(g *VisibilityGroup) error {
		g.Name = strings.TrimSpace(*name)
		return g.problems()
	})
	return g, nameTaken(err)
}

// DeleteVisibilityGroup removes a group. It is refused while the caller is in it, and while
// a member is in no other: they would see everything.
func DeleteVisibilityGroup(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.ManageUsers, func(tx app.Tx) error {
		if _, err := groups.Get(tx, id); err != nil {
			return missing(err, "visibility group")
		}
		if err := mayShare(c, []int64{id}); err != nil {
			return err
		}
		with, err := membersIn(tx, id)
		if err != nil {
			return err
		}
		for i := range with {
			switch m := &with[i]; {
			case m.UserID == c.UserID:
				return app.Field("id", "is a group of your own")
			case len(m.Groups) == 1:
				return app.Field("id", "is the only group of a user")
			}
		}
		changed(a, tx)
		for i := range with {
			_, err := members.Update(tx, with[i].ID, func(m *Member) error {
				m.Groups = slices.DeleteFunc(m.Groups, func(of int64) bool { return of == id })
				return nil
			})
			if err != nil {
				return err
			}
		}
		return groups.Delete(tx, id)
	})
}

// membersIn are the members of a group, suspended ones too. Rivals who put somebody into
// the group meet here.
func membersIn(tx app.Tx, id int64) (with []Member, err error) {
	if err := guardGroups(tx); err != nil {
		return nil, err
	}
	for _, suspended := range []bool{false, true} {
		for hit, err := range memberListed.Scan(tx, indexes.Equal(memberGroup(tx.Company(), suspended))) {
			if err != nil {
				return nil, err
			}
			if slices.Contains(hit.Rec.Groups, id) {
				with = append(with, hit.Rec)
			}
		}
	}
	return with, nil
}

// guardGroups makes whoever puts members into groups, and whoever deletes a group, rivals.
func guardGroups(tx app.Tx) error {
	return tx.Guard(guards, fmt.Appendf(nil, "visibility groups of %d", tx.Company()))
}

// mayShare refuses a caller in groups who wants to share with a group that they are not
// in, or change it.
func mayShare(c *app.Caller, ids []int64) error {
	if c.Visibility == nil {
		return nil
	}
	for _, id := range ids {
		if !slices.Contains(c.Visibility.Groups, id) {
			return forbidden()
		}
	}
	return nil
}

// groupsToGive are the groups of a user whom a caller makes or changes: nobody lets others
// see what they do not see.
func groupsToGive(tx app.Tx, c *app.Caller, asked []int64) ([]int64, error) {
	if len(asked) == 0 {
		return c.Visibility.Inherits(), nil
	}
	if err := guardGroups(tx); err != nil {
		return nil, err
	}
	if err := wantGroups(tx, asked); err != nil {
		return nil, err
	}
	return asked, mayShare(c, asked)
}

// widerThan tells whether a member sees what a caller does not.
func (m *Member) widerThan(s *app.Visibility) bool {
	if s == nil {
		return false
	}
	return len(m.Groups) == 0 || slices.ContainsFunc(m.Groups, func(id int64) bool { return !slices.Contains(s.Groups, id) })
}

func (g *VisibilityGroup) problems() error {
	var p app.Problems
	if g.Name == "" {
		p.Add("name", "is required")
	}
	if utf8.RuneCountInString(g.Name) > MaxName || !utf8.ValidString(g.Name) {
		p.Add("name", "must not be longer than %d characters", MaxName)
	}
	return p.Err()
}

func nameTaken(err error) error {
	if errors.Is(err, indexes.ErrTaken) {
		return app.Field("name", "is taken already")
	}
	return err
}
