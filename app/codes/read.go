package codes

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/search"
	"marquee/indexes"
)

// View is a code with the settings that count for it.
type View[T any] struct {
	Code T
	// Children is how many it has that are not deleted.
	Children int64
	// Uses is how many orders used it, finished and reserved ones; of a parent, its children.
	Uses int64
}

// Key names a code by its id or its text. The id counts when there are both.
type Key struct {
	ID   int64
	Text string
}

// Field is the name of the request field that the key came from.
func (k Key) Field() string {
	if k.ID != 0 {
		return "id"
	}
	return "code"
}

// Read reads a code by its id or its text.
func (k *Kind[T]) Read(ctx context.Context, a *app.App, c *app.Caller, key Key, withTrashed bool) (v View[T], err error) {
	err = a.View(ctx, c, k.View, func(r app.Reader) error {
		if key == (Key{}) {
			return app.Field("id", "is required")
		}
		code, err := k.find(r, key, withTrashed)
		if err == nil {
			v, err = k.view(r, &code)
		}
		return err
	})
	return v, err
}

// view is a code as it is shown.
func (k *Kind[T]) view(r app.Reader, code *T) (v View[T], err error) {
	with, err := k.whole(r, code)
	if err != nil {
		return v, err
	}
	v.Code = *with
	if k.Of(code).IsParent {
		v.Children, err = k.childrenOf(r, code)
	}
	if err == nil {
		v.Uses, err = usesOf(k, r, code)
	}
	return v, err
}

// childrenOf counts the children of a code that are not deleted.
func (k *Kind[T]) childrenOf(r app.Reader, parent *T) (int64, error) {
	return k.listed.CountOf(r, indexes.Equal(k.group(k.Of(parent).ID, false, parent)))
}

// whole is a code with the settings of its parent.
func (k *Kind[T]) whole(r app.Reader, code *T) (*T, error) {
	own := k.Of(code)
	if own.ParentID == 0 {
		return code, nil
	}
	p, err := k.Table.GetShared(r, own.ParentID)
	if err != nil {
		return nil, err
	}
	child := *code
	k.Of(&child).inherit(k.Of(p))
	k.Inherit(&child, p)
	return &child, nil
}

// Get reads a code of the company whatever became of it, with the settings that count.
// It must not be changed.
func (k *Kind[T]) Get(r app.Reader, id int64) (*T, error) {
	code, err := k.Table.GetShared(r, id)
	if err == nil {
		code, err = k.whole(r, code)
	}
	return code, k.absent(err)
}

// ByID reads codes, each once; 0 names none.
func (k *Kind[T]) ByID(r app.Reader, ids []int64) (map[int64]*T, error) {
	var found map[int64]*T
	for _, id := range ids {
		if id == 0 || found[id] != nil {
			continue
		}
		code, err := k.Get(r, id)
		if err != nil {
			return nil, err
		}
		if found == nil {
			found = map[int64]*T{}
		}
		found[id] = code
	}
	return found, nil
}

// Entered finds the code that a buyer typed, with the settings that count for it. One
// that is gone is as unknown as one that never was.
func (k *Kind[T]) Entered(r app.Reader, text string) (*T, error) {
	code, err := k.byText.Get(r, plain(text))
	if errors.Is(err, indexes.ErrNotFound) {
		return nil, k.Unknown()
	}
	if err != nil {
		return nil, err
	}
	with, err := k.whole(r, &code)
	if err == nil && k.Of(with).Gone() {
		err = k.Unknown()
	}
	return with, err
}

// Unknown refuses a code that there is not.
func (k *Kind[T]) Unknown() *app.Error { return app.Field(k.Spec.Field, "is not a valid code") }

// find gives a code; deleted ones only where they are asked for.
func (k *Kind[T]) find(r app.Reader, key Key, withTrashed bool) (code T, err error) {
	if key.ID != 0 {
		code, err = k.Table.Get(r, key.ID)
	} else {
		code, err = k.byText.Get(r, plain(key.Text))
	}
	if err == nil && k.Of(&code).DeletedAt != nil && !withTrashed {
		err = app.Missing(k.Name)
	}
	return code, k.absent(err)
}

func (k *Kind[T]) absent(err error) error {
	if errors.Is(err, indexes.ErrNotFound) {
		return app.Missing(k.Name)
	}
	return err
}

// Filter says which codes a list shows and which page of them.
type Filter struct {
	// ParentID lists the children of a code; 0 all codes that are no children.
	ParentID int64 `list:"parentId"`
	// Query is a part of the letters.
	Query string `list:"query"`
	// EventID lists those that name the event or something of it, or that count for anything.
	EventID int64 `list:"eventId"`
	// Types that are listed; none: all.
	Types         []string `list:"types"`
	WithTrashed   bool     `list:"withTrashed"`
	Offset, Limit int64
}

// List lists codes by id.
func (k *Kind[T]) List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (list.Page[View[T]], error) {
	return list.Views(ctx, a, c, k.list, f, list.Request{Offset: f.Offset, Limit: f.Limit}, k.view)
}

func (k *Kind[T]) plan(r app.Reader, f *Filter) (list.Plan[T], error) {
	if f.ParentID < 0 || f.ParentID >= 1<<(61-typeBits) {
		return list.Groups(r, k.listed, nil, list.All, false), nil // nothing has such an id
	}
	end := k.first(f.ParentID, true)
	if f.WithTrashed {
		end += 1 << k.bits()
	}
	groups, err := k.listed.Groups(r, k.first(f.ParentID, false), end)
	if err != nil {
		return list.Plan[T]{}, err
	}
	p := list.Groups(r, k.listed, k.chosen(f, groups), list.All, false)
	return p, k.narrow(r, f, &p)
}

// narrow leaves of a list what is asked for beside its groups.
func (k *Kind[T]) narrow(r app.Reader, f *Filter, p *list.Plan[T]) error {
	if f.Query != "" {
		found, err := list.Named(r, k.byWords, search.Query(f.Query))
		if err != nil {
			return err
		}
		p.Among(found)
	}
	if f.EventID == 0 {
		return nil
	}
	found, err := k.ofEvent(r, f.EventID)
	p.Among(found)
	return err
}

// chosen are the groups of the types that were asked for.
func (k *Kind[T]) chosen(f *Filter, all []indexes.Group) []indexes.Group {
	if len(f.Types) == 0 {
		return all
	}
	var kept []indexes.Group
	for _, g := range all {
		for _, t := range f.Types {
			if k.Types[g.Key&(1<<typeBits-1)] == t {
				kept = append(kept, g)
			}
		}
	}
	return kept
}

// Look gives a few codes that begin with a text, those that have children rather than these.
func (k *Kind[T]) Look(r app.Reader, text string, most int) (all []T, err error) {
	first := plain(text)
	if first == "" {
		return nil, nil
	}
	looked := indexes.Between(first, first+"\U0010ffff").Limit(most * lookedAt)
	for e, err := range k.byText.Keys(r, looked) {
		if err != nil || len(all) == most {
			return all, err
		}
		code, err := k.Table.Get(r, e.ID)
		if errors.Is(err, indexes.ErrNotFound) {
			continue // the reader is not shown it
		}
		if err != nil {
			return nil, err
		}
		if k.Of(&code).ParentID == 0 || e.Key == first {
			all = append(all, code)
		}
	}
	return all, nil
}

// lookedAt is how many codes are read for each one that Look is to give.
const lookedAt = 8
