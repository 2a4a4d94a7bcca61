package paper

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"time"
)

// Invoice is an invoice, or what corrects one, to be printed and read by programs. Every text
// is as its reader reads it, empty where there is none.
type Invoice struct {
	Language string
	// Title says what it is, Number which.
	Title, Number string
	Issuer        Issuer
	// To are the lines of the address.
	To string
	// Facts stand beside the address, Sums below the table.
	Facts, Sums []Labelled
	// Heads are the titles of the columns of the table.
	Heads [InvoiceColumns]string
	Lines []InvoiceLine
	Notes []string
	// Pay is said beside the code to pay with, which is drawn where Code is not empty.
	Pay  []Labelled
	Scan string
	Code string
	// Foot are the columns at the foot of each page.
	Foot []string
	// Page numbers pages: "Page %d".
	Page string
	Made time.Time
	// Data is the invoice as programs read it, which is put into the file.
	Data []byte
}

// InvoiceColumns is how many columns the table has: what, how many, the rate, net and gross.
const InvoiceColumns = 5

// Labelled is a text with its label.
type Labelled struct{ Label, Text string }

// InvoiceLine is a line of the table.
type InvoiceLine struct {
	// Cells are its columns, the first with a detail below.
	Cells  [InvoiceColumns]string
	Detail string
}

// The columns of the table, from the left edge of the sheet: each ends where it says, and all
// but the first are flush right.
var invoiceEnds = [InvoiceColumns]float64{110, 126, 144, 167, 190}

const (
	invoiceTop    = 98.0
	invoiceNext   = 25.0 // top of the pages that follow
	invoiceBottom = 262.0
	invoiceFoot   = 272.0
	invoiceCode   = 34.0 // side of the code
)

//go:embed font/sRGB2014.icc
var colorProfile []byte

// WriteInvoice draws an invoice on A4, after what came before it, as PDF/A-3 with its data
// inside. It names the characters that no font has.
func (p *Printer) WriteInvoice(ctx context.Context, w io.Writer, d *Invoice) (missing []rune, err error) {
	var code *Symbol
	if d.Code != "" {
		if code, err = p.Symbol(QR, d.Code); err != nil {
			return nil, err
		}
	}
	leave, err := p.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	name := d.Title + " " + d.Number
	c := newCanvas(&Document{Language: d.Language, Title: name, Issuer: d.Issuer, Made: d.Made})
	c.invoice(d, code)
	c.pdf.extra = c.pdf.archived(name, d)
	return c.lacking(), c.write(w)
}

func (c *canvas) invoice(d *Invoice, code *Symbol) {
	s := &invoiceSheet{canvas: c, doc: d}
	s.begin()
	c.block(coverLeft, windowTop, windowWidth, 1, style{7, false, grey}, d.Issuer.Name)
	c.block(coverLeft, windowTop+5, windowWidth, 7, style{11, false, black}, d.To)
	y := windowTop
	for _, f := range d.Facts {
		c.block(coverRight-75, y, 37, 1, style{9, false, grey}, f.Label)
		y += c.block(coverRight-37, y, 37, 2, style{9, false, black}, f.Text) + 0.5
	}
	s.y = max(invoiceTop, y+8)
	s.y += c.block(coverLeft, s.y, coverRight-coverLeft, 1, style{16, true, black}, d.Title+" "+d.Number) + 4
	s.heads()
	for i := range d.Lines {
		s.line(&d.Lines[i])
	}
	s.sums()
	for _, note := range d.Notes {
		s.room(8)
		s.y += c.block(coverLeft, s.y, coverRight-coverLeft, 4, style{9, false, black}, note) + 2
	}
	s.pay(code)
}

// invoiceSheet is an invoice that is being drawn, down to y.
type invoiceSheet struct {
	*canvas
	doc *Invoice
	y   float64
	n   int
}

// begin begins a page with its foot.
func (s *invoiceSheet) begin() {
	s.page(a4Width, a4Height)
	s.n++
	s.dashed(coverLeft, invoiceFoot-2, coverRight, invoiceFoot-2)
	width := (coverRight - coverLeft) / float64(max(1, len(s.doc.Foot)))
	for i, text := range s.doc.Foot {
		s.block(coverLeft+float64(i)*width, invoiceFoot, width-4, 5, style{7, false, grey}, text)
	}
	s.block(coverLeft, invoiceFoot+17, 60, 1, style{7, false, grey}, fmt.Sprintf(s.doc.Page, s.n))
	s.y = invoiceNext
}

// room begins another page where less is left of this one.
func (s *invoiceSheet) room(height float64) bool {
	if s.y+height <= invoiceBottom {
		return false
	}
	s.begin()
	return true
}

// cells writes a row, and returns its height.
func (s *invoiceSheet) cells(look style, cells [InvoiceColumns]string, lines int) float64 {
	h := s.block(coverLeft, s.y, invoiceEnds[0]-coverLeft-3, lines, look, cells[0])
	for i := 1; i < InvoiceColumns; i++ {
		s.right(invoiceEnds[i], s.y, invoiceEnds[i]-invoiceEnds[i-1]-1, look, cells[i])
	}
	return max(h, look.lineHeight())
}

// right is a line that ends at x.
func (c *canvas) right(x, y, w float64, s style, text string) {
	rows, s := c.fit(w, 1, s, text)
	c.rows(y, s, rows, func(i int) float64 { return x - s.mm(rows[i].Width) })
}

func (s *invoiceSheet) heads() {
	s.y += s.cells(style{8.5, true, grey}, s.doc.Heads, 1) + 1
	s.dashed(coverLeft, s.y, coverRight, s.y)
	s.y += 2
}

func (s *invoiceSheet) line(l *InvoiceLine) {
	if s.room(14) {
		s.heads()
	}
	s.y += s.cells(style{10, false, black}, l.Cells, 2)
	s.y += s.block(coverLeft, s.y, invoiceEnds[0]-coverLeft-3, 2, style{8.5, false, grey}, l.Detail) + 1.5
}

func (s *invoiceSheet) sums() {
	s.room(float64(6*len(s.doc.Sums) + 6))
	s.dashed(coverLeft, s.y, coverRight, s.y)
	s.y += 2
	for i, sum := range s.doc.Sums {
		look := style{10, i == len(s.doc.Sums)-1, black}
		s.right(invoiceEnds[3]-4, s.y, 110, look, sum.Label)
		s.right(coverRight, s.y, 28, look, sum.Text)
		s.y += look.lineHeight() + 0.8
	}
	s.y += 5
}

// pay says where to transfer the money to, beside the code that does so by itself.
func (s *invoiceSheet) pay(code *Symbol) {
	if len(s.doc.Pay) == 0 {
		return
	}
	s.room(invoiceCode + 8)
	left, y := coverLeft, s.y
	if code != nil {
		s.symbol(code, coverLeft, y, invoiceCode, 0)
		s.centered(coverLeft, y+invoiceCode+0.5, invoiceCode, 2, style{7.5, false, grey}, s.doc.Scan)
		left += invoiceCode + 6
	}
	for _, p := range s.doc.Pay {
		s.block(left, y, 36, 1, style{9, false, grey}, p.Label)
		y += s.block(left+37, y, coverRight-left-37, 2, style{10, false, black}, p.Text) + 1
	}
}
