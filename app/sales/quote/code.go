package quote

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/discount"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// Trial asks what a code would take off a basket that nobody has, whoever may see codes.
type Trial struct {
	Code discount.Code
	// SaleItems are one for each unit, in the order in which they are added.
	SaleItems  []int64
	CurrencyID int64
	Channel    catalog.Channel
}

// Tried is what comes of it.
type Tried struct {
	Lines []TriedLine
	// Off is what the code takes off what is paid, and Total what is left of it.
	Off, Total int64
	// Why the code takes nothing off, nil: it does.
	Why *app.Error
}

// TriedLine are the units of one sale item before the discount.
type TriedLine struct {
	Name       string
	Quantity   int64
	Total      int64
	saleItemID int64
}

// TryCode computes it as a basket does. The code may be one that is not stored.
func TryCode(ctx context.Context, a *app.App, c *app.Caller, in Trial) (out Tried, err error) {
	err = a.View(ctx, c, app.ViewDiscountCodes, func(r app.Reader) error {
		out, err = in.compute(r)
		return err
	})
	return out, err
}

func (in *Trial) compute(r app.Reader) (out Tried, err error) {
	own, err := company.SettingsOf(r)
	if err != nil {
		return out, err
	}
	b := &rules.Basket{Company: own, Order: order.Order{CurrencyID: in.CurrencyID, Channel: in.Channel}, Goods: map[int64]*catalog.Goods{}}
	cache := catalog.NewCache(r)
	for _, id := range in.SaleItems {
		u, g, err := in.unit(own, cache, r, id)
		if err != nil {
			return out, err
		}
		if u == nil {
			continue
		}
		b.Goods[id], b.Units = g, append(b.Units, u)
	}
	b.Units.Tax()
	out.Lines = linesOf(b)
	before := paid(b.Units)
	off, why := rules.Off(b, &in.Code)
	out.Why = why
	b.Units.TakeOff(off)
	b.Units.Tax()
	out.Total = paid(b.Units)
	out.Off = before - out.Total
	return out, nil
}

// unit is one unit for somebody who is not known, nil where it has no price.
func (in *Trial) unit(own *company.Company, cache *catalog.Cache, r app.Reader, id int64) (*rules.Unit, *catalog.Goods, error) {
	g, err := cache.Get(id)
	if err != nil {
		return nil, nil, err
	}
	row, ok := g.PriceFor(in.CurrencyID, in.Channel)
	if !ok {
		return nil, nil, nil
	}
	_, levy, err := TaxOf(cache, g, g.EventID, TaxedCustomer(r, 0))
	if err != nil {
		return nil, nil, err
	}
	offered := rules.Offer(own, row)
	offered.TaxMode = rules.ModeOf(offered.TaxMode, levy)
	var amount *int64
	if row.Variable {
		amount = &row.Base
	}
	charged, rule := money.PriceUnit(offered, amount, levy.Rate)
	if rule != money.AmountFits {
		return nil, nil, nil
	}
	u := &rules.Unit{Item: order.Item{SaleItemID: id, ItemID: g.ItemID, EventID: g.EventID, Type: g.Type}}
	u.Charge(charged)
	return u, g, nil
}

func paid(us rules.Units) (sum int64) {
	for _, u := range us {
		sum += u.Price
	}
	return sum
}

// linesOf are the units of each sale item together.
func linesOf(b *rules.Basket) (all []TriedLine) {
	for _, u := range b.Units {
		if n := len(all); n == 0 || all[n-1].saleItemID != u.SaleItemID {
			all = append(all, TriedLine{Name: b.Goods[u.SaleItemID].Item.Name, saleItemID: u.SaleItemID})
		}
		line := &all[len(all)-1]
		line.Quantity, line.Total = line.Quantity+1, line.Total+u.Price
	}
	return all
}
