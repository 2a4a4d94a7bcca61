package segment

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
)

// unit is one thing that somebody bought and did not give back.
type unit struct {
	saleItem, item, schedule int64
	events                   []int64
	at                       time.Time
}

// fits tells whether a customer is in a group with a rule.
func fits(r app.Reader, rule *customer.Rule, customerID int64) (bool, error) {
	units, err := bought(r, customerID)
	return err == nil && holds(rule, units), err
}

// holds decides about what somebody bought.
func holds(rule *customer.Rule, units []unit) bool {
	return slices.ContainsFunc(rule.Any, func(a customer.Alternative) bool {
		return !slices.ContainsFunc(a.All, func(c customer.Condition) bool { return count(&c, units) < c.AtLeast })
	})
}

// count is how many units a condition is about.
func count(c *customer.Condition, units []unit) (n int64) {
	for i := range units {
		if u := &units[i]; catalog.Open(c.From, c.Until, u.at) && about(c, u) {
			n++
		}
	}
	return n
}

func about(c *customer.Condition, u *unit) bool {
	switch c.Of {
	case customer.OfEvents:
		return slices.ContainsFunc(u.events, func(id int64) bool { return slices.Contains(c.IDs, id) })
	case customer.OfItems:
		return slices.Contains(c.IDs, u.item)
	case customer.OfSaleItems:
		return slices.Contains(c.IDs, u.saleItem)
	case customer.OfSchedules:
		return u.schedule != 0 && slices.Contains(c.IDs, u.schedule)
	}
	return false
}

// bought lists the units that a customer bought, of the newest orders.
func bought(r app.Reader, customerID int64) (all []unit, err error) {
	schedules := map[int64]int64{}
	err = order.EachBought(r, customerID, maxOrders, func(o *order.Order, it *order.Item) error {
		u := unit{saleItem: it.SaleItemID, item: it.ItemID, events: it.Run, at: o.Date()}
		if it.EventID != 0 {
			u.events = append([]int64{it.EventID}, it.Run...)
			id, known := schedules[it.EventID]
			if !known {
				e, err := catalog.SharedEvent(r, it.EventID)
				if err != nil {
					return err
				}
				id = e.ScheduleID
				schedules[it.EventID] = id
			}
			u.schedule = id
		}
		all = append(all, u)
		return nil
	})
	return all, err
}
