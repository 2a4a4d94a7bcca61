package shop

import (
	"html/template"
	"strings"

	"marquee/app/catalog"
	"marquee/app/letters"
	"marquee/app/paper"
	"marquee/app/shop"
	"marquee/handlers/web/page"
	"marquee/handlers/wire"
)

type ticketView struct {
	shop.Ticket
	Number, Of int
	Symbol     template.HTML
	Spelled    string
	Where      string
	// Dates are when it is for.
	Dates []whenView
	// Typed is the name that stands in the form, Problem why it was not taken.
	Typed, Problem string
	// Apple and Google are where phones get the ticket for their wallets; empty: they do not.
	Apple, Google string
	// StreamNote is what stands beside its stream.
	StreamNote []string
}

// addTickets draws the tickets.
func (b *orderBody) addTickets(v *page.View) {
	if b.Download == "" {
		return
	}
	printed := wire.TicketsPath + "/" + b.Download
	b.ICS = printed + "/calendar.ics"
	printer, names := paper.NewPrinter(), []string{b.Company.Name}
	for i, t := range b.Order.Tickets {
		view := ticketView{Ticket: t, Number: i + 1, Of: len(b.Order.Tickets), Spelled: spelled(t.Barcode), Typed: t.Named}
		if t.Link != "" && b.Wallets.Apple {
			view.Apple = wire.TicketsPath + "/" + t.Link + wire.PassFile
		}
		if t.Link != "" && b.Wallets.Google {
			view.Google = wire.TicketsPath + "/" + t.Link + wire.SaveLink
		}
		if t.Stream != nil {
			view.StreamNote = paragraphs(t.Stream.Note)
		}
		if t.Secret != "" {
			b.Rotates = true
		} else if symbol, err := printer.Symbol(paper.QR, t.Code); err == nil {
			view.Symbol, b.PDF = page.Symbol(symbol), printed
		}
		if t.Event != nil {
			view.Dates, _ = whenOf(v, t.Dates)
			if t.Event.Venue != nil {
				view.Where = t.Event.Venue.Name
			}
		}
		names = append(names, t.Name, t.Seat, t.Holder, view.Where)
		if t.Event != nil {
			names = append(names, t.Event.Name)
		}
		b.Tickets = append(b.Tickets, view)
	}
	if b.PDF != "" {
		b.Replaced = letters.ReplacedIn(names...)
	}
	if b.Rotates && b.PDF != "" {
		b.PDF += "?format=" + string(paper.A4)
	}
}

// whenView is from when until when something is.
type whenView struct{ Begins, Ends template.HTML }

// whenOf puts dates into words, each by itself and all together as days.
func whenOf(v *page.View, all []catalog.Showing) (each []whenView, days string) {
	for i := range all {
		from, until := all[i].Start(), all[i].End()
		each = append(each, whenView{v.Meeting(from), v.Meeting(until)})
	}
	if len(all) > 0 {
		days = v.Lang.Days(all[0].Start(), all[len(all)-1].End())
	}
	return each, days
}

// spelled puts a code into groups of four, to be read out.
func spelled(code string) string {
	var b strings.Builder
	for i, r := range []rune(code) {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}
