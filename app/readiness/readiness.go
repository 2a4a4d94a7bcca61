package readiness

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/payment"
	"marquee/app/terms"
)

// Name is a condition. The text is the slug of the API.
type Name string

// The conditions, in the order in which they are told.
const (
	Date        Name = "date"        // it is neither over nor cancelled
	Tickets     Name = "tickets"     // something is offered in the shop
	Prices      Name = "prices"      // everything offered has a price in the company's first currency
	Seats       Name = "seats"       // the seats of its plan are there
	Window      Name = "window"      // something is on sale now
	Stock       Name = "stock"       // of something there is some left
	Payment     Name = "payment"     // what costs something can be paid
	Published   Name = "published"   // everybody may see it
	Selling     Name = "selling"     // nobody stopped its sales
	Shop        Name = "shop"        // the shop of the company is open
	Description Name = "description" // it has a text
	Picture     Name = "picture"     // it has a picture
	Imprint     Name = "imprint"     // the shop says who sells
)

// Names are the slugs of all conditions.
func Names() (all []string) {
	for _, n := range []Name{Date, Tickets, Prices, Seats, Window, Stock, Payment, Published, Selling, Shop, Description, Picture, Imprint} {
		all = append(all, string(n))
	}
	return all
}

// advice is good to have, and the event sells without.
var advice = map[Name]bool{Description: true, Picture: true, Imprint: true}

// Check is a condition of an event.
type Check struct {
	Name Name
	Done bool
	// Needed: without it the event does not sell.
	Needed bool
}

// Report is what stands between an event and its sale.
type Report struct {
	EventID int64
	Checks  []Check
}

// Sells tells whether nothing is missing that is needed.
func (p *Report) Sells() bool {
	for _, c := range p.Checks {
		if c.Needed && !c.Done {
			return false
		}
	}
	return true
}

// facts are everything that the conditions are about.
type facts struct {
	event     *catalog.EventView
	own       *company.Company
	card      string
	transfers bool
	now       time.Time
}

// Of reads it for an event.
func Of(ctx context.Context, a *app.App, c *app.Caller, eventID int64) (Report, error) {
	e, err := catalog.ViewEvent(ctx, a, c, eventID, catalog.EventWants{SaleItems: true, Channel: catalog.Shop})
	if err != nil {
		return Report{}, err
	}
	f := facts{event: &e, now: a.Now()}
	err = a.View(ctx, c, app.ViewEvents, func(r app.Reader) (err error) {
		if f.own, err = company.SettingsOf(r); err != nil {
			return err
		}
		if f.card, err = payment.NameFor(r); err != nil {
			return err
		}
		t, err := terms.Of(r)
		f.transfers = err == nil && t.Invoice != nil && t.Invoice.On.Online
		return err
	})
	return f.report(), err
}

// report decides.
func (f *facts) report() Report {
	e, own := f.event, f.own
	out := Report{EventID: e.ID}
	if own == nil {
		return out
	}
	offered, priced, open, left, costs := f.items()
	note := func(name Name, done bool) { out.Checks = append(out.Checks, Check{name, done, !advice[name]}) }
	note(Date, e.CancelledAt == nil && !e.Ended(f.now))
	note(Tickets, offered > 0)
	note(Prices, offered > 0 && priced == offered)
	note(Seats, e.Seats == nil || !e.Seats.Copying)
	note(Window, open)
	note(Stock, left)
	note(Payment, !costs || f.card != "" || f.transfers)
	note(Published, e.Published)
	note(Selling, !e.OffSale)
	note(Shop, own.Shop.Open)
	note(Description, !app.Blank(e.Description))
	note(Picture, len(e.Images) > 0 || len(own.Images) > 0)
	note(Imprint, own.LegalAt(company.Imprint) != "")
	return out
}

// items counts what the shop offers, and what of it has a price; whether the times of anything are
// now, whether anything is left, and whether anything costs something. A draft is looked at as if
// it were published.
func (f *facts) items() (offered, priced int, open, left, costs bool) {
	for i := range f.event.Items {
		v := &f.event.Items[i]
		if v.DeletedAt != nil || v.Type == catalog.Fee || !v.OfferedOn(catalog.Shop) {
			continue
		}
		offered++
		if row, ok := v.PriceFor(f.own.CurrencyID, catalog.Shop); ok {
			priced++
			costs = costs || row.Base+row.ProcessingFee > 0 || row.Variable
		}
		open = open || catalog.Open(v.OnSaleFrom, v.OnSaleUntil, f.now)
		n := v.Left()
		left = left || n == nil || *n > 0
	}
	return offered, priced, open, left, costs
}
