package sales_test

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/sales"
	"marquee/indexes"
)

// addSlot is an hour of the event, with places for as many.
func (h *hall) addSlot(after time.Duration, places int64) (slot catalog.Timeslot) {
	h.t.Helper()
	h.update(func(tx app.Tx) error {
		slot = catalog.Timeslot{EventID: h.event.ID, Start: h.event.Start.Add(after), End: h.event.Start.Add(after + time.Hour)}
		if err := indexes.Forge(catalog.Timeslots).Insert(tx, &slot); err != nil {
			return err
		}
		_, err := catalog.SetTotal(tx, catalog.LayerTimeslot, slot.ID, &places)
		return err
	})
	return slot
}

// guide asks for an add-on.
func (h *hall) guide(parent catalog.SaleItem, slots ...catalog.SlotPlace) (catalog.SaleItemView, error) {
	name := "Guide"
	in := catalog.NewSaleItem{Type: catalog.Product, EventID: h.event.ID, Item: catalog.ItemChange{Name: &name}, Slots: slots}
	in.Sale.Prices = &[]catalog.Price{{CurrencyID: h.A.Company.CurrencyID, Base: 500}}
	in.Sale.ParentID = catalog.Is(parent.ID)
	return catalog.CreateSaleItem(h.t.Context(), h.App, h.A.Owner, in)
}

// An add-on is in the timeslot of its parent: what the slot holds, and when it is good.
func TestAnAddOnIsInTheTimeslotOfItsParent(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	early, late := h.addSlot(0, 4), h.addSlot(time.Hour, 2)
	in := func(slot catalog.Timeslot) catalog.SaleItem {
		return h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.TimeslotID = slot.ID })
	}
	morning, noon := in(early), in(late)

	_, err := h.guide(morning, catalog.SlotPlace{ID: late.ID})
	is.True(err != nil && strings.Contains(err.Error(), "saleItemData.timeslots: must be the timeslot of the parent"))
	v, err := h.guide(morning)
	is.NoErr(err)
	guide := v.SaleItem
	is.Equal(guide.TimeslotID, early.ID)

	two := adding(one(morning, 2), one(guide, 2))
	two.Buyer = customer.Buyer{Email: "ada@example.com", Name: "Ada"}
	b := h.mustAdd(two)
	is.True(b.Items[2].ValidFrom.Equal(early.Start))
	_, err = h.add(adding(one(morning, 1)))
	is.True(err != nil) // the slot is full

	// With its parent it goes into another slot, if that has room for what was sold of it.
	change := func(to catalog.SaleItem) error {
		_, err := catalog.UpdateSaleItem(t.Context(), h.App, h.A.Owner, catalog.Product, guide.ID, catalog.SaleItemChange{ParentID: catalog.Is(to.ID)}, catalog.ItemChange{})
		return err
	}
	held, err := h.add(adding(one(noon, 1)))
	is.NoErr(err)
	is.Equal(app.KindOf(change(noon)), app.Invalid)
	_, err = sales.RemoveItem(t.Context(), h.App, h.A.Owner, sales.ChangeItem{Basket: key(held), SaleItemID: noon.ID, Channel: catalog.APIChannel})
	is.NoErr(err)
	is.NoErr(change(noon)) // the check of every stock counter runs at the end
	_, err = h.add(adding(one(morning, 2)))
	is.NoErr(err)
}
