package catalog

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
)

// goodsOf are goods of an event in Berlin, with a timeslot.
func goodsOf(change func(g *Goods)) *Goods {
	g := &Goods{
		SaleItem: &SaleItem{ID: 1, EventID: 1}, Item: &InventoryItem{Name: "Standing"},
		Event: &Event{ID: 1, Published: true, End: noon.Add(time.Hour), Timezone: "Europe/Berlin"},
		slot:  &Timeslot{End: noon.Add(time.Hour)},
	}
	change(g)
	return g
}

func TestARefusalSaysWhy(t *testing.T) {
	for _, tc := range []struct {
		why  Reason
		set  func(*Goods)
		want string
	}{
		{IsDeleted, func(g *Goods) { g.DeletedAt = at(0) }, "it was deleted."},
		{IsCancelled, func(g *Goods) { g.Event.CancelledAt = at(0) }, "the event is cancelled."},
		{IsDraft, func(g *Goods) { g.Event.Published = false }, "the event is a draft."},
		{IsOver, func(g *Goods) { g.Event.End = noon }, "the event is over."},
		{IsStopped, func(g *Goods) { g.Event.OffSale = true }, "the event is off sale."},
		{SlotIsOver, func(g *Goods) { g.slot.End = noon }, "its timeslot is over."},
		{SlotNotOpen, func(g *Goods) { g.slot.OnSaleFrom = at(24 * time.Hour) }, "only from Thursday, 2 July 2026, 14:00 (Berlin time)."},
		{SlotNotOpen, func(g *Goods) { g.slot.OnSaleUntil = at(0) }, "only until Wednesday, 1 July 2026, 14:00 (Berlin time)."},
		{NotOnChannel, func(g *Goods) { g.HideFromShop = true }, "it is not sold here."},
		{NotYetOpen, func(g *Goods) { g.OnSaleFrom = at(time.Minute) }, "only from Wednesday, 1 July 2026, 14:01 (Berlin time)."},
		{NoLongerOpen, func(g *Goods) { g.OnSaleUntil = at(0) }, "only until Wednesday, 1 July 2026, 14:00 (Berlin time)."},
		{NotYetOpen, func(g *Goods) { g.Event, g.OnSaleFrom = nil, at(time.Minute) }, "only from Wednesday, 1 July 2026, 12:01 (UTC)."},
	} {
		t.Run(tc.want, func(t *testing.T) {
			is := is.New(t)
			g := goodsOf(tc.set)
			is.Equal(Sellable(g.Event, g.SaleItem, g.slot, g.group, Shop, noon), tc.why)
			is.Equal(NotSold{tc.why, g}.Message(g, noon, time.UTC).String(), "Standing is not on sale: "+tc.want)
		})
	}
	t.Run("an add-on says what it belongs to", func(t *testing.T) {
		parent, addon := goodsOf(func(*Goods) {}), goodsOf(func(g *Goods) { g.Item.Name = "Locker" })
		said := NotSold{IsDraft, parent}.Message(addon, noon, time.UTC).String()
		is.New(t).True(strings.HasPrefix(said, "Locker is not on sale: it belongs to Standing"))
	})
}
