package order

import (
	"fmt"
	"slices"
	"time"

	"marquee/app/catalog"
)

// sold: what was sold kept the rules of its sale item, unless these were lifted or have
// changed since. Sales of offline tills, which follow no rules, name their amounts.
func (a *audit) sold(cache *catalog.Cache) error {
	if !a.order.Status.Sold() {
		return nil
	}
	var asked []int64
	for i := range a.items {
		it := &a.items[i]
		if !it.ruled() || slices.Contains(asked, it.SaleItemID) {
			continue
		}
		asked = append(asked, it.SaleItemID)
		g, err := cache.Get(it.SaleItemID)
		if err != nil {
			return err
		}
		if g.UpdatedAt.Before(a.order.CreatedAt) {
			a.quantity(g)
			a.onSale(g)
		}
	}
	return nil
}

// ruled tells whether the item was sold by itself, under the rules of its sale item.
func (i *Item) ruled() bool {
	return i.DeletedAt == nil && !i.AmountNamed && i.LeadItemID == 0 && (i.Replaced == nil || i.ReplacedBy(ByModification)) && !i.IsFee()
}

// quantity: all units of a sale item together kept its minimum, maximum and multiples.
// Where some were rejected the rest may be fewer.
func (a *audit) quantity(g *catalog.Goods) {
	n := int64(0)
	for i := range a.items {
		it := &a.items[i]
		if it.SaleItemID != g.ID || !it.ruled() {
			continue
		}
		if n++; it.RejectedAt != nil {
			return
		}
	}
	step := max(g.MultiplesOf, 1)
	least := (max(g.MinOrder, 1) + step - 1) / step * step
	switch {
	case n < least && !a.lifted("minimum") && !a.lifted("multiples"):
		a.breach(fmt.Sprintf("sale item %d", g.ID), fmt.Sprintf("at least %d", least), n)
	case g.MaxOrder > 0 && n > g.MaxOrder && !a.lifted("maximum"):
		a.breach(fmt.Sprintf("sale item %d", g.ID), fmt.Sprintf("at most %d", g.MaxOrder), n)
	case n%step != 0 && !a.lifted("multiples"):
		a.breach(fmt.Sprintf("sale item %d", g.ID), fmt.Sprintf("multiples of %d", step), n)
	}
}

// onSale: no unit was added before its sale began. Times of records never go back, those
// of the clock may: so a unit that seems to come after the end proves nothing.
func (a *audit) onSale(g *catalog.Goods) {
	for i := range a.items {
		it := &a.items[i]
		if it.SaleItemID == g.ID && it.ruled() && g.OnSaleFrom != nil && it.CreatedAt.Before(*g.OnSaleFrom) && !a.lifted("on_sale_dates") {
			a.breach(fmt.Sprintf("item %d", it.ID), "not before "+g.OnSaleFrom.Format(time.RFC3339), it.CreatedAt.Format(time.RFC3339))
		}
	}
}

func (a *audit) lifted(rule string) bool { return a.order.lifted(rule) }

// lifted tells whether somebody lifted a rule for the order.
func (o *Order) lifted(rule string) bool { return slices.Contains(o.Lifted, rule) }
