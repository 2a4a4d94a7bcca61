package imported

import (
	"cmp"
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/locale"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/till"
)

// UploadedOrder is a sale that a till made while it was offline. Its prices are believed.
type UploadedOrder struct {
	// UUID is the till's name for the sale: whichever upload brings it, it is kept once.
	UUID                   string
	CurrencyID, CustomerID int64
	// Amount is what was paid before anything was returned; nil: the sum of the prices.
	Amount *int64
	// Date lies in the past; a clock that is ahead counts as now.
	Date   time.Time
	Method order.Method
	// UserID is who sold; 0 is the caller.
	UserID int64
	Items  []UploadedItem
}

// UploadedItem is one unit of a sale item.
type UploadedItem struct {
	SaleItemID, Price int64
	// Refunded: the till gave the money back, by RefundedBy at RefundedAt; 0 and nil are
	// the seller and the date of the sale.
	Refunded   bool
	RefundedBy int64
	RefundedAt *time.Time
}

// uploadKind scopes the uuids of this command.
const uploadKind = "orders-upload"

// uploadAsks is what an uploaded sale is recognised by.
type uploadAsks struct {
	CurrencyID int64          `msgpack:"c"`
	CustomerID int64          `msgpack:"cu,omitempty"`
	Amount     *int64         `msgpack:"a,omitempty"`
	Method     string         `msgpack:"m"`
	Items      []uploadedAsks `msgpack:"i"`
	Date       *time.Time     `msgpack:"d,omitempty"`
	UserID     int64          `msgpack:"u,omitempty"`
}

type uploadedAsks struct {
	SaleItemID int64 `msgpack:"s"`
	Price      int64 `msgpack:"p"`
	Refunded   bool  `msgpack:"r,omitempty"`

	RefundedBy int64      `msgpack:"b,omitempty"`
	RefundedAt *time.Time `msgpack:"t,omitempty"`
}

// call names the sale. Releases before knew it without its date and without who sold and
// gave back: what they kept is still found.
func (o *UploadedOrder) call() (app.Call, error) {
	asks := uploadAsks{CurrencyID: o.CurrencyID, CustomerID: o.CustomerID, Amount: o.Amount, Method: string(o.Method)}
	for _, it := range o.Items {
		asks.Items = append(asks.Items, uploadedAsks{SaleItemID: it.SaleItemID, Price: it.Price, Refunded: it.Refunded})
	}
	former, err := app.NewCall(uploadKind, o.UUID, &asks)
	if err != nil {
		return former, err
	}
	asks.Date, asks.UserID = &o.Date, o.UserID
	for i, it := range o.Items {
		asks.Items[i].RefundedBy, asks.Items[i].RefundedAt = it.RefundedBy, it.RefundedAt
	}
	call, err := app.NewCall(uploadKind, o.UUID, &asks)
	return call.Or(former), err
}

// UploadOrders keeps the sales of tills that were offline. What was sold was sold: no
// rule of the basket applies, prices are believed, and stock that is not there is taken.
// Nothing is kept while anything of the upload is wrong. Each sale is kept in a
// transaction with a few others, so an upload that broke off is simply sent again. What
// was sold beyond the offline limits of shops is kept, too, and told.
func UploadOrders(ctx context.Context, a *app.App, c *app.Caller, all []UploadedOrder) (over []PassedLimit, err error) {
	if err := checkUpload(c, all); err != nil {
		return nil, err
	}
	err = a.View(ctx, c, app.Override, func(r app.Reader) error { return checkUploaded(a, c, r, all) })
	for err == nil && len(all) > 0 {
		n := batchOf(all)
		var passed []PassedLimit
		passed, err = keepUploaded(ctx, a, c, all[:n])
		over, all = passes(over, passed), all[n:]
	}
	return over, err
}

// batchOf is how many sales one transaction takes.
func batchOf(all []UploadedOrder) int {
	units := 0
	for i := range all {
		if units += len(all[i].Items); units > uploadBatch && i > 0 {
			return i
		}
	}
	return len(all)
}

// keepUploaded keeps those of a few sales that are not known yet. It gives the limits that
// these passed.
func keepUploaded(ctx context.Context, a *app.App, c *app.Caller, all []UploadedOrder) (over []PassedLimit, err error) {
	references := make([]string, len(all))
	for i := range references {
		references[i] = order.NewReference(a)
	}
	drawn := order.DrawBarcodes(a)
	err = a.Update(ctx, c, app.Override, func(tx app.Tx) error {
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		cache, barcode := catalog.NewCache(tx), drawn.Each()
		taken := takings{tx: tx, cache: cache, device: till.DeviceOf(c)}
		moved := movements{held: map[int64]int64{}, sold: map[int64]int64{}, force: true}
		rows := 0
		for i := range all {
			call, err := all[i].call()
			if err != nil {
				return err
			}
			if _, done, err := app.Answered[sales.AddAnswer](a, tx, call); err != nil || done {
				if err != nil {
					return err
				}
				continue
			}
			past, err := taken.count(&all[i])
			if err != nil {
				return err
			}
			d := sales.DraftOf(tx, nil, own, cache)
			if past {
				d.Order.Override, d.Order.Lifted = c.UserID, []string{order.OfflineLimit}
			}
			if err := keep(d, c, &all[i], references[i], barcode); err != nil {
				return err
			}
			moved.add(d)
			rows += 1 + len(all[i].Items)
			if err := app.Remember(a, tx, call, sales.AddAnswer{OrderID: d.Order.ID}); err != nil {
				return err
			}
		}
		if err := app.TakeRows(tx, c, rows); err != nil {
			return err
		}
		if over, err = taken.keep(); err != nil {
			return err
		}
		return moved.apply(tx, cache)
	})
	if order.ReferenceTaken(err) {
		return keepUploaded(ctx, a, c, all)
	}
	return over, err
}

// keep writes one sale down.
func keep(d *sales.Draft, c *app.Caller, o *UploadedOrder, reference string, barcode func() string) error {
	past, err := pastOf(d, c, o, reference)
	if err != nil {
		return err
	}
	plan := rules.PlanKept(&d.Basket, &past, barcode)
	d.Order, d.Units, d.Payments, d.Sold = plan.Order, plan.Units, plan.Payments, true
	if err := d.Store(); err != nil {
		return err
	}
	if plan.GivenAway {
		app.Note(d.Tx, "orders", d.Order.ID, "given away")
	}
	return nil
}

// pastOf reads what a sale names, and fills in what a till may leave out.
func pastOf(d *sales.Draft, c *app.Caller, o *UploadedOrder, reference string) (p rules.Past, err error) {
	seller, at := cmp.Or(o.UserID, c.UserID), earlier(o.Date, d.Wall)
	buyer, err := customer.Standing(d.Tx, o.CustomerID) // the till may not know of a merge yet
	if err == nil && buyer != 0 {
		err = customer.Hold(d.Tx, buyer)
	}
	if err != nil {
		return p, err
	}
	p = rules.Past{Method: o.Method, Foreign: d.Foreign != nil, Order: order.Order{
		Reference: reference, Status: order.Complete, CurrencyID: o.CurrencyID, CustomerID: buyer,
		Notes: d.Order.Notes, ReserverName: d.Order.ReserverName, Lifted: d.Order.Lifted, Override: d.Order.Override,
		Channel: catalog.APIChannel, PriceChannel: catalog.BoxOffice, UserID: seller, CreatedAt: at, CompletedAt: &at,
	}}
	if p.Foreign {
		p.Order.Channel = catalog.Import
	}
	for i, it := range o.Items {
		kept := rules.PastItem{Price: it.Price, RefundedBy: cmp.Or(it.RefundedBy, seller)}
		if kept.Goods, err = d.Cache.Get(it.SaleItemID); err != nil {
			return p, err
		}
		if kept.Band, err = d.Cache.Band(kept.Goods); err != nil {
			return p, err
		}
		if it.Refunded {
			kept.RefundedAt = new(earlier(momentOr(it.RefundedAt, at), d.Wall))
		}
		if p.Foreign {
			kept.Printed = d.Foreign[i]
		}
		p.Items = append(p.Items, kept)
	}
	return p, nil
}

func earlier(t, now time.Time) time.Time {
	if t.After(now) {
		return now
	}
	return t
}

func momentOr(t *time.Time, otherwise time.Time) time.Time {
	if t == nil {
		return otherwise
	}
	return *t
}

// uploadMethods pay at a till without a connection.
var uploadMethods = []order.Method{order.CardNotPresentOffline, order.CardPresentOffline, order.Cash, order.ComplimentaryMethod, order.Bank}

func offlineMethod(m order.Method) bool { return slices.Contains(uploadMethods, m) }

// mayUpload refuses methods that the caller may not use.
func (o *UploadedOrder) mayUpload(c *app.Caller, i int) error {
	at := rules.Path("purchases", i, "paymentMethod")
	switch {
	case !offlineMethod(o.Method):
		return app.Field(at, "is not available")
	case o.Method == order.ComplimentaryMethod:
		return c.Need(app.Complimentary)
	}
	return rules.MayTake(c, at, o.Method)
}

func (o *UploadedOrder) check(p *app.Problems, i int) {
	if len(o.Items) == 0 || len(o.Items) > rules.MaxBasketSize {
		p.Add(rules.Path("purchases", i, "items"), "must have between %d and %d entries", 1, rules.MaxBasketSize)
	}
	var sum, kept int64
	for j, it := range o.Items {
		if it.Price < 0 || it.Price > money.MaxAmount {
			p.Add(rules.Path(rules.Path("purchases", i, "items"), j, "price"), "must be between %s and %s", locale.Money{CurrencyID: o.CurrencyID}, locale.Money{CurrencyID: o.CurrencyID, Minor: money.MaxAmount})
			return
		}
		if sum += it.Price; !it.Refunded {
			kept += it.Price
		}
	}
	if o.Amount != nil && *o.Amount != sum && *o.Amount != kept {
		p.Add(rules.Path("purchases", i, "amount"), "must add up to %s", locale.Money{CurrencyID: o.CurrencyID, Minor: sum})
	}
}
