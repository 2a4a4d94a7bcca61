package accesscode

import (
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/codes"
	"marquee/indexes"
	"marquee/kv"
)

// Code is an access code.
type Code struct {
	codes.Code

	// SaleItemIDs, ItemIDs (inventory items), EventIDs and ScheduleIDs are what is
	// restricted.
	SaleItemIDs []int64 `msgpack:"si,omitempty"`
	ItemIDs     []int64 `msgpack:"ii,omitempty"`
	EventIDs    []int64 `msgpack:"ei,omitempty"`
	ScheduleIDs []int64 `msgpack:"sc,omitempty"`

	// HideUnrestricted: who entered the code sees only what it restricts.
	HideUnrestricted bool `msgpack:"hu,omitempty"`
	// HideAfterwards: what it restricts stays closed after ValidTo.
	HideAfterwards bool `msgpack:"ha,omitempty"`
}

// check holds the promises every stored code keeps.
func (c *Code) check() error {
	if c.ParentID != 0 && len(c.SaleItemIDs)+len(c.ItemIDs)+len(c.EventIDs)+len(c.ScheduleIDs) > 0 {
		return fmt.Errorf("access code %d: a child with settings", c.ID)
	}
	return nil
}

// inherit takes what the parent restricts.
func (c *Code) inherit(p *Code) {
	c.SaleItemIDs, c.ItemIDs, c.EventIDs, c.ScheduleIDs = p.SaleItemIDs, p.ItemIDs, p.EventIDs, p.ScheduleIDs
	c.HideUnrestricted, c.HideAfterwards = p.HideUnrestricted, p.HideAfterwards
}

// target is a thing that codes restrict: its kind and its id.
type target = kv.Pair2[int64, int64]

// The kinds of things that codes restrict. They are stored.
const (
	saleItemKind int64 = iota + 1
	itemKind
	eventKind
	scheduleKind
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
	for _, id := range c.ScheduleIDs {
		all = append(all, target{A: scheduleKind, B: id})
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
	case scheduleKind:
		return slices.Contains(c.ScheduleIDs, t.B)
	}
	return slices.Contains(c.EventIDs, t.B)
}

var byTarget = indexes.NewBy("target", kv.PairOf(kv.Int, kv.Int), (*Code).targets)

// Codes are the access codes.
var Codes = codes.Define(codes.Spec[Code]{
	Name: "access code", TableName: "access_codes", Field: "accessCode", ListName: "access codes",
	Of: func(c *Code) *codes.Code { return &c.Code },
	Shown: func(r app.Reader, c *Code) (bool, error) {
		return catalog.ShownForAny(r, c.EventIDs, c.ScheduleIDs, c.SaleItemIDs)
	},
	Child:   func(_ *Code, own codes.Code) Code { return Code{Code: own} },
	Inherit: (*Code).inherit,
	Check:   (*Code).check,
	View:    app.ViewAccessCodes, Edit: app.EditAccessCodes, Used: func(r app.Reader, id int64) (bool, error) { return ports(r).Used(r, id) },
}, byTarget.Index)
