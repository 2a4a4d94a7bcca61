package rules

import (
	"marquee/app"
	"marquee/app/discount"
	"marquee/app/money"
	"marquee/app/order"
)

// ForCustomers tells whether whoever uses the code must be known.
func ForCustomers(code *discount.Code) bool {
	return code.MaxUsesPerCustomer != nil || code.NewCustomersOnly || len(code.GroupIDs) > 0
}

// Off asks a code what it takes off each unit of a basket, or why nothing.
func Off(b *Basket, code *discount.Code) ([]int64, *app.Error) {
	seen := discount.Basket{CurrencyID: b.Order.CurrencyID, Channel: b.Order.Channel, Units: make([]discount.Unit, len(b.Units))}
	for i, u := range b.Units {
		g, inside := b.Goods[u.SaleItemID], u.TaxRate
		if u.TaxMode&money.TaxOnTop != 0 {
			inside = 0
		}
		seen.Units[i] = discount.Unit{
			Reducible: money.Reducible{SaleItemID: u.SaleItemID, Price: u.Base, TaxRate: inside},
			Type:      u.Type,
			ItemID:    u.ItemID, EventID: u.EventID, Run: u.Run, ScheduleID: g.ScheduleID(), PriceBandID: g.PriceBandID,
			Excluded: g.NoDiscount || u.Bundled() || u.ReplacedBy(order.ByResale) || u.ReplacedBy(order.ByModification),
		}
	}
	return code.Reduce(seen)
}
