package sales

import (
	"maps"
	"slices"

	"marquee/app/resale"
	"marquee/app/sales/rules"
)

// deliver ends the contracts of what the order bought from other buyers, whose items are
// given up for those of the buyer.
func deliver(d *Draft) error {
	given := map[int64][]*rules.Unit{}
	for _, u := range d.Units {
		if u.Resale == nil {
			continue
		}
		_, err := resale.Sell(d.Tx, resale.Sale{ContractID: u.Resale.ContractID, BasketID: d.Order.ID, UnitID: u.ID, Quote: d.Units.Charged(u), UserID: d.Order.UserID})
		if err != nil {
			return err
		}
		given[u.Replaced.OrderID] = append(given[u.Replaced.OrderID], u)
	}
	for _, id := range slices.Sorted(maps.Keys(given)) {
		if err := giveUp(d, id, given[id]); err != nil {
			return err
		}
	}
	return nil
}

// giveUp voids the items of a seller whose places units of a buyer took. Their stock and
// seats went with them.
func giveUp(d *Draft, orderID int64, units []*rules.Unit) error {
	seller, err := loadOrder(d, orderID)
	if err != nil {
		return err
	}
	plan := rules.PlanSoldOn(&seller.Basket, units)
	return carryOut(seller, &plan, 0)
}
