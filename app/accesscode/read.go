package accesscode

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// View is a code with the settings that count for it.
type View struct {
	Code
	// Children is how many it has.
	Children int64
}

// Key names a code by its id or its text. The id counts when there are both.
type Key struct {
	ID   int64
	Text string
}

// Read reads a code by its id or its text.
func Read(ctx context.Context, a *app.App, c *app.Caller, k Key, withTrashed bool) (v View, err error) {
	if k == (Key{}) {
		return View{}, app.Field("id", "is required")
	}
	err = a.View(ctx, c, app.ViewAccessCodes, func(r app.Reader) error {
		code, err := find(r, k, withTrashed)
		if err == nil {
			v, err = view(r, code)
		}
		return err
	})
	return v, err
}

// view is a code as it is shown.
func view(r app.Reader, c Code) (v View, err error) {
	if v.Code, err = whole(r, c); err != nil || !c.IsParent {
		return v, err
	}
	v.Children, err = childrenOf(r, c.ID)
	return v, err
}

// childrenOf counts the children of a code that are not deleted.
func childrenOf(r app.Reader, id int64) (int64, error) {
	return listed.CountOf(r, indexes.Equal(id<<1+standing))
}

// whole is a code with the settings of its parent.
func whole(r app.Reader, c Code) (Code, error) {
	if c.ParentID == 0 {
		return c, nil
	}
	p, err := Codes.GetShared(r, c.ParentID)
	if err == nil {
		c.inherit(p)
	}
	return c, err
}

// Get reads a code of the company whatever became of it, with the settings that count.
func Get(r app.Reader, id int64) (*Code, error) {
	c, err := Codes.Get(r, id)
	if err == nil {
		c, err = whole(r, c)
	}
	return &c, absent(err)
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

// Entered finds the code that a buyer typed, with the settings that count for it.
func Entered(r app.Reader, text string) (*Code, error) {
	c, err := byText.Get(r, app.Fold(text))
	if errors.Is(err, indexes.ErrNotFound) {
		return nil, unknown()
	}
	if err == nil {
		c, err = whole(r, c)
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
		return Code{}, app.Missing("access code")
	}
	return c, absent(err)
}

func absent(err error) error {
	if errors.Is(err, indexes.ErrNotFound) {
		return app.Missing("access code")
	}
	return err
}

// Filter says which codes a list shows and which page of them.
type Filter struct {
	// ParentID lists the children of a code; 0 all codes that are no children.
	ParentID      int64 `list:"parentId"`
	WithTrashed   bool  `list:"withTrashed"`
	Offset, Limit int64
}

var codeList = &list.List[Code, Filter]{
	Needs: app.ViewAccessCodes,
	Name:  "access codes", Max: MaxPage, Table: Codes,
	Plan: func(r app.Reader, f *Filter) (list.Plan[Code], error) { return f.plan(r) },
}

// List lists codes by id.
func List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (list.Page[View], error) {
	var views []View
	page, err := codeList.Read(ctx, a, c, f, list.Request{Offset: f.Offset, Limit: f.Limit}, func(r app.Reader, _ *Filter, rows []Code) error {
		views = nil
		for _, code := range rows {
			v, err := view(r, code)
			if app.Skip(r, err) {
				continue
			}
			if err != nil {
				return err
			}
			views = append(views, v)
		}
		return nil
	})
	return list.Page[View]{Rows: views, Info: page.Info}, err
}

func (f *Filter) plan(r app.Reader) (list.Plan[Code], error) {
	if f.ParentID < 0 || f.ParentID >= 1<<62 {
		return list.Groups(r, listed, nil, list.All, false), nil // nothing has such an id
	}
	end := f.ParentID<<1 | deleted
	if f.WithTrashed {
		end++
	}
	groups, err := listed.Groups(r, f.ParentID<<1, end)
	return list.Groups(r, listed, groups, list.All, false), err
}
