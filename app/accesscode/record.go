package accesscode

import (
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Code is an access code.
type Code struct {
	ID   int64  `msgpack:"id"`
	Text string `msgpack:"c"`
	// ParentID is the code whose settings a child has; those of its own are empty.
	ParentID int64 `msgpack:"p,omitempty"`
	// IsParent codes have children and cannot be entered.
	IsParent bool `msgpack:"ip,omitempty"`

	// SaleItemIDs, ItemIDs (inventory items) and EventIDs are what is restricted.
	SaleItemIDs []int64 `msgpack:"si,omitempty"`
	ItemIDs     []int64 `msgpack:"ii,omitempty"`
	EventIDs    []int64 `msgpack:"ei,omitempty"`

	// Nil limits do not limit.
	MaximumUses        *int64     `msgpack:"mu,omitempty"`
	MaxUsesPerCustomer *int64     `msgpack:"mc,omitempty"`
	ValidFrom          *time.Time `msgpack:"vf,omitempty"`
	ValidTo            *time.Time `msgpack:"vt,omitempty"`

	// HideUnrestricted: who entered the code sees only what it restricts.
	HideUnrestricted bool `msgpack:"hu,omitempty"`
	// HideAfterwards: what it restricts stays closed after ValidTo.
	HideAfterwards bool `msgpack:"ha,omitempty"`

	CreatedAt  time.Time  `msgpack:"ca"`
	UpdatedAt  time.Time  `msgpack:"ua"`
	DisabledAt *time.Time `msgpack:"xa,omitempty"`
	DeletedAt  *time.Time `msgpack:"da,omitempty"`
}

// check holds the promises every stored code keeps.
func (c *Code) check() error {
	switch {
	case c.Text == "":
		return fmt.Errorf("access code %d: no code", c.ID)
	case c.ParentID != 0 && (c.IsParent || len(c.SaleItemIDs)+len(c.ItemIDs)+len(c.EventIDs) > 0):
		return fmt.Errorf("access code %d: a child with children or settings", c.ID)
	}
	return nil
}

// inherit takes the settings of the parent over.
func (c *Code) inherit(p *Code) {
	c.SaleItemIDs, c.ItemIDs, c.EventIDs = p.SaleItemIDs, p.ItemIDs, p.EventIDs
	c.MaximumUses, c.MaxUsesPerCustomer, c.ValidFrom, c.ValidTo = p.MaximumUses, p.MaxUsesPerCustomer, p.ValidFrom, p.ValidTo
	c.HideUnrestricted, c.HideAfterwards = p.HideUnrestricted, p.HideAfterwards
	if c.DisabledAt == nil {
		c.DisabledAt = p.DisabledAt
	}
	if c.DeletedAt == nil {
		c.DeletedAt = p.DeletedAt
	}
}

// The groups of the list: all codes but children, and the children of each parent; and
// whether the code is deleted.
const (
	standing = iota
	deleted
)

func (c *Code) group() []int64 {
	if c.DeletedAt != nil {
		return []int64{c.ParentID<<1 + deleted}
	}
	return []int64{c.ParentID<<1 + standing}
}

// target is a thing that codes restrict: its kind and its id.
type target = kv.Pair2[int64, int64]

// The kinds of things that codes restrict. They are stored.
const (
	saleItemKind int64 = iota + 1
	itemKind
	eventKind
)

// targets are what the code restricts while it counts.
func (c *Code) targets() []target {
	if c.DisabledAt != nil || c.DeletedAt != nil {
		return nil
	}
	var all []target
	for _, id := range c.SaleItemIDs {
		all = append(all, target{A: saleItemKind, B: id})
	}
	for _, id := range c.ItemIDs {
		all = append(all, target{A: itemKind, B: id})
	}
	for _, id := range c.EventIDs {
		all = append(all, target{A: eventKind, B: id})
	}
	return all
}

// opens tells whether the code is one of those that restrict something.
func (c *Code) opens(t target) bool {
	switch t.A {
	case saleItemKind:
		return slices.Contains(c.SaleItemIDs, t.B)
	case itemKind:
		return slices.Contains(c.ItemIDs, t.B)
	}
	return slices.Contains(c.EventIDs, t.B)
}

var (
	byText = indexes.NewUnique("code", kv.String, func(c *Code) []string {
		if c.DeletedAt != nil {
			return nil
		}
		return []string{app.Fold(c.Text)}
	})
	// listed is grouped by parent, 0 for those that are no children.
	listed = indexes.NewBy("listed", kv.Int, (*Code).group).Counted().Ascending()
	// everyCode has one group, so that all codes of a company are counted.
	everyCode = indexes.NewBy("all", kv.Int, func(*Code) []int64 { return []int64{0} }).Counted().Ascending()
	byTarget  = indexes.NewBy("target", kv.PairOf(kv.Int, kv.Int), (*Code).targets)
)

// Codes is the table of access codes.
var Codes = indexes.Define(indexes.Spec[Code]{
	Name: "access_codes", Version: 1, Shared: true,
	ID:    func(c *Code) *int64 { return &c.ID },
	Stamp: func(tx app.Tx, old, c *Code) { app.Stamp(tx, old == nil, &c.CreatedAt, &c.UpdatedAt) },
	Check: (*Code).check,
}, byText, listed, everyCode, byTarget)
