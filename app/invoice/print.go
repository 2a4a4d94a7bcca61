package invoice

import (
	"fmt"
	"strings"

	"marquee/app/company"
	"marquee/app/company/iban"
	"marquee/app/locale"
	"marquee/app/paper"
)

// printer puts a document into words.
type printer struct {
	*View
	w   *words
	l   locale.Language
	cur company.Currency
}

// Paper is the document to be printed, with what programs read inside. What is taken back is
// above zero, as in a credit note.
func (v *View) Paper() *paper.Invoice {
	cur, _ := company.CurrencyByID(v.CurrencyID)
	p := printer{v, v.words(), locale.Of(v.Language), cur}
	s := &v.Seller
	out := &paper.Invoice{
		Language: string(p.l), Title: v.Title(v.Language), Number: v.Number(), Issuer: paper.Issuer{Name: s.Name, Address: s.Address},
		To: p.recipient(), Facts: p.facts(), Sums: p.sums(), Notes: p.notes(), Page: p.w.page, Made: v.CreatedAt, Data: v.XML(),
		Heads: [paper.InvoiceColumns]string{p.w.item, p.w.quantity, p.w.rate, p.w.net, p.w.gross}, Foot: p.foot(),
	}
	for i := range v.Lines {
		out.Lines = append(out.Lines, p.line(&v.Lines[i]))
	}
	if v.Due() > 0 && s.IBAN != "" {
		out.Pay = labelled(p.w.holder, s.Holder, "IBAN", iban.Spaced(s.IBAN), "BIC", s.BIC, p.w.purpose, v.Reference)
		out.Code, out.Scan = TransferCode(s, v.CurrencyID, v.Due(), v.Reference), p.w.scan
	}
	return out
}

// labelled are pairs of a label and a text, without those that have no text.
func labelled(pairs ...string) (all []paper.Labelled) {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			all = append(all, paper.Labelled{Label: pairs[i], Text: pairs[i+1]})
		}
	}
	return all
}

// amount is an amount of the document, above zero in one that takes back.
func (p *printer) amount(minor int64) string {
	if p.Credits() {
		minor = -minor
	}
	return p.l.Amount(p.cur, minor)
}

// recipient is the address.
func (p *printer) recipient() string {
	b := &p.Buyer
	lines := []string{b.Company, b.Name, b.Line1, b.Line2, strings.TrimSpace(b.Postcode + " " + b.City)}
	if country, ok := company.CountryByID(b.CountryID); ok && b.CountryID != p.Seller.CountryID {
		lines = append(lines, country.NameIn(string(p.l)))
	}
	var all []string
	for _, line := range lines {
		if line != "" {
			all = append(all, line)
		}
	}
	return strings.Join(all, "\n")
}

func (p *printer) facts() []paper.Labelled {
	delivered, due := p.date(p.From), ""
	if !p.From.Equal(p.Until) {
		delivered += " – " + p.date(p.Until)
	}
	if p.DueOn != nil {
		due = p.date(*p.DueOn)
	}
	return labelled(p.w.number, p.Number(), p.w.date, p.date(p.Day), p.w.corrects, p.Corrected, p.w.delivery, delivered, p.w.due, due,
		p.w.order, p.Reference, p.w.yourReference, p.Buyer.Reference, p.w.yourVAT, p.Buyer.VATNumber)
}

func (p *printer) line(l *Line) paper.InvoiceLine {
	quantity := int64(len(l.Units))
	if (l.Gross() < 0) != p.Credits() {
		quantity = -quantity
	}
	detail := l.Event
	if !l.From.IsZero() && !p.From.Equal(p.Until) {
		detail += ", " + p.date(l.From)
	}
	return paper.InvoiceLine{
		Cells:  [paper.InvoiceColumns]string{l.Name, p.l.Number(quantity), p.l.Percent(l.Rate), p.amount(l.Net()), p.amount(l.Gross())},
		Detail: detail,
	}
}

func (p *printer) sums() []paper.Labelled {
	all := labelled(p.w.sum, p.amount(p.Net()))
	for _, s := range p.ByRate() {
		if s.Rate != 0 {
			all = append(all, paper.Labelled{Label: fmt.Sprintf(p.w.taxAt, p.l.Percent(s.Rate), p.amount(s.Net)), Text: p.amount(s.Tax)})
		}
	}
	switch {
	case p.Credits():
		return append(all, labelled(p.w.back, p.amount(p.Gross()))...)
	case p.Paid == 0:
		return append(all, labelled(p.w.total, p.amount(p.Gross()))...)
	}
	return append(all, labelled(p.w.total, p.amount(p.Gross()), p.w.paid, p.amount(p.Paid), p.w.open, p.amount(p.Due()))...)
}

func (p *printer) notes() (all []string) {
	if !p.Credits() {
		all = append(all, p.terms())
	}
	for _, s := range p.ByRate() {
		switch category(s.Rate, s.Reverse) {
		case "AE":
			all = append(all, p.w.reverse)
		case "E":
			all = append(all, p.exemption())
		}
	}
	return all
}

// foot says who sells, with the numbers and the account.
func (p *printer) foot() []string {
	s := &p.Seller
	number := p.w.taxNumber
	if isVATNumber(s.TaxNumber) {
		number = p.w.vatNumber
	}
	all := []string{s.Name + "\n" + s.Address, number + "\n" + s.TaxNumber + "\n" + s.Email}
	if s.IBAN != "" {
		all = append(all, p.w.account+"\n"+s.Holder+"\n"+iban.Spaced(s.IBAN)+"\n"+s.BIC)
	}
	return all
}
