package discount

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// Read reads a code by its id or its text.
func Read(ctx context.Context, a *app.App, c *app.Caller, k Key, withTrashed bool) (code Code, err error) {
	if k == (Key{}) {
		return Code{}, app.Field("id", "is required")
	}
	err = a.View(ctx, c, app.ViewDiscountCodes, func(r app.Reader) (err error) {
		code, err = find(r, k, withTrashed)
		return err
	})
	return code, err
}

// Get reads a code of the company whatever became of it. It must not be changed.
func Get(r app.Reader, id int64) (*Code, error) {
	c, err := Codes.GetShared(r, id)
	return c, absent(err)
}

// ByID reads codes, each once; 0 names none.
func ByID(r app.Reader, ids []int64) (map[int64]*Code, error) {
	var found map[int64]*Code
	for _, id := range ids {
		if id == 0 || found[id] != nil {
			continue
		}
		c, err := Get(r, id)
		if err != nil {
			return nil, err
		}
		if found == nil {
			found = map[int64]*Code{}
		}
		found[id] = c
	}
	return found, nil
}

// Entered finds the code that a buyer typed. One that is deleted or disabled is as
// unknown as one that never was.
func Entered(r app.Reader, text string) (*Code, error) {
	c, err := byText.Get(r, app.Fold(text))
	if errors.Is(err, indexes.ErrNotFound) || err == nil && c.DisabledAt != nil {
		return nil, unknown()
	}
	return &c, err
}

// find gives a code; deleted ones only where they are asked for.
func find(r app.Reader, k Key, withTrashed bool) (c Code, err error) {
	if k.ID != 0 {
		c, err = Codes.Get(r, k.ID)
	} else {
		c, err = byText.Get(r, app.Fold(k.Text))
	}
	if err == nil && c.DeletedAt != nil && !withTrashed {
		return Code{}, app.Missing("discount code")
	}
	return c, absent(err)
}

func absent(err error) error {
	if errors.Is(err, indexes.ErrNotFound) {
		return app.Missing("discount code")
	}
	return err
}

// Filter says which codes a list shows and which page of them.
type Filter struct {
	// Types that are listed; none: all.
	Types         []string `list:"types"`
	WithTrashed   bool     `list:"withTrashed"`
	Offset, Limit int64
}

var codeList = &list.List[Code, Filter]{
	Needs: app.ViewDiscountCodes,
	Name:  "discount codes", Max: MaxPage, Table: Codes,
	Plan: func(r app.Reader, f *Filter) (list.Plan[Code], error) { return f.plan(r) },
}

// List lists codes by id.
func List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (list.Page[Code], error) {
	return codeList.Read(ctx, a, c, f, list.Request{Offset: f.Offset, Limit: f.Limit}, nil)
}

func (f *Filter) plan(r app.Reader) (list.Plan[Code], error) {
	end := int64(deletedGroup)
	if f.WithTrashed {
		end = 2 * deletedGroup
	}
	groups, err := listed.Groups(r, 0, end)
	return list.Groups(r, listed, f.chosen(groups), list.All, false), err
}

// chosen are the groups of the types that were asked for.
func (f *Filter) chosen(all []indexes.Group) []indexes.Group {
	var kept []indexes.Group
	for _, g := range all {
		if len(f.Types) == 0 || f.has(Types[g.Key&^deletedGroup]) {
			kept = append(kept, g)
		}
	}
	return kept
}

func (f *Filter) has(t Type) bool {
	for _, one := range f.Types {
		if Type(one) == t {
			return true
		}
	}
	return false
}
