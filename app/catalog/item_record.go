package catalog

import (
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/search"
	"marquee/indexes"
	"marquee/kv"
)

// InventoryItem is the definition shared by all sale items made from it: name,
// type, approval need and (as a Stock of its own) global stock.
type InventoryItem struct {
	ID               int64      `msgpack:"id"`
	Type             ItemType   `msgpack:"t"`
	Name             string     `msgpack:"n"`
	Description      string     `msgpack:"d,omitempty"`
	ExternalID       string     `msgpack:"x,omitempty"`
	Website          string     `msgpack:"w,omitempty"`
	RequiresApproval bool       `msgpack:"ra,omitempty"`
	Texts            Texts      `msgpack:"tx,omitempty"`
	CreatedAt        time.Time  `msgpack:"ca"`
	UpdatedAt        time.Time  `msgpack:"ua"`
	DeletedAt        *time.Time `msgpack:"da,omitempty"`
}

// NeedsApproval tells whether somebody must approve what is sold of the item: guests where it
// says so, everything else where its company has approvals switched on too.
func (i *InventoryItem) NeedsApproval(own *company.Company) bool {
	return i.RequiresApproval && (i.Type == GuestList || !own.NoApprovals)
}

func (i *InventoryItem) check() error {
	if i.Type.ID() == 0 || i.Name == "" {
		return fmt.Errorf("inventory item %d: has no known type or no name", i.ID)
	}
	return nil
}

func (i *InventoryItem) class() int64 { return bitIf(i.DeletedAt != nil, deleted) }

var (
	inventoryListed = indexes.NewBy("listed", kv.Int, func(i *InventoryItem) []int64 { return []int64{i.class()} }).Counted().Ascending()
	inventoryByText = indexes.NewTexts("text", func(i *InventoryItem) string { return search.Line([]string{i.Name}) }).Version(2)
)

// InventoryItems is the table of inventory items.
var InventoryItems = inventoryTable.Table

var inventoryTable = indexes.Define(indexes.Spec[InventoryItem]{
	Name: "inventory_items", Version: 1, Shared: true,
	Person: indexes.Nobody("what is sold, and when"),
	Shown:  func(r app.Reader, i *InventoryItem) (bool, error) { return i.shown(r) },
	ID:     func(i *InventoryItem) *int64 { return &i.ID },
	Stamp:  func(tx app.Tx, old, i *InventoryItem) { app.Stamp(tx, old == nil, &i.CreatedAt, &i.UpdatedAt) },
	Check:  (*InventoryItem).check,
}, inventoryListed.Index, inventoryByText.Index)
