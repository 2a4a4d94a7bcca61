package catalog

import (
	"fmt"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Group is tickets of an event that are shown together and share a pool, which is a Stock
// of its own.
type Group struct {
	ID          int64      `msgpack:"id"`
	EventID     int64      `msgpack:"e"`
	Name        string     `msgpack:"n"`
	Description string     `msgpack:"d,omitempty"`
	ExternalID  string     `msgpack:"x,omitempty"`
	Collapsed   bool       `msgpack:"c,omitempty"`
	OffSale     bool       `msgpack:"os,omitempty"` // switched off by hand
	OnSaleFrom  *time.Time `msgpack:"of,omitempty"`
	OnSaleUntil *time.Time `msgpack:"ou,omitempty"`

	HideWhenOffSale    bool       `msgpack:"ho,omitempty"`
	HideWhenOutOfStock bool       `msgpack:"hs,omitempty"`
	Texts              Texts      `msgpack:"tx,omitempty"`
	CreatedAt          time.Time  `msgpack:"ca"`
	UpdatedAt          time.Time  `msgpack:"ua"`
	DeletedAt          *time.Time `msgpack:"da,omitempty"`
}

func (g *Group) check() error {
	if g.EventID == 0 || g.Name == "" {
		return fmt.Errorf("sale-item group %d: has no event or no name", g.ID)
	}
	return nil
}

// groupByEvent is grouped by event and by whether the group is deleted.
var groupByEvent = indexes.NewBy("event", kv.Int, func(g *Group) []int64 {
	return []int64{g.EventID<<1 | bitIf(g.DeletedAt != nil, deleted)}
}).Counted().Ascending()

// ItemGroups is the table of sale-item groups.
var ItemGroups = itemGroupTable.Table

var itemGroupTable = indexes.Define(indexes.Spec[Group]{
	Name: "sale_item_groups", Version: 1, Shared: true,
	Person: indexes.Nobody("what is sold, and when"),
	Shown:  func(r app.Reader, g *Group) (bool, error) { return ShownAt(r, g.EventID) },
	ID:     func(g *Group) *int64 { return &g.ID },
	Stamp:  func(tx app.Tx, old, g *Group) { app.Stamp(tx, old == nil, &g.CreatedAt, &g.UpdatedAt) },
	Check:  (*Group).check,
}, groupByEvent.Index)
