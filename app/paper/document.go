package paper

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

// Format is the paper that tickets are printed on.
type Format string

// The formats. A4 has one ticket a page, on the half above the fold.
const (
	A4   Format = "a4"
	A6   Format = "a6"
	Roll Format = "roll" // 80 mm wide, as long as the ticket
)

// Formats are all formats.
var Formats = []Format{A4, A6, Roll}

// Kinds are all kinds of codes.
var Kinds = []Kind{QR, Aztec, Code128}

// Document is what is printed in one go.
type Document struct {
	Format Format
	// Language of the labels: "en", "de" or "fr"; others get English.
	Language string
	// Title is shown by viewers.
	Title   string
	Issuer  Issuer
	Tickets []Ticket
	// Made is when the document was made; it makes its bytes repeatable.
	Made time.Time
}

// Issuer is whose tickets they are.
type Issuer struct {
	Name string
	// Address may have several lines.
	Address   string
	TaxNumber string
	Support   string
	// Logo is a JPEG or PNG that stands for the name in the header; nil for none. Rolls have
	// the name: they are black alone.
	Logo []byte
	// Color is that of the header, as #rrggbb; empty is a dark grey.
	Color string
}

// Ticket is one ticket. Every text is as the guest reads it, empty where there is none.
type Ticket struct {
	Event   string
	Date    string // Saturday, 4 July 2026, 19:30
	Doors   string
	Venue   string
	Address string
	Item    string // what was bought: Weekend ticket
	Seat    string
	Holder  string
	Price   string
	// Validity is when it lets somebody in, where that is not the time of the event.
	Validity string
	Order    string // the reference
	Number   string // 2 of 4
	Notes    string
	Terms    string
	// Voucher is what a gift voucher is worth; empty for a ticket.
	Voucher string
	// Barcode is what people read, and Code what the symbol says; empty: the same.
	Barcode, Code string
	Symbol        Kind
	// Picture is a JPEG or PNG for the header; nil for none.
	Picture []byte
	// Demo: it was sold in demo mode, and says so.
	Demo bool
}

// Printer draws documents, two at a time, so that a long one keeps not everybody waiting: a
// rush of them takes neither the processors nor the memory that the doors need.
type Printer struct {
	plans sync.Map // qrPlanKey to plan
	turn  chan struct{}
}

// atOnce is how many documents are drawn at a time.
const atOnce = 2

// NewPrinter makes a printer.
func NewPrinter() *Printer { return &Printer{turn: make(chan struct{}, atOnce)} }

// Write draws the document, after those that came before it. It names the characters
// that no font has, in order.
func (p *Printer) Write(ctx context.Context, w io.Writer, d *Document) (missing []rune, err error) {
	if len(d.Tickets) == 0 || len(d.Tickets) > MaxTickets {
		return nil, fmt.Errorf("paper: %d tickets, want 1 to %d", len(d.Tickets), MaxTickets)
	}
	draw, known := layouts[d.Format]
	if !known {
		return nil, fmt.Errorf("paper: no format %q", d.Format)
	}
	leave, err := p.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	c := newCanvas(d)
	rest := pause{began: time.Now()}
	for i := range d.Tickets {
		if err := rest.after(ctx, i); err != nil {
			return nil, err
		}
		t := &d.Tickets[i]
		code := cmp.Or(t.Code, t.Barcode)
		sym, err := p.Symbol(t.Symbol, code)
		if err != nil {
			sym, err = p.Symbol(QR, code)
		}
		if err != nil {
			return nil, err
		}
		draw(c, d, t, sym)
	}
	return c.lacking(), c.write(w)
}

// pause leaves the processors to the doors for a while after every few tickets: nobody waits
// for the last of hundreds, and somebody waits at each gate.
type pause struct{ began time.Time }

// after ends with the context.
func (p *pause) after(ctx context.Context, tickets int) error {
	if tickets == 0 || tickets%together != 0 {
		return ctx.Err()
	}
	select {
	case <-time.After(restful * time.Since(p.began)):
	case <-ctx.Done():
	}
	p.began = time.Now()
	return ctx.Err()
}

// enter waits for the turn of a document.
func (p *Printer) enter(ctx context.Context) (leave func(), err error) {
	select {
	case p.turn <- struct{}{}:
		return func() { <-p.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// lacking are the characters that no font has, in order.
func (c *canvas) lacking() (missing []rune) {
	for r := range c.missing {
		missing = append(missing, r)
	}
	slices.Sort(missing)
	return missing
}

var layouts = map[Format]func(*canvas, *Document, *Ticket, *Symbol){A4: drawA4, A6: drawA6, Roll: drawRoll}
