package message

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/letters"
	"marquee/app/locale"
	"marquee/app/order"
	"marquee/app/paper"
	"marquee/app/ticketcode/form"
)

// Printing says how tickets are printed.
type Printing struct {
	Format paper.Format
	Symbol paper.Kind
	// Language is a language tag; empty is the company's first.
	Language string
	// Vouchers: gift vouchers alone.
	Vouchers bool
	// Part: those that can be printed will do, although there are tickets whose codes rotate.
	Part bool
}

// ErrRotating: tickets have codes that rotate, which no paper shows. A page does.
var ErrRotating = errors.New("message: the codes of tickets rotate")

// Tickets reads what a download link opens, ready to be printed, and the reference of
// its order. Nobody has to be logged in.
func Tickets(ctx context.Context, a *app.App, token string, p Printing) (*paper.Document, string, error) {
	o, err := open(ctx, a, token)
	if err != nil {
		return nil, "", err
	}
	if p.Vouchers {
		o.items = slices.DeleteFunc(o.items, func(it order.Item) bool { return it.Type != catalog.GiftVoucher })
		if len(o.items) == 0 {
			return nil, "", nothing()
		}
	}
	// A code that rotates is shown on a page alone: on paper it would be over.
	all := len(o.items)
	o.items = slices.DeleteFunc(o.items, func(it order.Item) bool { return it.Form == form.Rotating })
	if len(o.items) == 0 || len(o.items) < all && !p.Part {
		return nil, "", ErrRotating
	}
	o.readPictures(ctx, a)
	return o.document(p, a.Now()), o.order.Reference, nil
}

// Replaced are the names that the tickets of a download link are printed with otherwise than they are written.
func Replaced(ctx context.Context, a *app.App, token string) ([]letters.Replaced, error) {
	o, err := open(ctx, a, token)
	if err != nil {
		return nil, err
	}
	d := o.document(Printing{}, a.Now())
	names := []string{d.Issuer.Name}
	for i := range d.Tickets {
		t := &d.Tickets[i]
		names = append(names, t.Event, t.Item, t.Venue, t.Seat, t.Holder)
	}
	return letters.ReplacedIn(names...), nil
}

// speaking is the language of texts, and of what we write ourselves.
func (o *opened) speaking(asked string) (app.Language, locale.Language) {
	fallback := "en"
	if len(o.company.Locales) > 0 {
		fallback = o.company.Locales[0]
	}
	l := app.Language{Asked: cmp.Or(asked, fallback), Fallback: fallback}
	return l, locale.Of(l.Asked)
}

func (o *opened) document(p Printing, now time.Time) *paper.Document {
	texts, words := o.speaking(p.Language)
	c := o.company
	d := &paper.Document{
		Format: p.Format, Language: string(words), Title: o.order.Reference, Made: now.Truncate(time.Second),
		Issuer: paper.Issuer{
			Name: cmp.Or(c.Billing.Name, c.Name), Address: c.Billing.Address,
			Support: c.Branding.SupportURL, Color: c.Branding.PrimaryColor, Logo: o.logo,
		},
	}
	d.Issuer.TaxNumber = c.Billing.TaxNumber()
	cur, _ := company.CurrencyByID(o.order.CurrencyID)
	for i := range o.items {
		it := &o.items[i]
		t := o.ticket(it, texts, words)
		t.Number = fmt.Sprintf("%d / %d", i+1, len(o.items))
		t.Symbol = p.Symbol
		if it.Type == catalog.GiftVoucher {
			t.Voucher = words.Amount(cur, it.Base) // and not what was paid: it is a gift
		} else if it.Price > 0 {
			t.Price = words.Amount(cur, it.Price)
		}
		d.Tickets = append(d.Tickets, t)
	}
	return d
}

func (o *opened) ticket(it *order.Item, texts app.Language, words locale.Language) paper.Ticket {
	t := paper.Ticket{
		Event: o.company.Name, Item: it.SaleName, Order: o.order.Reference, Barcode: it.Barcode, Demo: it.Demo,
		Holder: o.order.SoldTo().HolderOf(it, cmp.Or(o.holders[it.CustomerID], o.holders[o.order.CustomerID])),
	}
	if it.Type == catalog.GiftVoucher {
		t.Holder = it.NamedHolder // it is for somebody else than its buyer
	}
	if code := order.CodeOf(o.company, it); code != it.Barcode {
		t.Code = code
	}
	if k := o.kinds[it.ItemID]; k != nil {
		t.Item = k.NameIn(texts)
	}
	zone := o.company.Location()
	if e, ok := o.events[it.EventID]; ok {
		zone = e.Location()
		t.Event, t.Picture = e.NameIn(texts), o.pictures[e.ID]
		t.Date = dates(o.dates[it.ID], words)
		v := o.venues[e.VenueID]
		t.Venue, t.Address = v.Name, v.OneLine()
		o.beside(&t, it, &e, texts, words)
	}
	if it.Place != nil {
		t.Seat = it.Place.FullName()
	}
	t.Validity = validity(it, o.dates[it.ID], zone, words)
	return t
}

// longDates is up to how many dates a ticket says in full.
const longDates = 4

// dates are when a ticket is for: one below the other, or many of them in short.
func dates(all []catalog.Showing, words locale.Language) string {
	lines, between := make([]string, len(all)), "\n"
	for i := range all {
		from := all[i].Start()
		switch {
		case len(all) <= longDates:
			lines[i] = words.Span(from, all[i].End())
		case i+1 == len(all) || all[i+1].Start().Year() != from.Year():
			lines[i] = words.DayMonth(from) + from.Format(" 2006, ") + words.Clock(from)
		default:
			lines[i] = words.ShortMoment(from)
		}
	}
	if len(all) > longDates {
		between = " · "
	}
	return strings.Join(lines, between)
}

// beside fills in when doors open, what there is to know, and the terms. A season ticket is
// for many evenings, and a ticket of its own time for another one.
func (o *opened) beside(t *paper.Ticket, it *order.Item, e *catalog.Event, texts app.Language, words locale.Language) {
	t.Terms = cmp.Or(e.Tickets.Terms, o.company.Tickets.Terms)
	if s, ok := o.sold[it.SaleItemID]; ok {
		t.Notes = cut(s.InformationIn(texts), mostNotes)
	}
	if at, known := e.DoorsAt(); known && it.ValidFrom == nil && len(it.Run) == 0 {
		if t.Doors = words.Clock(at); at.YearDay() != e.Start.In(at.Location()).YearDay() {
			t.Doors = words.Moment(at)
		}
	}
}

// mostNotes is how many characters of what there is to know a ticket has room for.
const mostNotes = 400

func cut(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return strings.TrimSpace(string(r[:most-1])) + "…"
	}
	return s
}

// validity is when a ticket lets somebody in, where its dates do not say that: the window of a
// season ticket lies around each of them.
func validity(it *order.Item, on []catalog.Showing, zone *time.Location, words locale.Language) string {
	switch {
	case len(on) > 1, len(on) == 1 && equals(it.ValidFrom, on[0].Start()) && equals(it.ValidTo, on[0].End()):
		return ""
	case it.ValidFrom != nil && it.ValidTo != nil:
		return words.Span(it.ValidFrom.In(zone), it.ValidTo.In(zone))
	case it.ValidFrom != nil:
		return words.Moment(it.ValidFrom.In(zone)) + " –"
	case it.ValidTo != nil:
		return "– " + words.Moment(it.ValidTo.In(zone))
	}
	return ""
}

func equals(t *time.Time, at time.Time) bool { return t != nil && t.Equal(at) }
