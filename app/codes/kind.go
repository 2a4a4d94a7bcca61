package codes

import (
	"errors"
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/search"
	"marquee/indexes"
	"marquee/kv"
)

// Spec says what a kind of codes is, where it differs from others.
type Spec[T any] struct {
	// Name is what people call such a code, TableName the name of its table, and Field that of
	// the request field where buyers enter one.
	Name, TableName, Field string
	// ListName is what cursors call the list. It never changes.
	ListName string
	// Of is the common part of a record.
	Of func(*T) *Code
	// Types are what lists are narrowed by, and Type is that of a record; nil when there
	// are none. Their order is stored: new ones come last.
	Types []string
	Type  func(*T) string
	// Child makes a child of a parent out of its common part; Inherit gives one what it
	// has of its parent besides that part.
	Child   func(parent *T, own Code) T
	Inherit func(child, parent *T)
	// MayHaveChildren, which may be nil, refuses those that cannot have any.
	MayHaveChildren func(c *T, field string) error
	// Fits, which may be nil, refuses a code for what the others are like. It is asked
	// after the code was written.
	Fits func(k *Kind[T], tx app.Tx, c *T) error
	// Shown tells whether a code, which is no child, is shown to a caller in visibility
	// groups.
	Shown func(app.Reader, *T) (bool, error)
	// Names are the things that a code names, by which those of an event are listed.
	Names func(*T) []Target
	// Check holds the promises of every stored record.
	Check func(*T) error
	// View and Edit are the abilities that reading and changing need.
	View, Edit app.Ability
	// Used asks whether orders were made with a code.
	Used func(r app.Reader, id int64) (bool, error)
	// Uses counts the orders that used codes, by code; those that none used are not in it. The
	// codes are in the order of their ids.
	Uses func(r app.Reader, ids []int64) (map[int64]int64, error)
	// Orders are those that used codes, at most so many, the last ones.
	Orders func(r app.Reader, ids []int64, most int) ([]Use, error)
}

// Kind is a kind of codes.
type Kind[T any] struct {
	Spec[T]
	Table *indexes.Table[T]
	table indexes.Owned[T]

	byText *indexes.Unique[T, string]
	// listed is grouped by parent, 0 for those that are no children, by whether the code
	// is deleted, and by type.
	listed *indexes.By[T, int64]
	// every has one group, so that all codes of a company are counted.
	every *indexes.By[T, int64]
	// byWords finds codes by a part of their letters, byTarget by what they name.
	byWords  *indexes.Texts[T]
	byTarget *indexes.By[T, Target]
	list     *list.List[T, Filter]
}

// typeBits is the space for the type in the groups of the list.
const typeBits = 8

// Define makes a kind of codes, with indexes of its own besides those of all kinds.
func Define[T any](s Spec[T], own ...indexes.Index[T]) *Kind[T] {
	k := &Kind[T]{Spec: s}
	k.byText = indexes.NewUnique("code", kv.String, func(rec *T) []string {
		c := s.Of(rec)
		if c.DeletedAt != nil {
			return nil
		}
		return []string{plain(c.Text)}
	}).Version(2)
	k.listed = indexes.NewBy("listed", kv.Int, func(rec *T) []int64 {
		c := s.Of(rec)
		return []int64{k.group(c.ParentID, c.DeletedAt != nil, rec)}
	}).Counted().Ascending()
	k.every = indexes.NewBy("all", kv.Int, func(*T) []int64 { return []int64{0} }).Counted().Ascending()
	k.byWords = indexes.NewTexts("words", func(rec *T) string { return search.Line([]string{s.Of(rec).Text}) })
	k.byTarget = indexes.NewBy("named", kv.PairOf(kv.Int, kv.Int), k.namedBy)
	k.table = indexes.Define(indexes.Spec[T]{
		Name: s.TableName, Version: 1, Shared: true,
		Person: indexes.Nobody("codes"),
		Secret: []string{"text"},
		ID:     func(rec *T) *int64 { return &s.Of(rec).ID },
		Shown:  k.shown,
		Stamp: func(tx app.Tx, old, rec *T) {
			c := s.Of(rec)
			app.Stamp(tx, old == nil, &c.CreatedAt, &c.UpdatedAt)
		},
		Check: func(rec *T) error {
			if err := s.Of(rec).check(s.Name); err != nil {
				return err
			}
			return s.Check(rec)
		},
	}, append([]indexes.Index[T]{k.byText.Index, k.listed.Index, k.every.Index, k.byWords.Index, k.byTarget.Index}, own...)...)
	k.Table = k.table.Table
	k.list = &list.List[T, Filter]{Needs: s.View, Name: s.ListName, Max: MaxPage, Table: k.Table, ByOffset: true, Plan: k.plan}
	return k
}

// shown: a child is seen by whoever sees its parent.
func (k *Kind[T]) shown(r app.Reader, rec *T) (bool, error) {
	parent := k.Of(rec).ParentID
	if parent == 0 {
		if own := k.Of(rec); !app.VisibilityOf(r).Owns(k.Edit.Entity(), own.ID, own.CreatedBy) {
			return false, nil
		}
		return k.Shown(r, rec)
	}
	_, err := k.Table.GetShared(r, parent)
	if errors.Is(err, indexes.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Exists tells whether there is a code, for a reader who may see it. One that follows another
// counts as that one.
func (k *Kind[T]) Exists(r app.Reader, id int64) (bool, error) {
	rec, err := k.Table.GetShared(r, id)
	if errors.Is(err, indexes.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	own := k.Of(rec)
	return own.DeletedAt == nil && own.ParentID == 0, nil
}

// first is the first of the groups of the children of a parent.
func (k *Kind[T]) first(parent int64, deleted bool) int64 {
	g := parent << 1
	if deleted {
		g |= 1
	}
	return g << k.bits()
}

func (k *Kind[T]) bits() int {
	if k.Type == nil {
		return 0
	}
	return typeBits
}

// group is that of the children of a parent that have the type of a record.
func (k *Kind[T]) group(parent int64, deleted bool, like *T) int64 {
	g := k.first(parent, deleted)
	if k.Type != nil {
		g |= int64(slices.Index(k.Types, k.Type(like)))
	}
	return g
}

// guards are keys that rivals have in common: one that uses a code, and one that changes
// what becomes of it because nobody did.
const guards kv.Space = "code guards"

// Guard makes the caller and whoever deletes a code, or gives it children, rivals.
func (k *Kind[T]) Guard(tx app.Tx, id int64) error {
	return tx.Guard(guards, fmt.Appendf(nil, "%s %d of %d", k.TableName, id, tx.Company()))
}
