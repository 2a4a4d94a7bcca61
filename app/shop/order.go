package shop

import (
	"cmp"
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/invoice"
	"marquee/app/message"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales"
	"marquee/app/sales/quote"
	"marquee/app/sales/refund"
	"marquee/app/terms"
	"marquee/app/wallet"
)

// Order is what became of a basket, for whoever has the link to its page.
type Order struct {
	*Basket
	Company *company.Company
	// Buyer is the caller who may do with the order what a buyer may.
	Buyer   *app.Caller
	Tickets []Ticket
	// Download opens the tickets to print, and the calendar; empty without tickets.
	Download string
	// Later is when the first of the tickets opens that are withheld until their time, on the
	// clocks of its event; nil: none is.
	Later *time.Time
	// Wallets are the phones that can keep them.
	Wallets order.Wallets
	// Attempt is the payment by card that counts, nil without one.
	Attempt *Attempt
	Gifts   Gifts
	SellOn  SellOn
	// Asked are the questions that nobody has answered yet.
	Asked []AskedAbout
	// GivesBack: its buyer may give all of its tickets back, for money on the account.
	GivesBack bool
	// MovesDates: its buyer may move tickets to other dates.
	MovesDates bool
	// Invoices are those of the order, and the transfer that it waits for.
	Invoices invoice.ForBuyer
}

// Attempt is a payment by card.
type Attempt struct {
	Gateway string
	State   payment.State
	// Since is when it came to stand as it does.
	Since time.Time
	// Problem is the gateway's word for why it said no, empty: it did not.
	Problem string
	// HoldUntil is until when the tickets wait for the gateway; nil: for ever.
	HoldUntil *time.Time
	// Amount is what it takes.
	Amount int64
}

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

// ReadOrder reads the order that the secret of a page leads to. Texts are in the language
// that the buyer chose, else in the one of the reader.
func ReadOrder(ctx context.Context, a *app.App, token, language string) (out *Order, err error) {
	d, ok := order.ParsePage(token)
	if !ok {
		return nil, app.Missing("order")
	}
	err = a.ViewCompany(ctx, d.Company, func(r app.Reader) error {
		o, err := order.ByPage(r, d, token)
		if err != nil {
			return err
		}
		own, err := company.SettingsOf(r)
		if err != nil {
			return err
		}
		x, err := newReader(r, own.Buyer(o.BuyerSecret(own), language), a.Now())
		if err == nil {
			out, err = x.order(own, o)
		}
		if err == nil {
			err = out.offers(moving{x, ctx, token, &out.Order})
		}
		return err
	})
	return out, err
}

// offers notes what the buyer who has the page of an order may do with all of it.
func (out *Order) offers(m moving) (err error) {
	if out.Invoices, err = invoice.ReadForBuyer(m.r, out.Company, &out.Order); err != nil {
		return err
	}
	if out.MovesDates, err = m.some(); err != nil {
		return err
	}
	rules, err := wallet.SettingsOf(m.r)
	if err != nil || !rules.SelfRefunds || !m.order.Status.Sold() || m.order.Totals.Paid == 0 {
		return err
	}
	out.GivesBack, err = app.Takes(m.r, func(a *app.App) error {
		_, err := refund.AsBuyer(m.ctx, a, m.page, nil)
		return err
	})
	return err
}

func (x *reader) order(own *company.Company, o order.Order) (*Order, error) {
	b, err := order.LoadBasket(x.r, o, x.now)
	if err != nil {
		return nil, err
	}
	basket, err := x.show(&b)
	if err != nil {
		return nil, err
	}
	if basket.Gone, err = x.gone(o); err != nil {
		return nil, err
	}
	out := &Order{Basket: basket, Company: own, Buyer: x.buyer}
	if o.PaymentID != 0 {
		p, err := payment.Get(x.r, o.PaymentID)
		if err != nil {
			return nil, err
		}
		out.Attempt = attemptOf(&p)
	}
	if o.Status == order.Active { // whoever has the basket sees more of it
		basket.Code, basket.Access = "", ""
		return out, nil
	}
	good := o.Status == order.Complete || o.Status == order.PartiallyRefunded
	if out.Gifts, err = x.gifts(&o); err != nil {
		return nil, err
	}
	if good {
		if out.Asked, err = x.stillAsked(basket); err != nil {
			return nil, err
		}
	}
	if out.SellOn, err = x.sellOn(&o); err != nil {
		return nil, err
	}
	if good {
		at, some, err := order.TicketsFrom(x.r, b.Items)
		if err != nil {
			return nil, err
		}
		if some {
			out.Later = &at
		}
	}
	return out, x.tickets(out, b.Items)
}

// gone puts together what was sold with an order and is not part of it any more.
func (x *reader) gone(o order.Order) ([]Line, error) {
	all, err := order.ItemsOf(x.r, &o)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(i order.Item) bool { return !i.Sold || i.Holds() })
	if len(all) == 0 {
		return nil, nil
	}
	for i := range all { // of these copies nothing ended, so that they make lines
		all[i].CancelledAt, all[i].RejectedAt, all[i].DeletedAt = nil, nil, nil
	}
	b, err := order.Show(x.r, x.cache, o, all, x.now)
	if err != nil {
		return nil, err
	}
	out := &Basket{}
	for i := range b.Lines {
		if err := x.line(out, &b, &b.Lines[i]); err != nil {
			return nil, err
		}
	}
	return append(out.Lines, out.Fees...), nil
}

func attemptOf(p *payment.Payment) *Attempt {
	return &Attempt{Gateway: p.Gateway, State: p.State, Since: p.Since, Problem: p.Problem, HoldUntil: p.HoldUntil, Amount: p.Amount}
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

// PageOf is the secret in the address of an order's page, for a buyer to whom the order
// belongs.
func PageOf(ctx context.Context, a *app.App, c *app.Caller, k order.Key) (token string, err error) {
	err = a.View(ctx, c, app.Sell, func(r app.Reader) error {
		o, err := order.FindPayable(r, c, k)
		if err != nil {
			return err
		}
		own, err := company.SettingsOf(r)
		if err == nil {
			token = order.NewLinks(own.ID, own.LinkKey).Page(&o)
		}
		return err
	})
	return token, err
}

// Payments are the ways to pay for a basket in the shop.
type Payments struct {
	// Card is the name of the gateway that takes cards, empty: none does.
	Card string
	// Device is what the buyer's browser needs to talk to that gateway by itself, and Count how
	// that counts amounts.
	Device payment.Public
	Count  payment.Count
	// Invoice: it can be paid by bank transfer. InvoiceDays is within how many days, 0:
	// nobody says; Instant: the tickets are good at once.
	Invoice     bool
	InvoiceDays int64
	Instant     bool
	// Deposit is what the gateway can take now to hold it until the rest is due; nil: there is
	// none.
	Deposit *terms.Offer
	// Balance is what the buyer who signed in has on their account, which pays for all of it;
	// nil: it does not.
	Balance *int64
}

// WaysToPay reads how a basket can be paid in the shop now.
func WaysToPay(ctx context.Context, a *app.App, c *app.Caller, b *Basket) (p Payments, err error) {
	err = a.View(ctx, c, app.Sell, func(r app.Reader) (err error) {
		if p.Card, err = payment.NameFor(r); err != nil {
			return err
		}
		t, err := terms.Of(r)
		if err != nil {
			return err
		}
		one := len(b.Order.EventIDs) == 1
		if p.Invoice = one && !b.resold() && t.CheckInvoice(b.Due, b.Order.CurrencyID, b.Order.Channel) == nil; p.Invoice {
			p.InvoiceDays, p.Instant = t.Invoice.Days, t.Invoice.Instant
		}
		return p.addOffers(r, c, b, a.Now())
	})
	if err != nil || p.Card == "" {
		return p, err
	}
	gateway, err := payment.GatewayOf(ctx, a, c.CompanyID, p.Card)
	if err != nil {
		return p, err
	}
	p.Device, p.Count = gateway.Public(), payment.CountOf(a, p.Card)
	return p, nil
}

// addOffers notes the ways that what lies in the basket and who buys it decide. What is in
// tokens of the company's own is no money that a card could pay.
func (p *Payments) addOffers(r app.Reader, c *app.Caller, b *Basket, now time.Time) error {
	whole, err := order.LoadBasket(r, b.Order, now)
	if err != nil {
		return err
	}
	offers, err := quote.PayOffersOf(r, c, &whole, now)
	if err != nil {
		return err
	}
	if b.Currency.IsCustom {
		p.Card = ""
	}
	p.Deposit = offers.Deposit
	if offers.Wallet != nil {
		p.Balance = &offers.Wallet.Available
	}
	return nil
}

// None tells that nothing can be paid here.
func (p *Payments) None() bool { return p.Card == "" && !p.Invoice && p.Balance == nil }

// LastAttempt is the payment by card that counts for a basket, nil without one.
func LastAttempt(ctx context.Context, a *app.App, c *app.Caller, k order.Key) (out *Attempt, err error) {
	err = a.View(ctx, c, app.Sell, func(r app.Reader) error {
		o, err := order.FindPayable(r, c, k)
		if err != nil || o.PaymentID == 0 {
			return err
		}
		p, err := payment.Get(r, o.PaymentID)
		out = attemptOf(&p)
		return err
	})
	return out, err
}

// ByPaymentLink gives the secret in the address of the page of the order that a payment link
// leads to.
func ByPaymentLink(ctx context.Context, a *app.App, reference, token string) (page string, err error) {
	var id int64
	err = a.ViewCompany(ctx, 0, func(r app.Reader) (err error) {
		id, err = order.CompanyOf(r, reference)
		return err
	})
	if err != nil {
		return "", err
	}
	err = a.ViewCompany(ctx, id, func(r app.Reader) error {
		o, err := order.ByPaymentLink(r, reference, token)
		if err != nil {
			return err
		}
		own, err := company.SettingsOf(r)
		if err == nil {
			page = order.NewLinks(own.ID, own.LinkKey).Page(&o)
		}
		return err
	})
	return page, err
}

// ByLink finds the basket that a link hands over, with the company whose shop goes on with
// it once that is open.
func ByLink(ctx context.Context, a *app.App, reference, token string) (own *company.Company, o order.Order, err error) {
	var id int64
	err = a.ViewCompany(ctx, 0, func(r app.Reader) (err error) {
		id, err = order.CompanyOf(r, reference)
		return err
	})
	if err != nil {
		return nil, o, err
	}
	err = a.ViewCompany(ctx, id, func(r app.Reader) error {
		if o, err = order.ByLink(r, reference, token, a.Now()); err != nil {
			return err
		}
		own, err = company.SettingsOf(r)
		return err
	})
	return own, o, err
}
