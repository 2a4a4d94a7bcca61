package recovery

import (
	"cmp"
	"context"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
)

// Recovery names the customer whose last expired basket is to be had again.
type Recovery struct {
	CustomerID int64
	Email      string // counts without an id
	// Basket names the expired basket itself, for whoever it belongs to.
	Basket  order.Key
	Channel catalog.Channel
}

// Unrecovered is what of an expired basket is not to be had any more.
type Unrecovered struct {
	SaleItemID, Quantity int64
	// Type is that of the refusal.
	Type string
}

// RecoverBasket makes a new basket of the last expired one of a customer, with what of
// it is still on sale and there, at the prices of now. What is not is told. When nothing
// is left the first refusal is the answer.
func RecoverBasket(ctx context.Context, a *app.App, c *app.Caller, in Recovery) (b order.Basket, missing []Unrecovered, err error) {
	drawn := sales.Codes{Reference: order.NewReference(a), Link: order.NewLinkToken()}
	err = drawn.Retry(a, func(drawn sales.Codes) error {
		return a.Update(ctx, c, order.Sellers, func(tx app.Tx) error {
			d, err := sales.NewDraft(tx, c)
			if err != nil {
				return err
			}
			if missing, err = recover(d, c, in, drawn); err != nil {
				return err
			}
			b, err = d.Shown()
			b.New = d.Was == nil
			return err
		})
	})
	return b, missing, err
}

func recover(d *sales.Draft, c *app.Caller, in Recovery, drawn sales.Codes) ([]Unrecovered, error) {
	was, err := lastExpired(d, in)
	if err == nil && was.Modifies != 0 {
		err = app.Missing("basket") // the order that it was to change is free again
	}
	if err != nil {
		return nil, err
	}
	if again, err := recovered(d, &was, in); again || err != nil {
		return nil, err
	}
	items, err := order.ItemsOf(d.Tx, &was)
	if err != nil {
		return nil, err
	}
	t := sales.Target{CurrencyID: was.CurrencyID, Channel: in.Channel, PriceChannel: was.PriceChannel, UserID: c.UserID, Reference: drawn.Reference}
	if err := sales.Start(d, t, rules.RecoveredFor(&was)); err != nil {
		return nil, err
	}
	d.Order.RecoveredFrom, d.Order.ReserverName, d.Order.DiscountID, d.Order.AccessID = was.ID, was.ReserverName, was.DiscountID, was.AccessID
	d.Order.AutoDiscount, d.Order.NoAutoDiscount, d.Order.Delivery = was.AutoDiscount, was.NoAutoDiscount, was.Delivery
	if d.Order.Details = was.Details; was.Link != nil && !in.Basket.IsZero() {
		d.Order.Link = &order.Link{Token: drawn.Link, SuccessURL: was.Link.SuccessURL, FailureURL: was.Link.FailureURL}
	}
	var missing []Unrecovered
	var first error
	for _, lines := range rules.AtTables(linesOf(d, items, &was)) {
		n, refused, err := refill(d, lines)
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			if left := *line.Quantity - n; left > 0 {
				missing = append(missing, Unrecovered{line.SaleItemID, left, rules.TypeOf(refused)})
			}
		}
		if first == nil {
			first = refused
		}
	}
	switch {
	case len(d.Units) == 0 && first != nil:
		return nil, first
	case len(d.Units) == 0:
		return nil, app.Missing("basket")
	}
	if err := sales.SettlePrices(d); err != nil {
		return nil, err
	}
	if err := d.Store(); err != nil {
		return nil, err
	}
	return missing, order.NoteRecovered(d.Tx, was.ID, d.Order.ID)
}

// recovered takes the basket that a named one was recovered as before, in another tab, unless
// that has expired too.
func recovered(d *sales.Draft, was *order.Order, in Recovery) (bool, error) {
	if in.Basket.IsZero() || was.RecoveredAs == 0 {
		return false, nil
	}
	o, err := order.Orders.Get(d.Tx, was.RecoveredAs)
	if err != nil || o.Status == order.Expired || o.Overdue(d.Wall) {
		return false, err
	}
	return true, d.Load(o)
}

// lastExpired finds the basket that is to be recovered.
func lastExpired(d *sales.Draft, in Recovery) (was order.Order, err error) {
	if !in.Basket.IsZero() {
		return expired(d, in)
	}
	var who customer.Customer
	switch {
	case in.CustomerID != 0:
		who, err = customer.ByID(d.Tx, in.CustomerID)
	case in.Email != "":
		who, err = customer.ByEmail(d.Tx, in.Email)
	default:
		err = app.Field("customerId", "is required")
	}
	if app.KindOf(err) == app.NotFound && !d.Caller.Can(app.ViewCustomers) {
		err = app.Missing("basket") // as of a customer without one
	}
	if err == nil {
		err = sales.NoOtherBasket(d, who.ID, d.Caller.UserID, "customerId")
	}
	if err != nil {
		return was, err
	}
	was, found, err := order.LastExpired(d.Tx, d.Caller, who.ID, in.Channel)
	if err == nil && !found {
		err = app.Missing("basket")
	}
	return was, err
}

// expired is the basket that is named, if its time is up.
func expired(d *sales.Draft, in Recovery) (order.Order, error) {
	o, err := order.FindBasket(d.Tx, d.Caller, in.Basket, in.Channel)
	switch {
	case err != nil:
		return o, err
	case o.Overdue(d.Wall) && o.Status == order.Active:
		return o, sales.Expire(d.Tx, d.Cache, &o)
	case o.Status != order.Expired:
		return o, app.Field("basketId", "has not expired")
	}
	return o, nil
}

// linesOf are the units of an expired basket as somebody would add them again, in their
// order.
func linesOf(d *sales.Draft, items []order.Item, o *order.Order) []rules.PastLine {
	type kind struct {
		saleItem, amount       int64
		space, table           int64
		named, fixed, insecure bool
		approved               bool
		channel                catalog.Channel
	}
	var lines []rules.PastLine
	at := map[kind]int{}
	for i := range items {
		it := &items[i]
		g, err := d.Cache.Get(it.SaleItemID)
		if !it.Holds() || err != nil || it.IsFee() || it.LeadItemID != 0 || it.Resale != nil {
			continue
		}
		if d.Know(g.ID) != nil {
			continue
		}
		k := kind{saleItem: it.SaleItemID, channel: it.PriceChannel, named: it.AmountNamed, fixed: it.CannotBeReduced, insecure: it.SecureDisabled,
			approved: d.ApprovalNeeded(g) && !it.RequiresApproval && rules.NeedAt(d.Caller, app.EditOrders, g) == nil}
		if it.AmountNamed {
			k.amount = rules.NamedAmount(it, g, o)
		}
		if it.Place != nil {
			k.space, k.table = it.Place.SpaceID, it.Place.TableID
		}
		n, ok := at[k]
		if !ok {
			n, at[k] = len(lines), len(lines)
			lines = append(lines, rules.PastLine{Table: k.table, AddItem: rules.AddItem{
				SaleItemID: k.saleItem, Quantity: new(int64), CannotBeReduced: k.fixed, SecureDisabled: k.insecure, AutoApprove: k.approved,
				SpaceID: k.space, PriceChannel: k.channel,
			}})
			if k.named {
				lines[n].Amount = &k.amount
			}
		}
		*lines[n].Quantity++
	}
	return lines
}

// refill adds as many units of a line as there are, or several lines together, and tells
// how many these were of each and why not all.
func refill(d *sales.Draft, lines []rules.AddItem) (n int64, refused error, err error) {
	g, err := d.Cache.Get(lines[0].SaleItemID)
	if err != nil {
		return 0, nil, err
	}
	for n = *lines[0].Quantity; n > 0; n -= max(g.MultiplesOf, 1) {
		part := slices.Clone(lines)
		part[0].Quantity = &n
		err := sales.Fill(d, part, cmp.Or(part[0].PriceChannel, d.Order.PriceChannel))
		switch {
		case err == nil:
			return n, refused, nil
		case app.KindOf(err) == 0:
			return 0, nil, err
		}
		if refused == nil {
			refused = err
		}
		if !rules.FewerMayFit(rules.TypeOf(err)) || len(lines) > 1 {
			break
		}
	}
	return 0, refused, nil
}
