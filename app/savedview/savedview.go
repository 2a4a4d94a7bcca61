package savedview

import (
	"context"
	"errors"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// What a view may be.
const (
	MaxPage   = 100
	MaxName   = 60
	MaxFilter = 2_000 // bytes
	// maxViews is how many a company has in all, and maxOwn how many of them are one user's.
	maxViews = 1_000
	maxOwn   = 100
)

// listName is what a list can be called.
var listName = regexp.MustCompile(`^[a-z][a-z-]{0,39}$`)

// Save says what a view is to be.
type Save struct {
	List, Name, Filter string
	Shared             bool
}

// Change says what of a view is to be another; what is nil stays.
type Change struct {
	Name, Filter *string
	Shared       *bool
}

// Make saves a view of a list for the caller, or for everybody in the company.
func Make(ctx context.Context, a *app.App, c *app.Caller, in Save) (v View, err error) {
	err = a.Update(ctx, c, app.Authenticated, func(tx app.Tx) error {
		if c.UserID == 0 {
			return app.Refuse(app.Forbidden, "This action is unauthorized.")
		}
		v = View{List: in.List, UserID: c.UserID}
		var p app.Problems
		if !listName.MatchString(in.List) {
			p.Add("list", "is not valid")
		}
		(&Change{Name: &in.Name, Filter: &in.Filter, Shared: &in.Shared}).put(&v, &p)
		if err := p.Err(); err != nil {
			return err
		}
		if err := mayShare(c, &v); err != nil {
			return err
		}
		if err := room(tx, c); err != nil {
			return err
		}
		return views.Insert(tx, &v)
	})
	return v, err
}

// Update changes a view.
func Update(ctx context.Context, a *app.App, c *app.Caller, id int64, in Change) (v View, err error) {
	err = a.Update(ctx, c, app.Authenticated, func(tx app.Tx) error {
		was, err := owned(tx, c, id)
		if err != nil {
			return err
		}
		var p app.Problems
		in.put(&was, &p)
		if err := p.Err(); err != nil {
			return err
		}
		if err := mayShare(c, &was); err != nil {
			return err
		}
		v, err = views.Update(tx, id, func(stored *View) error {
			*stored = was
			return nil
		})
		return err
	})
	return v, err
}

// Delete forgets a view.
func Delete(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.Authenticated, func(tx app.Tx) error {
		if _, err := owned(tx, c, id); err != nil {
			return err
		}
		return views.Delete(tx, id)
	})
}

// List gives the views of a list that the caller sees, by their numbers; an empty name asks for
// those of all lists.
func List(ctx context.Context, a *app.App, c *app.Caller, of string, q list.Request) (out list.Page[View], err error) {
	err = a.View(ctx, c, app.Authenticated, func(r app.Reader) error {
		var all []View
		for h, err := range views.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			if (of == "" || h.Rec.List == of) && seen(c, &h.Rec) {
				all = append(all, h.Rec)
			}
		}
		out = list.Held(all, q)
		return nil
	})
	return out, err
}

func (in *Change) put(v *View, p *app.Problems) {
	if in.Name != nil {
		v.Name = strings.TrimSpace(*in.Name)
	}
	if app.Blank(v.Name) || utf8.RuneCountInString(v.Name) > MaxName {
		p.Add("name", "must have between %d and %d characters", 1, MaxName)
	}
	if in.Filter != nil {
		q, err := url.ParseQuery(strings.TrimPrefix(*in.Filter, "?"))
		if err != nil || !utf8.ValidString(*in.Filter) || len(*in.Filter) > MaxFilter {
			p.Add("filter", "is not valid")
		}
		v.Filter = q.Encode()
	}
	app.Set(&v.Shared, in.Shared)
}

// seen tells whether a caller sees a view.
func seen(c *app.Caller, v *View) bool { return v.Shared || v.UserID == c.UserID && c.UserID != 0 }

// owned reads a view that the caller may change.
func owned(r app.Reader, c *app.Caller, id int64) (View, error) {
	v, err := views.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && !seen(c, &v) {
		return v, app.Missing("saved view")
	}
	if err != nil {
		return v, err
	}
	return v, mayShare(c, &v)
}

// mayShare refuses what everybody sees to who may not decide that.
func mayShare(c *app.Caller, v *View) error {
	if v.Shared {
		return c.Need(app.EditCompany)
	}
	return nil
}

// room refuses more views than anybody looks at.
func room(r app.Reader, c *app.Caller) error {
	all, own := 0, 0
	for h, err := range views.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		if all++; h.Rec.UserID == c.UserID {
			own++
		}
	}
	switch {
	case own >= maxOwn:
		return app.Field("name", "must not have more than %d entries", maxOwn)
	case all >= maxViews:
		return app.Field("name", "must not have more than %d entries", maxViews)
	}
	return nil
}
