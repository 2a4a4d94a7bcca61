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
	LastUpdated *time.Time `list:"since"`
	WithTrashed bool       `list:"withTrashed"`
	// Query are parts of the name and the e-mail.
	Query string `list:"query"`
	// GroupID picks who is in a group now.
	GroupID int64 `list:"groupId"`
	// Sort is [ByLastOrder], or empty for the order of ids.
	Sort          string `list:"sort"`
	Cursor        string
	Offset, Limit int64
}

// ByLastOrder lists those first who ordered last, and behind all who ever did the newest.
const ByLastOrder = "lastOrder"

var customerList = &list.List[Customer, Filter]{
	Needs: app.ViewCustomers,
	Name:  "customers", Max: MaxPage, Table: Customers,
	Plan:    func(r app.Reader, f *Filter) (list.Plan[Customer], error) { return f.plan(r) },
	Changed: func(c *Customer) time.Time { return c.UpdatedAt },
}

// List lists customers by id, deleted ones last; or as Sort says.
func List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (list.Page[Customer], error) {
	return customerList.Read(ctx, a, c, f, list.Request{Cursor: f.Cursor, Offset: f.Offset, Limit: f.Limit}, nil)
}

func (f *Filter) plan(r app.Reader) (list.Plan[Customer], error) {
	plan, err := f.walk(r)
	if err != nil || f.Query == "" && f.GroupID == 0 {
		return plan, err
	}
	plan.Exact = plan.Exact && f.Sort == ""
	plan.Fits = func(c *Customer) (bool, error) {
		return c.group() <= f.last() && (f.LastUpdated == nil || !c.UpdatedAt.Before(*f.LastUpdated)), nil
	}
	if f.Query != "" {
		found, err := Found(r, search.Query(f.Query))
		if err != nil {
			return plan, err
		}
		plan.Among(found)
	}
	if f.GroupID != 0 {
		err = f.inGroup(r, &plan)
	}
	return plan, err
}

// walk goes through all customers in the order of the list.
func (f *Filter) walk(r app.Reader) (list.Plan[Customer], error) {
	groups, err := listed.Groups(r, standing, deleted+f.last())
	switch {
	case f.LastUpdated != nil:
		plan := list.Groups(r, byChange, groups, list.Since(r, *f.LastUpdated), false)
		plan.Key = func(c *Customer) indexes.Position { return list.AtTime(c.UpdatedAt, c.ID) }
		return plan, err
	case f.Sort == ByLastOrder:
		return byLastOrder(r, groups), err
	}
	plan := list.Groups(r, listed, groups, list.All, false)
	plan.Key = func(c *Customer) indexes.Position { return list.AtNumber(c.group(), c.ID) }
	return plan, err
}

// inGroup narrows a list to who is in a group now: by their ids, or by looking at each where they
// are very many.
func (f *Filter) inGroup(r app.Reader, plan *list.Plan[Customer]) error {
	if _, err := groupByID(r, f.GroupID); err != nil {
		return err
	}
	now := app.Of(r).Now()
	var ids []int64
	for hit, err := range memberships.Scan(r, indexes.PrefixOf[int64](f.GroupID).Limit(list.MaxMembers+1)) {
		if err != nil {
			return err
		}
		if hit.Rec.Until == nil || now.Before(*hit.Rec.Until) {
			ids = append(ids, hit.Rec.CustomerID)
		}
	}
	if len(ids) <= list.MaxMembers {
		plan.Sets = append(plan.Sets, list.Sorted(ids))
		return nil
	}
	fits := plan.Fits
	plan.Exact, plan.Cost = false, plan.Cost+1
	plan.Fits = func(c *Customer) (bool, error) {
		if ok, err := fits(c); err != nil || !ok {
			return false, err
		}
		m, found, err := memberships.Find(r, groupAndCustomer{A: f.GroupID, B: c.ID})
		return found && (m.Until == nil || now.Before(*m.Until)), err
	}
	return nil
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

// Look gives a few customers whose name and e-mail contain all words: those first of whom words
// begin so, and the newest of each.
func Look(r app.Reader, asked search.Asked, most int) (all []Customer, err error) {
	if len(asked) == 0 {
		return nil, nil
	}
	for _, fits := range []func([]byte) bool{asked.Begins, func(text []byte) bool { return asked.In(text) && !asked.Begins(text) }} {
		if len(all) == most {
			break
		}
		found, err := byText.Find(r, asked.First(), func(line []byte) bool { return fits(search.Texts(line)) })
		if err != nil {
			return nil, err
		}
		some, err := list.Latest(r, Customers, &found, most-len(all), func(c *Customer) bool { return c.DeletedAt == nil })
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}
