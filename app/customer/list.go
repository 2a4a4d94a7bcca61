package customer

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/search"
	"marquee/indexes"
)

// MaxPage is how many customers one page of the list holds at most.
const MaxPage = 100

// Filter says which customers a list shows and which page of them.
type Filter struct {
	// LastUpdated lists who changed from this time on, oldest change first.
	LastUpdated   *time.Time `list:"since"`
	WithTrashed   bool       `list:"withTrashed"`
	Cursor        string
	Offset, Limit int64
}

var customerList = &list.List[Customer, Filter]{
	Needs: app.ViewCustomers,
	Name:  "customers", Max: MaxPage, Table: Customers,
	Plan:    func(r app.Reader, f *Filter) (list.Plan[Customer], error) { return f.plan(r) },
	Changed: func(c *Customer) time.Time { return c.UpdatedAt },
}

// List lists customers by id, deleted ones last.
func List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (list.Page[Customer], error) {
	return customerList.Read(ctx, a, c, f, list.Request{Cursor: f.Cursor, Offset: f.Offset, Limit: f.Limit}, nil)
}

func (f *Filter) plan(r app.Reader) (list.Plan[Customer], error) {
	groups, err := listed.Groups(r, standing, deleted+f.last())
	if f.LastUpdated != nil {
		return list.Groups(r, byChange, groups, list.Since(r, *f.LastUpdated), false), err
	}
	return list.Groups(r, listed, groups, list.All, false), err
}

// last is 1 when deleted customers are listed too.
func (f *Filter) last() int64 {
	if f.WithTrashed {
		return 1
	}
	return 0
}

// Found are the customers, deleted ones too, whose name and e-mail contain all words.
func Found(r app.Reader, asked search.Asked) (indexes.Marks, error) {
	return list.Named(r, byText, asked)
}

// Named are those whose name alone contains all words.
func Named(r app.Reader, asked search.Asked) (indexes.Marks, error) {
	if len(asked) == 0 {
		return indexes.Marks{}, nil
	}
	return byText.Find(r, asked.First(), func(line []byte) bool { return asked.In(search.Text(line, 0)) })
}
