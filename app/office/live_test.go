package office

import (
	"testing"
	"time"

	"marquee/app/catalog"
	"marquee/app/report"
	"marquee/app/waitingroom"
)

func TestHowASaleMoves(t *testing.T) {
	sold := func(all ...int64) *report.Lately { return &report.Lately{Minutes: append(make([]int64, 18), all...)} }
	for name, c := range map[string]struct {
		l             Live
		moves, rushes bool
	}{
		"nobody may say":            {Live{}, false, false},
		"nothing for ten minutes":   {Live{Lately: sold(30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)}, false, false},
		"one ticket":                {Live{Lately: sold(1, 0)}, true, false},
		"one every thirty seconds":  {Live{Lately: sold(2, 2, 2, 2, 2, 2, 2, 2, 2, 2)}, true, true},
		"a line in which nobody is": {Live{Line: &waitingroom.Overview{}}, false, true},
		"people in the line":        {Live{Line: &waitingroom.Overview{Waiting: 1}}, true, true},
	} {
		if moves, rushes := c.l.Moves(), c.l.Rushes(); moves != c.moves || rushes != c.rushes {
			t.Errorf("%s: moves %v, rushes %v", name, moves, rushes)
		}
	}
}

func TestHowTheSaleOfAGroupStands(t *testing.T) {
	now := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	before, after := now.Add(-time.Hour), now.Add(time.Hour)
	pool := func(total, sold int64) catalog.Stock { return catalog.Stock{Total: &total, Sold: sold} }
	one := []int64{1}
	for name, c := range map[string]struct {
		g    catalog.GroupView
		want Standing
	}{
		"it sells":                         {catalog.GroupView{ItemIDs: one}, Standing{Is: Selling}},
		"somebody stopped it":              {catalog.GroupView{ItemIDs: one, Group: catalog.Group{OffSale: true}}, Standing{Is: Stopped}},
		"nothing is in it":                 {catalog.GroupView{}, Standing{Is: Nothing}},
		"it begins later":                  {catalog.GroupView{ItemIDs: one, Group: catalog.Group{OnSaleFrom: &after}}, Standing{Is: Later, From: after}},
		"it begins at this moment":         {catalog.GroupView{ItemIDs: one, Group: catalog.Group{OnSaleFrom: &now}}, Standing{Is: Selling}},
		"it is over":                       {catalog.GroupView{ItemIDs: one, Group: catalog.Group{OnSaleUntil: &before}}, Standing{Is: OffSale}},
		"it ends at this moment":           {catalog.GroupView{ItemIDs: one, Group: catalog.Group{OnSaleUntil: &now}}, Standing{Is: OffSale}},
		"the pool is empty":                {catalog.GroupView{ItemIDs: one, Stock: pool(5, 5)}, Standing{Is: SoldOut}},
		"one is left":                      {catalog.GroupView{ItemIDs: one, Stock: pool(500, 499)}, Standing{Is: Scarce, Left: 1}},
		"all are sold and it begins later": {catalog.GroupView{ItemIDs: one, Stock: pool(5, 5), Group: catalog.Group{OnSaleFrom: &after}}, Standing{Is: Later, From: after}},
	} {
		if got := StandingOfGroup(&c.g, now); got != c.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
