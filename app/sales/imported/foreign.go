package imported

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/locale"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/indexes"
)

// foreignTypes are the types of items that may have been sold elsewhere.
var foreignTypes = []catalog.ItemType{catalog.Ticket, catalog.Product, catalog.GuestList, catalog.Charity, catalog.SeasonTicket}

// ImportOrder keeps an order that was sold elsewhere. Its prices are believed and no rule of
// the basket applies. It is sold, and says that it was paid: whoever takes it in may do both.
// Its stock is taken, and has to be there unless somebody who may lift
// that rule does; the order notes it. Its barcodes
// are scanned here as they were printed there.
func ImportOrder(ctx context.Context, a *app.App, c *app.Caller, in order.ForeignOrder) (o order.Order, err error) {
	if in.Method == "" {
		in.Method = order.Elsewhere
	}
	if err := checkForeign(&in); err != nil {
		return o, err
	}
	if err := mayKeepForeign(&in, c); err != nil {
		return o, err
	}
	reference, drawn := order.NewReference(a), order.DrawBarcodes(a)
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		if in.Oversell {
			if err := rules.MayLift(c, []rules.Override{rules.Oversell}); err != nil {
				return err
			}
		}
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		if !own.Sells(in.CurrencyID) {
			return app.Field("currencyId", "is not enabled: the company sells no %s", rules.Code(in.CurrencyID))
		}
		d := sales.DraftOf(tx, nil, nil, catalog.NewCache(tx))
		if err := wantForeign(&in, c, d.Cache); err != nil {
			return err
		}
		d.Order.Notes = in.Notes
		if in.Oversell && c.UserID != 0 { // the operator is no user
			d.Order.Lifted, d.Order.Override = []string{string(rules.Oversell)}, c.UserID
		}
		if err := keepForeign(d, c, &in, reference, drawn.Each()); err != nil {
			return err
		}
		o = d.Order
		return nil
	})
	if order.ReferenceTaken(err) {
		return ImportOrder(ctx, a, c, in)
	}
	return o, err
}

func checkForeign(in *order.ForeignOrder) error {
	var p app.Problems
	if n := len(in.Items); n == 0 || n > rules.MaxBasketSize {
		p.Add("items", "must have between %d and %d entries", 1, rules.MaxBasketSize)
	}
	if in.Method != order.Elsewhere && !offlineMethod(in.Method) {
		p.Add("paymentMethod", "is not available")
	}
	if utf8.RuneCountInString(in.Notes) > maxForeignNotes {
		p.Add("notes", "must not be longer than %d characters", maxForeignNotes)
	}
	for i := range in.Items {
		checkForeignItem(&in.Items[i], &p, rules.Path("items", i, ""), in.CurrencyID)
	}
	return p.Err()
}

func checkForeignItem(it *order.ForeignItem, p *app.Problems, at string, currencyID int64) {
	if it.Price < 0 || it.Price > money.MaxAmount {
		p.Add(at+"price", "must be between %s and %s", locale.Money{CurrencyID: currencyID}, locale.Money{CurrencyID: currencyID, Minor: money.MaxAmount})
	}
	app.CheckShown(p, at+"namedHolder", it.Holder, customer.MaxName)
	if utf8.RuneCountInString(it.Barcode) > maxForeignBarcode {
		p.Add(at+"barcode", "must not be longer than %d characters", maxForeignBarcode)
	}
	if !utf8.ValidString(it.Barcode) || strings.ContainsFunc(it.Barcode, unicode.IsControl) {
		p.Add(at+"barcode", "contains characters that are not allowed")
	}
}

// mayKeepForeign asks whether the caller may say that an order was paid in this way.
func mayKeepForeign(in *order.ForeignOrder, c *app.Caller) error {
	switch in.Method {
	case order.Elsewhere:
		return c.Need(app.PayOtherOffline)
	case order.ComplimentaryMethod:
		return c.Need(app.Complimentary)
	}
	return rules.MayTake(c, "paymentMethod", in.Method)
}

// wantForeign refuses what cannot have been sold elsewhere, and what the caller does not sell.
func wantForeign(in *order.ForeignOrder, c *app.Caller, s *catalog.Cache) error {
	var p app.Problems
	for i, it := range in.Items {
		g, err := s.Get(it.SaleItemID)
		switch {
		case app.KindOf(err) == app.NotFound || err == nil && g.DeletedAt != nil:
			p.Add(rules.Path("items", i, "saleItemId"), "does not exist")
		case err != nil:
			return err
		case !slices.Contains(foreignTypes, g.Type):
			p.Add(rules.Path("items", i, "saleItemId"), "is an item of another type")
		case g.PriceBandID != 0:
			p.Add(rules.Path("items", i, "saleItemId"), "is sold by seats")
		default:
			if err := rules.NeedAt(c, app.Sell, g); err != nil {
				return err
			}
		}
	}
	return p.Err()
}

// keepForeign stores the order with its buyer, its items and its payment, takes the stock
// and tells the gates.
func keepForeign(d *sales.Draft, c *app.Caller, in *order.ForeignOrder, reference string, barcode func() string) error {
	reserver, err := in.Buyer.NameAlone()
	if err != nil {
		return err
	}
	buyer := customer.Customer{}
	if d.Order.ReserverName = reserver; reserver == "" {
		if buyer, err = customer.FindOrCreate(d.Tx, in.Buyer); err != nil {
			return err
		}
		d.Order.ReserverName = rules.OrderName(in.Buyer.Name, buyer.Name)
	}
	kept := UploadedOrder{CurrencyID: in.CurrencyID, CustomerID: buyer.ID, Date: in.Date, Method: in.Method}
	d.Foreign = in.Items
	for _, it := range in.Items {
		kept.Items = append(kept.Items, UploadedItem{SaleItemID: it.SaleItemID, Price: it.Price, Refunded: it.Refunded})
	}
	if in.Notify && buyer.ID != 0 {
		d.From = order.Active
	}
	if err := freeBarcodes(d, in.Items); err != nil {
		return err
	}
	if err := keep(d, c, &kept, reference, barcode); err != nil {
		return barcodeTaken(err)
	}
	moved := movements{held: map[int64]int64{}, sold: map[int64]int64{}, force: in.Oversell}
	moved.add(d)
	return soldOut(moved.apply(d.Tx, d.Cache), d.Cache)
}

// freeBarcodes refuses barcodes that are, or were, those of another item, unless that is of
// another event.
func freeBarcodes(d *sales.Draft, items []order.ForeignItem) error {
	var p app.Problems
	for i := range items {
		it := &items[i]
		if it.Barcode == "" {
			continue
		}
		g, err := d.Cache.Get(it.SaleItemID)
		if err != nil {
			return err
		}
		free, repeats, err := order.FreeBarcode(d.Tx, it.Barcode, g.EventID, len(g.Run) == 0)
		if err != nil {
			return err
		}
		if it.Repeats = repeats; !free {
			p.Add(rules.Path("items", i, "barcode"), "is taken already")
		}
	}
	return p.Err()
}

// barcodeTaken says that two items of one order have the same barcode.
func barcodeTaken(err error) error {
	if taken, ok := errors.AsType[*indexes.TakenError](err); ok && taken.Index == "barcode" {
		return app.Field("items.0.barcode", "is there twice")
	}
	return err
}

// soldOut says of which sale item there is not enough.
func soldOut(err error, s *catalog.Cache) error {
	short, ok := errors.AsType[*catalog.Shortage](err)
	if !ok {
		return err
	}
	name := fmt.Sprintf("%d", short.ID)
	if short.Layer == catalog.LayerSaleItem {
		if g, err := s.Get(short.ID); err == nil {
			name = g.Item.Name
		}
	}
	_, why := rules.Shortage(short, name)
	return &app.Error{Kind: app.Invalid, Message: why}
}
