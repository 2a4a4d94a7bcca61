package sales_test

import (
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/indexes"
)

// hall is an event with things to sell, for the tests of this package.
type hall struct {
	*apptest.World
	t     testing.TB
	event catalog.Event
}

func newHall(t testing.TB, opts ...apptest.Option) *hall {
	t.Helper()
	h := &hall{World: apptest.New(t, opts...), t: t}
	h.event = h.addEvent(func(*catalog.Event) {})
	return h
}

func (h *hall) update(fn func(tx app.Tx) error) {
	h.t.Helper()
	if err := h.App.Update(h.t.Context(), h.A.Owner, app.Authenticated, fn); err != nil {
		h.t.Fatal(err)
	}
}

func (h *hall) addEvent(change func(*catalog.Event)) (e catalog.Event) {
	h.t.Helper()
	h.update(func(tx app.Tx) error {
		e = catalog.Event{Name: "Concert", Start: h.Clock.Now().AddDate(1, 0, 0), End: h.Clock.Now().AddDate(1, 0, 1), Timezone: "UTC", Published: true}
		change(&e)
		if err := indexes.Forge(catalog.Events).Insert(tx, &e); err != nil {
			return err
		}
		return catalog.PortsOf(tx).EventCreated(tx, &e)
	})
	return e
}

// addItem puts a ticket of 20.00 + 2.50 on sale; stock below zero is unlimited.
func (h *hall) addItem(stock int64, change func(*catalog.SaleItem, *catalog.InventoryItem)) (s catalog.SaleItem) {
	h.t.Helper()
	h.update(func(tx app.Tx) error {
		i := catalog.InventoryItem{Type: catalog.Ticket, Name: "Standing"}
		s = catalog.SaleItem{EventID: h.event.ID, Prices: []catalog.Price{
			{ID: 1, CurrencyID: h.A.Company.CurrencyID, Base: 2000, ProcessingFee: 250},
		}}
		change(&s, &i)
		if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &i); err != nil {
			return err
		}
		s.ItemID, s.Type = i.ID, i.Type
		if err := indexes.Forge(catalog.SaleItems).Insert(tx, &s); err != nil {
			return err
		}
		if stock < 0 {
			return nil
		}
		_, err := catalog.SetTotal(tx, catalog.LayerSaleItem, s.ID, &stock)
		return err
	})
	return s
}

func plain(*catalog.SaleItem, *catalog.InventoryItem) {}

func (h *hall) stock(s catalog.SaleItem) (c catalog.Stock) {
	h.t.Helper()
	err := h.App.View(h.t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) (err error) {
		c, err = catalog.StockOf(r, catalog.LayerSaleItem, s.ID)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return c
}

func one(s catalog.SaleItem, n int64) rules.AddItem {
	return rules.AddItem{SaleItemID: s.ID, Quantity: &n}
}

// adding asks for a new anonymous basket over the API.
func adding(items ...rules.AddItem) sales.AddToBasket {
	return sales.AddToBasket{Items: items, Channel: catalog.APIChannel}
}

func (h *hall) add(in sales.AddToBasket) (order.Basket, error) {
	return sales.Add(h.t.Context(), h.App, h.A.Owner, in)
}

func (h *hall) mustAdd(in sales.AddToBasket) order.Basket {
	h.t.Helper()
	b, err := h.add(in)
	if err != nil {
		h.t.Fatal(err)
	}
	return b
}

func (h *hall) complete(b order.Basket, p rules.Payment) (order.Basket, error) {
	done, err := sales.CompleteOrder(h.t.Context(), h.App, h.A.Owner, sales.Completion{
		Basket: key(b), Payment: p, Channel: catalog.APIChannel,
	})
	return done.Basket, err
}

func key(b order.Basket) order.Key { return order.Key{ID: b.Order.ID} }

var cash = rules.Payment{Method: order.Cash}
