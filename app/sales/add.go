package sales

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/app/seating"
)

// AddToBasket is what a caller puts into a basket, and into which.
type AddToBasket struct {
	// Basket to fill; the zero Key is the customer's own, or a new one.
	Basket order.Key
	// CancelExisting expires that basket and starts another.
	CancelExisting bool
	// CurrencyID counts only for a new basket; 0 is the company's own.
	CurrencyID int64
	Buyer      customer.Buyer
	Items      []rules.AddItem
	// Channel is where the sale is made; PriceChannel whose prices are charged,
	// the basket's own when it is NoChannel.
	Channel, PriceChannel catalog.Channel
	// Payment completes the order in the same call; nil leaves it a basket.
	Payment *rules.Payment
	// UUID makes a repeated call with Payment find the first one's order.
	UUID        string
	InhibitMail bool
	// QuietApproval: the buyer gets no mail that somebody has to approve the order.
	QuietApproval bool
	// Overrides are the rules that this call lifts, for those who may.
	Overrides []rules.Override
	// Link asks for a link to the basket; nil: none.
	Link *LinkWish
	// AccessCode takes the place of the one that the basket has; blank takes that off,
	// nil leaves it.
	AccessCode *string
}

// addKind scopes the uuids of this command.
const addKind = "basket-items"

// AddAnswer is what a repeated uuid finds.
type AddAnswer struct {
	OrderID int64 `msgpack:"o"`
}

// Add puts items into a basket, all or nothing, and starts its time anew. Every
// rule that is broken is told at once. With a payment the order is
// completed in the same transaction, so that a failure leaves no basket behind.
func Add(ctx context.Context, a *app.App, c *app.Caller, in AddToBasket) (order.Basket, error) {
	if len(in.Items) == 0 {
		return order.Basket{}, app.Field("items", "is required")
	}
	if err := rules.MayLift(c, in.Overrides); err != nil {
		return order.Basket{}, err
	}
	drawn := Codes{Reference: order.NewReference(a)}
	if in.Link != nil {
		if err := in.Link.check(); err != nil {
			return order.Basket{}, err
		}
		if in.Payment != nil {
			return order.Basket{}, app.Field("generateBasketUrl", "is not possible together with %s", "autocomplete")
		}
		drawn.Link = order.NewLinkToken()
	}
	var call app.Call
	if in.Payment != nil {
		var err error
		if call, err = in.call(c); err != nil {
			return order.Basket{}, err
		}
		drawn.Barcodes = order.DrawBarcodes(a)
	}
	WarmSeats(ctx, a, c, in.Items)
	var b order.Basket
	err := drawn.Retry(a, func(drawn Codes) error {
		return a.Update(ctx, c, order.Sellers, func(tx app.Tx) (err error) {
			b, err = add(a, tx, c, call, in, drawn)
			return err
		})
	})
	return b, err
}

func add(a *app.App, tx app.Tx, c *app.Caller, call app.Call, in AddToBasket, drawn Codes) (order.Basket, error) {
	if in.Payment != nil {
		b, found, err := answered(a, tx, call)
		if err != nil || found {
			return b, err
		}
	}
	d, err := NewDraft(tx, c)
	if err != nil {
		return order.Basket{}, err
	}
	if err := resolve(d, in.target(c, drawn)); err != nil {
		return order.Basket{}, err
	}
	made := d.Was == nil
	d.Order.QuietApproval = d.Order.QuietApproval || in.QuietApproval
	d.Lifting = rules.Lifting{UserID: c.UserID, May: in.Overrides}
	if err := unlock(d, in.AccessCode); err != nil {
		return order.Basket{}, err
	}
	first := len(d.Units)
	if rules.Ordinary(in.Items) {
		if err := Fill(d, in.Items, in.pricing(&d.Order)); err != nil {
			return order.Basket{}, err
		}
	}
	if err := buyOffers(d, in.Items); err != nil {
		return order.Basket{}, err
	}
	if err := nameAdded(d, first, in.Items); err != nil {
		return order.Basket{}, err
	}
	if err := SettlePrices(d); err != nil {
		return order.Basket{}, err
	}
	if in.Link != nil {
		err = giveLink(d, in.Link, drawn.Link)
	}
	if in.Payment != nil {
		err = complete(d, c, *in.Payment, drawn.Barcodes)
	}
	if err == nil {
		err = d.Store()
	}
	if err == nil && in.Payment != nil {
		err = app.Remember(a, tx, call, AddAnswer{d.Order.ID})
	}
	if err != nil {
		return order.Basket{}, err
	}
	b, err := d.Shown()
	b.New = made
	return b, err
}

// answered finds the order that an earlier call with this uuid made. It answers
// as that call did.
func answered(a *app.App, tx app.Tx, call app.Call) (order.Basket, bool, error) {
	known, found, err := app.Answered[AddAnswer](a, tx, call)
	if err != nil || !found {
		return order.Basket{}, false, err
	}
	o, err := order.Orders.Get(tx, known.OrderID)
	if err != nil {
		return order.Basket{}, false, err
	}
	b, err := order.LoadBasket(tx, o, tx.Wall())
	b.New = true
	return b, true, err
}

func (in *AddToBasket) target(c *app.Caller, drawn Codes) Target {
	return Target{
		basket: in.Basket, cancel: in.CancelExisting, CurrencyID: in.CurrencyID, buyer: in.Buyer,
		Channel: in.Channel, PriceChannel: in.pricing(&order.Order{PriceChannel: catalog.BoxOffice}),
		UserID: c.UserID, inhibitMail: in.InhibitMail, Reference: drawn.Reference,
		neverContinue: in.Payment != nil,
	}
}

// pricing is the channel whose prices are charged.
func (in *AddToBasket) pricing(o *order.Order) catalog.Channel {
	if in.PriceChannel != catalog.NoChannel {
		return in.PriceChannel
	}
	return o.PriceChannel
}

// Fill checks and adds the lines of a request.
func Fill(d *Draft, items []rules.AddItem, ch catalog.Channel) error {
	all, err := want(d, items, ch)
	if err != nil {
		return err
	}
	ask := rules.Asked(&d.Basket, all, ch)
	facts, err := d.look(&ask)
	if err != nil {
		return err
	}
	own, whole, refused := ask.Own, ask.Whole, rules.Check(&d.Basket, &ask, &facts)
	if err := chooseSeats(d, &refused, all); err != nil {
		return err
	}
	if err := reserve(d, &refused, whole.Kinds, whole.N); err != nil {
		return err
	}
	refused.Blame(own)
	if err := refused.Err(); err != nil {
		d.seats = nil // what was chosen is not taken
		return err
	}
	first := len(d.Units)
	for _, g := range own.Kinds {
		if err := reprice(d, g); err != nil {
			return err
		}
	}
	for _, w := range all {
		if err := Append(d, w); err != nil {
			return err
		}
	}
	for _, g := range own.Kinds {
		d.Units.Attach(g)
	}
	d.Restart()
	return seating.Reserve(d.Tx, rules.Claims(d.Units[first:]))
}

// Append makes the units of one line.
func Append(d *Draft, w *rules.Wanted) error {
	for i := range w.N {
		u := &rules.Unit{Item: w.Unit(&d.Order)}
		u.TaxBandID = w.Band.ID
		if w.Spaces != nil {
			if err := d.place(u, w.Goods, w.Spaces[i]); err != nil {
				return err
			}
		}
		d.Units = append(d.Units, u)
		if err := bring(d, u, w.Goods, w.Brought); err != nil {
			return err
		}
	}
	return nil
}

// reprice prices the units of a sale item that are in the basket already as they are sold now.
func reprice(d *Draft, g *catalog.Goods) error {
	band, levy, err := d.taxOf(g, g.EventID)
	if err == nil {
		rules.Reprice(&d.Basket, g, band, levy)
	}
	return err
}
