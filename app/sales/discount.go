package sales

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/discount"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// EnterCode is a discount code that a buyer typed.
type EnterCode struct {
	Basket  order.Key
	Code    string
	Channel catalog.Channel
	// Overuse lets the code be used more often than it may, for those who may.
	Overuse bool
}

// ApplyCode puts a discount code on a basket, in place of the one that it has. It is
// refused, with the reason, when it would take nothing off. The time of the basket
// runs on.
func ApplyCode(ctx context.Context, a *app.App, c *app.Caller, in EnterCode) (order.Basket, error) {
	if err := c.Need(app.Discounts); err != nil {
		return order.Basket{}, err
	}
	if in.Overuse {
		if err := c.Need(app.Overuse); err != nil {
			return order.Basket{}, err
		}
	}
	return change(ctx, a, c, in.Basket, in.Channel, func(d *Draft) error {
		had := d.Lifted(rules.CodeUses)
		d.Unlift(rules.CodeUses)
		if in.Overuse {
			d.Lifting = rules.Lifting{UserID: c.UserID, May: []rules.Override{rules.CodeUses}}
		}
		code, err := discount.Entered(d.Tx, in.Code)
		if err != nil {
			return err
		}
		if refused := code.Open(d.Wall); refused != nil {
			return refused
		}
		if err := mayUse(d, code); err != nil {
			return err
		}
		if err := d.KnowUnits(); err != nil {
			return err
		}
		off, refused := rules.Off(&d.Basket, code)
		if refused != nil {
			return refused
		}
		if err := mayUseAt(d, code, d.Units.EventsOf(off)); err != nil {
			return err
		}
		d.effect = beside(d.Order.DiscountID != code.ID || d.Order.AutoDiscount || had != (len(d.Lifting.Used) > 0))
		d.Order.DiscountID, d.Order.AutoDiscount = code.ID, false
		return nil
	})
}

// RemoveCodes takes every discount code off a basket; one without stays as it is. Behind
// a code that was entered there may be one that counts by itself; when that is taken off
// too, none comes back.
func RemoveCodes(ctx context.Context, a *app.App, c *app.Caller, k order.Key, ch catalog.Channel) (order.Basket, error) {
	if err := c.Need(app.Discounts); err != nil {
		return order.Basket{}, err
	}
	return change(ctx, a, c, k, ch, func(d *Draft) error {
		d.effect = beside(d.Order.DiscountID != 0)
		d.Order.NoAutoDiscount = d.Order.NoAutoDiscount || d.Order.AutoDiscount
		d.Order.DiscountID, d.Order.AutoDiscount = 0, false
		d.Unlift(rules.CodeUses)
		d.Units.TakeOff(nil)
		return nil
	})
}

// reduce lets the basket's discount code take off what it takes off now. A code that
// does not count any more stays with the basket and takes nothing off, until it counts
// again. What is no basket any more was promised its price: it keeps its code, and whether
// that counts is not looked at again.
func reduce(d *Draft) error {
	promised := d.Order.Status != order.Active
	switch {
	case promised && d.Order.DiscountID == 0:
		return nil
	case !promised && (d.Order.DiscountID == 0 || d.Order.AutoDiscount):
		return reduceByItself(d)
	}
	code, err := discount.Get(d.Tx, d.Order.DiscountID)
	if err != nil {
		return err
	}
	var off []int64
	if promised || code.Open(d.Wall) == nil {
		off, _ = rules.Off(&d.Basket, code)
	}
	d.Units.TakeOff(off)
	d.NoteEvents(code, off)
	return nil
}

// reduceByItself lets the first of the codes that count by themselves take something off.
func reduceByItself(d *Draft) error {
	had := d.Order.AutoDiscount
	d.Order.DiscountID, d.Order.AutoDiscount, d.Order.CodeEvents = 0, false, nil
	if d.Company.OffersDiscounts && !d.Order.NoAutoDiscount {
		all, err := discount.Automatic(d.Tx)
		if err != nil {
			return err
		}
		for _, code := range all {
			off, err := offByItself(d, code)
			if err != nil {
				return err
			}
			if off != nil {
				d.Order.DiscountID, d.Order.AutoDiscount = code.ID, true
				d.Units.TakeOff(off)
				d.NoteEvents(code, off)
				return nil
			}
		}
	}
	if had {
		d.Units.TakeOff(nil)
	}
	return nil
}

// offByItself is what a code takes off that nobody entered, nil when it does not count.
func offByItself(d *Draft, code *discount.Code) ([]int64, error) {
	if code.Open(d.Wall) != nil || rules.ForCustomers(code) && d.Order.CustomerID == 0 {
		return nil, nil
	}
	err := mayUse(d, code)
	var off []int64
	if err == nil {
		off, _ = rules.Off(&d.Basket, code)
	}
	if err == nil {
		err = mayUseAt(d, code, d.Units.EventsOf(off))
	}
	if app.KindOf(err) == app.Invalid {
		return nil, nil
	}
	return off, err
}

// checkCode looks again, when the order completes, at a code that takes something off:
// it may have been withdrawn, or used up by others. The buyer then keeps the basket,
// and takes the code off or not. Whether it is still valid is not looked at again.
func checkCode(d *Draft) error {
	if d.Order.DiscountID == 0 || d.Totals().Discount == 0 {
		return nil
	}
	if err := discount.Guard(d.Tx, d.Order.DiscountID); err != nil {
		return err
	}
	code, err := discount.Get(d.Tx, d.Order.DiscountID)
	if err != nil {
		return err
	}
	if code.Gone() {
		return app.Field("code", "is not valid any more")
	}
	if rules.ForCustomers(code) && d.Order.CustomerID == 0 {
		return app.Field("code", "needs a customer")
	}
	if err := mayUse(d, code); err != nil {
		return err
	}
	return mayUseAt(d, code, d.Order.CodeEvents)
}

// SettleCode is checkCode where the price of a basket is still open: a code that counted by
// itself and does no more drops out, and another may count in its place.
func SettleCode(d *Draft) error {
	err := checkCode(d)
	if !d.Order.AutoDiscount || app.KindOf(err) != app.Invalid {
		return err
	}
	if err := reduceByItself(d); err != nil {
		return err
	}
	d.Units.Tax()
	return checkCode(d) // also makes it a rival of whoever withdraws the other one
}

// mayUse holds the uses of a code against its limits, and the customer against whom it is
// for.
func mayUse(d *Draft, code *discount.Code) error {
	if code.NewCustomersOnly {
		known, err := order.KnownBuyer(d.Tx, d.Order.CustomerID, d.Order.ID)
		if err != nil {
			return err
		}
		if known {
			return app.Field("code", "is for the first order of a customer")
		}
	}
	if err := checkGroups(d, "code", code.GroupIDs); err != nil {
		return err
	}
	return checkUses(d, useLimits{"code", order.DiscountUses(), code.ID, code.MaximumUses, code.MaxUsesPerCustomer, rules.CodeUses})
}

// checkGroups refuses a code to a customer who is in none of the groups that it is for.
// Who the customer is may not be known before the order completes.
func checkGroups(d *Draft, field string, groups []int64) error {
	if len(groups) == 0 || d.Order.CustomerID == 0 {
		return nil
	}
	in, err := customer.InAny(d.Tx, d.Order.CustomerID, groups, d.Wall)
	if err == nil && !in {
		err = app.Field(field, "is for the members of a group")
	}
	return err
}

// useLimits are those of a code that was entered in a field.
type useLimits struct {
	field             string
	uses              order.Uses
	code              int64
	most, perCustomer *int64
	// lift is the rule by which the limits are lifted, empty: by none.
	lift rules.Override
}

// checkUses refuses a code that is used up. Uses are counted for finished and reserved
// orders, not for baskets: of two who race for the last use, the first to complete has
// it. The count of all uses is always read: that makes the two rivals.
func checkUses(d *Draft, l useLimits) error {
	if l.most == nil && l.perCustomer == nil {
		return nil
	}
	n, err := l.uses.Of(d.Tx, l.code)
	if err != nil {
		return err
	}
	if l.most != nil && n >= *l.most && !d.Lifts(l.lift) {
		return app.Field(l.field, "has been used up")
	}
	if l.perCustomer == nil || d.Order.CustomerID == 0 {
		return nil
	}
	n, err = l.uses.By(d.Tx, l.code, d.Order.CustomerID, *l.perCustomer)
	if err == nil && n >= *l.perCustomer && !d.Lifts(l.lift) {
		err = app.Field(l.field, "has been used up by this customer")
	}
	return err
}

// mayUseAt holds the uses of a code for events, and for their schedules, against its
// limits.
func mayUseAt(d *Draft, code *discount.Code, events []int64) error {
	if !code.PerEvent() {
		return nil
	}
	var asked []int64 // schedules
	for _, id := range events {
		if over, err := overused(d, code, []int64{id}, code.MaxUsesPerEvent); err != nil {
			return err
		} else if over {
			return app.Field("code", "has been used up for this event")
		}
		e, err := catalog.SharedEvent(d.Tx, id)
		if err != nil {
			return err
		}
		if code.MaxUsesPerSchedule == nil || e.ScheduleID == 0 || slices.Contains(asked, e.ScheduleID) {
			continue
		}
		asked = append(asked, e.ScheduleID)
		run, err := catalog.EventsOfSchedule(d.Tx, e.ScheduleID)
		if err != nil {
			return err
		}
		if over, err := overused(d, code, run, code.MaxUsesPerSchedule); err != nil {
			return err
		} else if over {
			return app.Field("code", "has been used up for this schedule")
		}
	}
	return nil
}

// overused tells whether the uses of a code for some events have reached a limit.
func overused(d *Draft, code *discount.Code, events []int64, most *int64) (bool, error) {
	if most == nil {
		return false, nil
	}
	used := int64(0)
	for _, id := range events {
		n, err := order.CodeUsesAt(d.Tx, code.ID, id)
		if err != nil {
			return false, err
		}
		used += n
	}
	return used >= *most && !d.Lifts(rules.CodeUses), nil
}
