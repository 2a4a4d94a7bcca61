package customer

import (
	"context"
	"fmt"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// MaxPage is how many customers one page of the list holds at most.
const MaxPage = 100

// Filter says which customers a list shows and which page of them.
type Filter struct {
	// LastUpdated lists who changed at or after it, oldest change first.
	LastUpdated   *time.Time
	WithTrashed   bool
	Cursor        string
	Offset, Limit int64
}

// List lists customers by id, deleted ones last (spec: GET /customers).
func List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (app.ListPage[Customer], error) {
	if f.Limit < 1 || f.Limit > MaxPage {
		f.Limit = MaxPage
	}
	list := app.List[Customer]{
		Table: Customers, Since: f.LastUpdated, Cursor: f.Cursor, Offset: f.Offset, Limit: f.Limit,
		Filters: fmt.Sprint(f.WithTrashed),
		Changed: func(c *Customer) time.Time { return c.UpdatedAt },
		Plan: func(r app.Reader, since *time.Time) (app.Plan[Customer], error) {
			if since != nil {
				return f.changes(r, *since), nil
			}
			return f.all(r)
		},
	}
	return list.Read(ctx, a, c)
}

// changes walks the order of changes, up to a moment behind which none can still
// appear.
func (f *Filter) changes(r app.Reader, since time.Time) app.Plan[Customer] {
	rg := indexes.Between(since, r.SafeTime().Add(time.Microsecond))
	p := app.Plan[Customer]{Walks: []app.Walk[Customer]{app.KeyWalk(r, byChange, rg, -1)}}
	if !f.WithTrashed {
		p.Fits, p.Part = func(c *Customer) (bool, error) { return c.DeletedAt == nil, nil }, customerFacts
	}
	return p
}

// customerFacts is what the list looks at of a customer.
var customerFacts = indexes.PartOf[Customer, Customer](Customers, "id", "da")

func (f *Filter) all(r app.Reader) (p app.Plan[Customer], err error) {
	shelves := []bool{false}
	if f.WithTrashed {
		shelves = append(shelves, true)
	}
	for _, deleted := range shelves {
		n, err := byTrash.CountOf(r, indexes.Equal(deleted))
		if err != nil {
			return p, err
		}
		p.Walks = append(p.Walks, app.KeyWalk(r, byTrash, indexes.Equal(deleted), n))
	}
	return p, nil
}
