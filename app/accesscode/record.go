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

// target is a thing that codes restrict.
type target = codes.Target

// names are what the code names, whatever became of it.
func (c *Code) names() []target {
	return slices.Concat(codes.Targets(codes.SaleItemTarget, c.SaleItemIDs), codes.Targets(codes.ItemTarget, c.ItemIDs),
		codes.Targets(codes.EventTarget, c.EventIDs), codes.Targets(codes.ScheduleTarget, c.ScheduleIDs))
}

// targets are what the code restricts while it counts.
func (c *Code) targets() []target {
	if c.DisabledAt != nil || c.DeletedAt != nil {
		return nil
	}
	return c.names()
}

// opens tells whether the code is one of those that restrict something.
func (c *Code) opens(t target) bool {
	switch t.A {
	case codes.SaleItemTarget:
		return slices.Contains(c.SaleItemIDs, t.B)
	case codes.ItemTarget:
		return slices.Contains(c.ItemIDs, t.B)
	case codes.ScheduleTarget:
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
	Names:   (*Code).names,
	Check:   (*Code).check,
	View:    app.ViewAccessCodes, Edit: app.EditAccessCodes, Used: func(r app.Reader, id int64) (bool, error) { return ports(r).Used(r, id) },
	Uses:   func(r app.Reader, ids []int64) (map[int64]int64, error) { return ports(r).Uses(r, ids) },
	Orders: func(r app.Reader, ids []int64, most int) ([]codes.Use, error) { return ports(r).Orders(r, ids, most) },
}, byTarget.Index)
