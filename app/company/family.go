package company

import (
	"context"
	"errors"
	"fmt"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Companies lie on two levels: one can be below another, its parent. The parent's lists and
// its shop show the events of its children. Nothing else of a child is the parent's, and
// nothing of a parent its children's.

// companyByParent finds the children of a company.
var companyByParent = indexes.NewBy("parent", kv.Int, func(c *Company) []int64 {
	if c.ParentID == 0 {
		return nil
	}
	return []int64{c.ParentID}
})

// Placement says below which company another one is to be, 0: below none.
type Placement struct{ CompanyID, ParentID int64 }

// Place puts a company below another, or takes it from there. It stands in the logs of all
// companies that it is about.
func Place(ctx context.Context, a *app.App, c *app.Caller, in Placement) (child Company, err error) {
	above := *c
	above.CompanyID = 0
	err = a.Update(ctx, &above, app.Installation, func(tx app.Tx) error {
		child, err = known(tx, "companyId", in.CompanyID)
		if err != nil {
			return err
		}
		if in.ParentID != 0 {
			if err := leads(tx, &child, in.ParentID); err != nil {
				return err
			}
		}
		if was := child.ParentID; was != 0 && was != in.ParentID {
			app.Note(tx, "companies", was, fmt.Sprintf("company %d is below it no more", child.ID))
		}
		child, err = companies.Update(tx, child.ID, func(c *Company) error { c.ParentID = in.ParentID; return nil })
		return err
	})
	return child, err
}

// leads makes a company a parent of another, if it can be.
func leads(tx app.Tx, child *Company, parentID int64) error {
	parent, err := known(tx, "parentId", parentID)
	if err != nil {
		return err
	}
	below, err := companyByParent.All(tx, child.ID)
	if err != nil {
		return err
	}
	beside, err := companyByParent.All(tx, parent.ID)
	if err != nil {
		return err
	}
	if err := mayBeBelow(child, &parent, len(below), len(beside)); err != nil {
		return err
	}
	if child.ParentID != parent.ID {
		app.Note(tx, "companies", parent.ID, fmt.Sprintf("company %d is below it", child.ID))
	}
	if parent.Leads {
		return nil
	}
	_, err = companies.Update(tx, parent.ID, func(c *Company) error { c.Leads = true; return nil })
	return err
}

// known finds a company that a field names.
func known(r app.Reader, field string, id int64) (Company, error) {
	c, err := companies.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) {
		err = app.Field(field, "does not exist")
	}
	return c, err
}

// mayBeBelow decides whether a company that has so many children can become one of a parent
// that has others beside it.
func mayBeBelow(child, parent *Company, below, beside int) error {
	switch {
	case child.ID == parent.ID:
		return app.Field("parentId", "must be another company")
	case parent.ParentID != 0:
		return app.Field("parentId", "is itself below another company")
	case below > 0:
		return app.Field("companyId", "has companies below itself")
	case child.ParentID != parent.ID && beside >= MaxChildren:
		return app.Field("parentId", "must not have more than %d companies below itself", MaxChildren)
	}
	return nil
}

// Children are the companies below that of the reader, by id. What they point to must not
// be changed.
func Children(r app.Reader) ([]Company, error) {
	own, err := SettingsOf(r)
	if err != nil || !own.Leads {
		return nil, err
	}
	return companyByParent.All(r, own.ID)
}

// Child is one of Children with a snapshot of it.
type Child struct {
	Company
	Reader app.Reader
}

// Shown are the children whose events are shown to a reader, as they are shown to whoever may
// see all of its own: who sees, or may do something at, some events alone is shown none. One
// damaged record of theirs hides no other.
func Shown(r app.Reader) (all []Child, err error) {
	if app.VisibilityOf(r) != nil {
		return nil, nil
	}
	children, err := Children(r)
	for _, c := range children {
		all = append(all, Child{c, app.Lenient(app.ReadCompany(r, c.ID))})
	}
	return all, err
}

// In is a caller as they look at what is shown of a child of their company: they read its
// events and may do nothing there. Who belongs to the child, too, names it for that.
func In(c *app.Caller, companyID int64) *app.Caller {
	if companyID == c.CompanyID {
		return c
	}
	at := *c
	at.CompanyID, at.Super, at.Installation, at.Scoped, at.Visibility = companyID, false, false, nil, nil
	at.Abilities = map[app.Ability]bool{app.ListEvents: true, app.ViewEvents: true}
	return &at
}

// checkFamily holds a company against the one above it.
func checkFamily(r app.Reader, report func(app.Breach)) error {
	own, err := companies.Get(r, r.Company())
	if err != nil || own.ParentID == 0 {
		return err
	}
	parent, err := companies.Get(r, own.ParentID)
	if errors.Is(err, indexes.ErrNotFound) {
		report(app.Breach{ID: own.ID, Expected: "a parent that exists", Found: "none"})
		return nil
	}
	if err == nil && (parent.ParentID != 0 || !parent.Leads) {
		report(app.Breach{ID: own.ID, Expected: "a parent on the upper level, which knows that it is one", Found: "another"})
	}
	return err
}
