package audit

import (
	"context"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// Filter says which entries a list shows.
type Filter struct {
	Outcome string `list:"outcome"`
	// UserID is who; Operator asks for whoever runs the box office.
	UserID   int64 `list:"userId"`
	Operator bool  `list:"operator"`
	// Object and Key narrow it to records of a table, or to one of them.
	Object string `list:"object"`
	Key    string `list:"objectId"`
	// Operation is the whole of it, or its beginning.
	Operation string `list:"operation"`
	// From and Until bound the time; Until is not included.
	From  *time.Time `list:"from"`
	Until *time.Time `list:"until"`
	list.Request
}

var entryList = &list.List[Entry, Filter]{
	Needs: app.ViewAudit,
	Name:  "audit", Max: MaxPage, Table: entries.Table,
	Plan: func(r app.Reader, f *Filter) (list.Plan[Entry], error) { return f.plan(r) },
}

// List lists entries, newest first.
func List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (list.Page[Entry], error) {
	return entryList.Read(ctx, a, c, f, f.Request, nil)
}

func (f *Filter) plan(r app.Reader) (plan list.Plan[Entry], err error) {
	span := list.Times(f.From, f.Until)
	if f.byUser() {
		groups, err := entryByUser.Groups(r, f.UserID, f.UserID+1)
		if err != nil {
			return plan, err
		}
		plan = list.Groups(r, entryByUser, groups, span, true)
	} else {
		groups, err := entryListed.Groups(r, int64(Changed), int64(Refused403)+1)
		if err != nil {
			return plan, err
		}
		plan = list.Groups(r, entryListed, f.outcomes(groups), span, true)
	}
	plan.Exact = f.Operation == "" && f.Object == "" && (f.Outcome == "" || !f.byUser())
	plan.Fits = func(e *Entry) (bool, error) { return f.fits(e), nil }
	plan.Key = func(e *Entry) indexes.Position { return list.AtTime(e.At, e.ID) }
	if f.Object != "" && f.Key != "" {
		ids, err := idsOf(entryByObject.IDs(r, indexes.Equal(object{A: f.Object, B: f.Key})))
		if err != nil {
			return plan, err
		}
		plan.Sets = append(plan.Sets, ids)
	}
	return plan, nil
}

func (f *Filter) byUser() bool { return f.UserID != 0 || f.Operator }

// outcomes are the groups that are asked for.
func (f *Filter) outcomes(groups []indexes.Group) (wanted []indexes.Group) {
	for _, g := range groups {
		if f.Outcome == "" || Outcome(g.Key).String() == f.Outcome {
			wanted = append(wanted, g)
		}
	}
	return wanted
}

func idsOf(walk func(func(int64, error) bool)) (list.IDs, error) {
	var ids []int64
	for id, err := range walk {
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return list.Sorted(ids), nil
}

func (f *Filter) fits(e *Entry) bool {
	switch {
	case f.Outcome != "" && e.Outcome.String() != f.Outcome,
		f.byUser() && e.UserID != f.UserID,
		f.From != nil && e.At.Before(*f.From),
		f.Until != nil && !e.At.Before(*f.Until),
		!strings.HasPrefix(e.Operation, f.Operation):
		return false
	}
	return f.Object == "" || e.tells(f.Object, f.Key)
}

// tells tells whether an entry is about a record of a table; an empty key is any.
func (e *Entry) tells(table, key string) bool {
	for i := range e.Objects {
		if o := &e.Objects[i]; o.Type == table && (key == "" || o.Key == key) {
			return true
		}
	}
	return false
}
