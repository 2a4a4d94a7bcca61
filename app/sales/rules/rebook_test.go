package rules

import (
	"testing"
	"time"

	"marquee/app/catalog"

	"github.com/matryer/is"
)

// evening is the ticket of another date of the schedule.
const evening int64 = 20

// twoDates is an order that was paid, in a company that lets its tickets be moved to another
// evening.
func twoDates() (*Basket, *Former) {
	b, f := paidFor()
	b.Company.Changes.Rebooking = true
	b.Goods[ticket].Event.ScheduleID = 4
	e := &catalog.Event{ScheduleID: 4, Start: b.Wall.Add(48 * time.Hour)}
	e.ID = 8
	b.Goods[evening] = &catalog.Goods{
		SaleItem: &catalog.SaleItem{ID: evening, EventID: 8, ItemID: 11, Type: catalog.Ticket, Prices: b.Goods[ticket].Prices}, Item: &catalog.InventoryItem{Name: "Thing"}, Event: e,
	}
	return b, f
}

func TestPlanRebook(t *testing.T) {
	for _, tt := range []struct {
		name  string
		moves []Move
		set   func(b *Basket, f *Former)
		self  bool
		why   string
	}{
		{"a ticket to another evening", []Move{{1, evening, 0}}, nil, false, ""},
		{"two", []Move{{2, evening, 7}, {1, evening, 6}}, nil, false, ""},
		{"where the company does not allow it", []Move{{1, evening, 0}}, func(b *Basket, _ *Former) { b.Company.Changes.Rebooking = false }, false, "orderId: cannot be moved"},
		{"buyers where staff may alone", []Move{{1, evening, 0}}, nil, true, "orderId: cannot be moved"},
		{"buyers where they may", []Move{{1, evening, 0}}, func(b *Basket, _ *Former) {
			b.Company.Changes.SelfRebooking, b.Wall = true, b.Wall.Add(-time.Hour)
		}, true, ""},
		{"by buyers of what was cancelled", []Move{{1, evening, 0}}, func(b *Basket, _ *Former) {
			b.Company.Changes.SelfRebooking, b.Goods[ticket].Event.CancelledAt = true, &time.Time{}
		}, true, "was cancelled"},
		{"too near to its date", []Move{{1, evening, 0}}, func(b *Basket, _ *Former) { b.Company.Changes.RebookingDays = 2 }, false, "orderId: is for an event that is too near"},
		{"what nobody has", []Move{{9, evening, 0}}, nil, false, "items.0.orderItemId: does not exist"},
		{"a fee", []Move{{4, evening, 0}}, nil, false, "items.0.orderItemId: does not exist"},
		{"one twice", []Move{{1, evening, 0}, {1, evening, 0}}, nil, false, "items.1.orderItemId: is there twice"},
		{"what brings something", []Move{{1, evening, 0}}, func(_ *Basket, f *Former) { f.Items[2].ParentItemID = 1 }, false, "items.0.orderItemId: cannot be moved by itself"},
		{"what was paid in several ways", []Move{{1, evening, 0}}, func(_ *Basket, f *Former) { f.Order.Methods = []string{"cash", "bank"} }, false, "in several ways"},
		{"what was scanned", []Move{{1, evening, 0}}, func(_ *Basket, f *Former) { f.Scanned[2] = true }, false, "was scanned"},
		{"to what does not exist", []Move{{1, 77, 0}}, nil, false, "items.0.itemId: does not exist"},
		{"to another kind", []Move{{1, evening, 0}}, func(b *Basket, _ *Former) { b.Goods[evening].Type = catalog.Product }, false, "is of another kind"},
		{"to no other date", []Move{{1, grouped, 0}}, nil, false, "is no other date"},
		{"to what somebody approves", []Move{{1, evening, 0}}, func(b *Basket, _ *Former) { b.Goods[evening].Item.RequiresApproval = true }, false, "has to approve"},
		{"to what has to be given away", []Move{{1, evening, 0}}, func(b *Basket, _ *Former) { b.Goods[evening].Sharing = catalog.SharedCompulsory }, false, "given to somebody first"},
		{"so that too few stay", []Move{{1, evening, 0}}, func(b *Basket, _ *Former) { b.Goods[ticket].MinOrder = 2 }, false, "At least 2"},
		{"all of what is sold in twos", []Move{{1, evening, 0}, {2, evening, 0}}, func(b *Basket, _ *Former) { b.Goods[ticket].MinOrder = 2 }, false, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			b, f := twoDates()
			if tt.set != nil {
				tt.set(b, f)
			}
			plan, err := PlanRebook(b, f, tt.moves, tt.self)
			says(t, err, tt.why)
			if tt.why != "" {
				return
			}
			is.Equal(plan.Carried, int64(2700))
			is.Equal(len(plan.Units), 3-len(tt.moves))
			for i, m := range tt.moves {
				is.Equal(plan.From[i].ID, m.ItemID)
				is.Equal(plan.Adds[i].SaleItemID, m.SaleItemID)
				is.Equal(plan.Adds[i].SpaceID, m.SpaceID)
			}
		})
	}
}

// TestRebookSettles is about what was added for what is moved: it costs what was paid, to the
// cent.
func TestRebookSettles(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  func(b *Basket)
		why  string
	}{
		{"it costs the same", func(*Basket) {}, ""},
		{"another price", func(b *Basket) { b.Units[2].Base++ }, "items.0.itemId: does not cost the same"},
		{"something else came", func(b *Basket) { b.Units[2].SaleItemID = guest }, "items: cannot be moved one for one"},
		{"more came", func(b *Basket) { b.holds(evening, 1) }, "items: cannot be moved one for one"},
		{"the sum is another one", func(b *Basket) { b.Units[0].Price++ }, "items: would not cost what was paid"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			b, f := twoDates()
			plan, err := PlanRebook(b, f, []Move{{1, evening, 0}}, false)
			is.NoErr(err)
			b.Units = plan.Units
			first := len(b.Units)
			b.holds(evening, 1)
			b.Units[first].Base = 1000
			tt.set(b)
			says(t, plan.Settle(b, first), tt.why)
			if tt.why != "" {
				return
			}
			is.Equal(b.Units[first].Price, int64(1000))
			is.Equal(b.Units[first+1].Price, int64(200)) // the fee that was paid
			plan.Name(1)
			is.Equal(b.Units[first].Replaced.ItemID, int64(1))
		})
	}
}
