package shop

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// Basket is a basket, or what became of it, as its buyer sees it.
type Basket struct {
	Order    order.Order
	Currency company.Currency
	Lines    []Line
	// Gone are lines of what was bought and is not part of the order any more: it was given
	// back, or sold on. The total is that of all.
	Gone []Line
	// Fees are lines that nobody chose.
	Fees  []Line
	Taxes []order.TaxLine
	// Reverse is the tax that its buyer accounts for.
	Reverse int64
	// Approval: nothing is paid for before somebody approved it.
	Approval bool
	// Units is how many things were chosen.
	Units int64
	Total int64
	// Due is what is to be paid now.
	Due int64
	// Discount is what a code took off, and Code the one that was entered; empty: none.
	Discount       int64
	Code, Access   string
	DiscountByHand bool
	// Open: it can be changed and bought. Owing: it is an order that waits to be paid by its
	// buyer. Expired: its time is up.
	Open, Owing, Expired bool
	Until                time.Time
	// Extensions is how often it can be extended still.
	Extensions int64
	Events     []Event
	// Shares: something of it may be given to others. MustGive: something has to be, before
	// it is paid.
	Shares, MustGive bool
	// Members: something of it is for the members of a group.
	Members bool
	// Named are the tickets of a basket that have, or may have, the name of who holds them.
	Named []NamedTicket

	access *accesscode.Code
}

// Line is the units of a sale item that are alike.
type Line struct {
	SaleItemID, Quantity, Total, Unit int64
	Name                              string
	EventID                           int64
	Start                             *time.Time // of its timeslot
	Seats                             []Seat
	// Step is by how many units a button changes the quantity.
	Step int64
	// ItemIDs are the units.
	ItemIDs []int64
	// Resold: others sell them on.
	Resold bool
}

// NamedTicket is a ticket in a basket that takes a name.
type NamedTicket struct {
	ItemID             int64
	Name, Seat, Holder string
	// Must: it is not bought without.
	Must bool
}

// Seat is a seat of a line.
type Seat struct {
	SpaceID int64
	Name    string
}

// ReadBasket reads the buyer's basket, open or not.
func ReadBasket(ctx context.Context, a *app.App, c *app.Caller, k order.Key) (b *Basket, err error) {
	now := a.Now()
	err = a.View(ctx, c, app.Sell, func(r app.Reader) error {
		x, err := newReader(r, c, now)
		if err == nil {
			b, err = x.basket(k)
		}
		return err
	})
	return b, err
}

func (x *reader) basket(k order.Key) (*Basket, error) {
	o, err := order.FindPayable(x.r, x.buyer, k)
	if err != nil {
		return nil, err
	}
	shown, err := order.LoadBasket(x.r, o, x.now)
	if err != nil {
		return nil, err
	}
	return x.show(&shown)
}

func (x *reader) show(b *order.Basket) (*Basket, error) {
	cur, _ := company.CurrencyByID(b.Order.CurrencyID)
	out := &Basket{
		Order: b.Order, Currency: cur, Taxes: b.Taxes, Reverse: order.ReverseTaxOf(b.Items), Total: b.Order.Totals.Total, Due: max(0, b.Order.Totals.Total-b.Deferred-b.Order.Totals.Paid),
		Approval: b.AllDeferred, Discount: b.Order.Totals.Discount, Expired: b.Expired, Open: b.Order.Status == order.Active && !b.Expired, access: b.Access,
	}
	if b.Order.ExpiresAt != nil {
		out.Until = *b.Order.ExpiresAt
	}
	waits := b.Order.Status == order.PartiallyPaid || b.Order.Status == order.AwaitingPaymentLink
	out.Owing = waits && !b.Expired && out.Due > 0
	out.Extensions = max(x.company.BasketExtensions()-b.Order.Extensions, 0)
	if b.Code != nil {
		out.Code, out.DiscountByHand = b.Code.Text, !b.Order.AutoDiscount
	}
	if b.Access != nil {
		out.Access = b.Access.Text
	}
	x.currency = b.Order.CurrencyID
	for i := range b.Lines {
		if err := x.line(out, b, &b.Lines[i]); err != nil {
			return nil, err
		}
	}
	for i := range b.Items {
		if err := x.asks(out, &b.Items[i]); err != nil {
			return nil, err
		}
	}
	return out, x.eventsOf(out)
}

// asks notes what something in a basket asks of its buyer.
func (x *reader) asks(out *Basket, it *order.Item) error {
	g, err := x.cache.Get(it.SaleItemID)
	if err != nil {
		return err
	}
	out.Shares = out.Shares || g.MayShareReserved()
	out.MustGive = out.MustGive || out.Open && rules.MustBeGiven(it, g)
	out.Members = out.Members || len(g.CustomerGroups) > 0
	if rule := g.Named(out.Order.Channel); out.Open && rule != catalog.NamesOff && it.TransferID == 0 {
		out.Named = append(out.Named, NamedTicket{
			ItemID: it.ID, Name: g.Item.NameIn(x.buyer.Language), Seat: it.Seat(), Holder: it.NamedHolder, Must: rule == catalog.NamesMandatory,
		})
	}
	return nil
}

// line names a line, and puts it together with others of the same sale item.
func (x *reader) line(out *Basket, b *order.Basket, l *order.Line) error {
	g, err := x.cache.Get(l.SaleItemID)
	if err != nil {
		return err
	}
	to := &out.Lines
	if g.Type == catalog.Fee {
		to = &out.Fees
	} else {
		out.Units += l.Quantity()
	}
	resold := resoldIn(b, l)
	n := slices.IndexFunc(*to, func(o Line) bool { return o.SaleItemID == l.SaleItemID && o.Resold == resold })
	if n < 0 {
		n = len(*to)
		line := Line{SaleItemID: l.SaleItemID, Name: g.Item.NameIn(x.buyer.Language), EventID: g.EventID, Unit: l.UnitPrice, Step: max(g.MultiplesOf, 1), Resold: resold}
		if slot := g.Slot(); slot != nil {
			start := slot.Start.In(g.Event.Location())
			line.Start = &start
		}
		*to = append(*to, line)
	}
	line := &(*to)[n]
	line.Quantity, line.Total, line.ItemIDs = line.Quantity+l.Quantity(), line.Total+l.Total, append(line.ItemIDs, l.ItemIDs...)
	for i := range b.Items {
		if it := &b.Items[i]; it.Place != nil && slices.Contains(l.ItemIDs, it.ID) {
			line.Seats = append(line.Seats, Seat{it.Place.SpaceID, it.Place.FullName()})
		}
	}
	return nil
}

// resoldIn tells whether others sell the units of a line on.
func resoldIn(b *order.Basket, l *order.Line) bool {
	return slices.ContainsFunc(b.Items, func(it order.Item) bool { return it.Resale != nil && slices.Contains(l.ItemIDs, it.ID) })
}

// resold tells whether something of the basket is sold on by others.
func (b *Basket) resold() bool {
	return slices.ContainsFunc(b.Lines, func(l Line) bool { return l.Resold })
}

// eventsOf reads the events that the basket is about.
func (x *reader) eventsOf(b *Basket) error {
	for _, id := range b.Order.EventIDs {
		e, err := catalog.SharedEvent(x.r, id)
		if err != nil {
			return err
		}
		facts := x.facts(e)
		venues, err := catalog.VenuesByID(x.r, []int64{e.VenueID})
		if err != nil {
			return err
		}
		if v, ok := venues[e.VenueID]; ok {
			facts.Venue = &v
		}
		b.Events = append(b.Events, facts)
	}
	return nil
}
