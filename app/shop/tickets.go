package shop

import (
	"cmp"
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/message"
	"marquee/app/order"
	"marquee/app/sales"
)

// Ticket is something that a gate reads.
type Ticket struct {
	Name, Holder, Barcode, Seat string
	// Code is what its symbol says. Secret is that of a rotating code, empty without one.
	Code, Secret string
	Event        *Event // nil: of none
	// Dates are when it is for, by their starts: that of its slot, or all of a season ticket.
	Dates  []catalog.Showing
	ItemID int64
	// Renamable: its buyer may put another name on it. Named is the one that it has.
	Renamable bool
	Named     string
	// Link opens this ticket alone, where a phone can keep it; else it is empty.
	Link string
	// Stream is the broadcast that it opens, nil: none, or it is over.
	Stream *Stream
}

// Stream is the broadcast of an event, for whoever has a ticket of it.
type Stream struct {
	From time.Time // on the clocks of the event
	// URL and Note are told from then on.
	URL, Note string
}

// streamEarly is how long before an event its stream opens.
const streamEarly = time.Minute

// streamOf is the broadcast that something of an event opens.
func streamOf(g *catalog.Goods, now time.Time) *Stream {
	e := g.Event
	if e == nil || e.Stream == nil || !e.Stream.Enabled || g.NoStream || e.CancelledAt != nil || e.Ended(now) || !company.WebAddress(e.Stream.URL) {
		return nil
	}
	out := &Stream{From: e.Start.Add(-streamEarly).In(e.Location())}
	if !now.Before(out.From) {
		out.URL, out.Note = e.Stream.URL, e.Stream.Body
	}
	return out
}

// ReadTickets reads the tickets that a download link opens: those of an order, or those that
// somebody was given. They are all that there is of the order then.
func ReadTickets(ctx context.Context, a *app.App, token, language string) (out *Order, err error) {
	d, ok := order.ParseDownload(token)
	if !ok {
		return nil, app.Missing("order")
	}
	err = a.ViewCompany(ctx, d.Company, func(r app.Reader) error {
		o, items, err := message.Opens(r, token, d)
		if err != nil {
			return err
		}
		own, err := company.SettingsOf(r)
		if err != nil {
			return err
		}
		x, err := newReader(r, own.Buyer("", language), a.Now())
		if err != nil {
			return err
		}
		b, err := order.LoadBasket(r, o, x.now)
		if err != nil {
			return err
		}
		basket, err := x.show(&b)
		if err != nil {
			return err
		}
		out = &Order{Basket: basket, Company: own, Buyer: x.buyer, Download: token}
		return x.addTickets(out, items)
	})
	return out, err
}

// tickets are those that the purchaser holds.
func (x *reader) tickets(out *Order, items []order.Item) error {
	o := &out.Order
	d := order.Download{Company: out.Company.ID, Scope: o.BuyerScope(), ID: o.ID}
	if o.CustomerID != 0 {
		d.Scope = order.OfPurchaser
	}
	link := order.NewLinks(out.Company.ID, out.Company.LinkKey).Order(o, d.Scope)
	if link == "" {
		return nil
	}
	printed, err := order.Printed(x.r, d, o, items)
	if err != nil || len(printed) == 0 {
		return err
	}
	out.Download = link
	return x.addTickets(out, printed)
}

func (x *reader) addTickets(out *Order, items []order.Item) (err error) {
	if out.Wallets, err = order.PortsOf(x.r).ForWallets(x.r); err != nil {
		return err
	}
	links := order.NewLinks(out.Company.ID, out.Company.LinkKey)
	for i := range items {
		t, err := x.ticket(out, &items[i])
		if err != nil {
			return err
		}
		offered, err := order.OffersPass(x.r, &items[i])
		if err != nil {
			return err
		}
		if offered {
			t.Link = links.Item(&out.Order, &items[i])
		}
		out.Tickets = append(out.Tickets, t)
	}
	return nil
}

func (x *reader) ticket(out *Order, it *order.Item) (Ticket, error) {
	g, err := x.cache.Get(it.SaleItemID)
	if err != nil {
		return Ticket{}, err
	}
	t := Ticket{ItemID: it.ID, Named: it.NamedHolder, Name: g.Item.NameIn(x.buyer.Language), Barcode: it.Barcode, Holder: it.NamedHolder}
	why, err := sales.WhyNotRenamed(x.r, it, &out.Order, g, x.now)
	if t.Renamable = why == ""; err != nil {
		return t, err
	}
	if t.Dates, err = order.ShowingsOf(x.r, it); err != nil {
		return t, err
	}
	t.Code, t.Secret = order.CodeOf(out.Company, it), order.SecretOf(out.Company, it)
	if d := out.Order.Details; d != nil && (it.CustomerID == 0 || it.CustomerID == out.Order.CustomerID) {
		t.Holder = cmp.Or(t.Holder, d.Name)
	}
	if it.Place != nil {
		t.Seat = it.Place.FullName()
	}
	if n := slices.IndexFunc(out.Events, func(e Event) bool { return e.ID == it.EventID }); n >= 0 {
		t.Event = &out.Events[n]
	}
	t.Stream = streamOf(g, x.now)
	return t, nil
}
