package company

import (
	"regexp"
	"strings"

	"marquee/app"
)

// Invoicing says whether the company writes invoices, and what stands on them beside its
// billing details.
type Invoicing struct {
	Issue IssueInvoices `msgpack:"is,omitempty"`
	// Ask is whether the shop asks whom an invoice is for.
	Ask AskBuyer `msgpack:"as,omitempty"`
	// Series begins the numbers of the invoices.
	Series string `msgpack:"se,omitempty"`
	// CountryID is where the company has its seat, 0: nobody said.
	CountryID int64 `msgpack:"co,omitempty"`
	// Exemption is why something has no tax, in the words of the law; empty says no more
	// than that it has none.
	Exemption string `msgpack:"ex,omitempty"`
	Bank      Bank   `msgpack:"ba,omitempty"`
	// Used: there are invoices. Without them nobody looks for any.
	Used bool `msgpack:"us,omitempty"`
}

// IssueInvoices is for which orders invoices are written. The text is the slug of the API.
type IssueInvoices string

// When invoices are written by themselves.
const (
	// IssueNever: for none.
	IssueNever IssueInvoices = ""
	// IssueAsked: for orders that are paid by invoice, and those whose buyers said whom an
	// invoice is for. IssueAlways: for every order that costs something.
	IssueAsked  IssueInvoices = "asked"
	IssueAlways IssueInvoices = "always"
)

// AskBuyer is whether the shop asks for the company, the address and the VAT number of the
// buyer. The text is the slug of the API.
type AskBuyer string

// How the shop asks.
const (
	AskNothing  AskBuyer = ""
	AskOptional AskBuyer = "optional"
	AskRequired AskBuyer = "required"
)

// InvoicingChange changes how invoices are written.
type InvoicingChange struct {
	Issue             *IssueInvoices
	Ask               *AskBuyer
	Series, Exemption app.Maybe[string]
	CountryID         app.Maybe[int64]
	Bank              BankChange
}

// formOfSeries has no digits, so that a series and a year are told apart, and does not begin
// as the numbers of the demo do.
var formOfSeries = regexp.MustCompile(`^[A-Z][A-Z-]*$`)

// DemoSeries begins the numbers of what was sold in demo mode, which are no invoices.
const DemoSeries = "DEMO-"

func (in *InvoicingChange) check(p *app.Problems) {
	if v := in.Series.Value; v != nil && *v != "" {
		*v = strings.ToUpper(strings.TrimSpace(*v))
		if len(*v) > MaxSeries || !formOfSeries.MatchString(*v) || strings.HasPrefix(*v+"-", DemoSeries) {
			p.Add("invoices.series", "must be up to %d letters and dashes, begin with a letter, and not with DEMO", MaxSeries)
		}
	}
	checkLine(p, "invoices.exemption", in.Exemption, MaxExemption)
	if id := in.CountryID.Value; id != nil {
		if _, ok := CountryByID(*id); !ok {
			p.Add("invoices.countryId", "is unknown")
		}
	}
	in.Bank.check(p)
}

func (in *InvoicingChange) apply(i *Invoicing) {
	set(&i.Issue, in.Issue)
	set(&i.Ask, in.Ask)
	in.Series.Put(&i.Series)
	in.Exemption.Put(&i.Exemption)
	in.CountryID.Put(&i.CountryID)
	in.Bank.apply(&i.Bank)
}

// CheckInvoicing names what is missing of a company that is to write invoices: whose they are
// has to stand on each.
func (c *Company) CheckInvoicing() error {
	const why = "is required for invoices"
	var p app.Problems
	if app.Blank(c.Billing.Name) {
		p.Add("billingDetails.name", why)
	}
	if app.Blank(c.Billing.Address) {
		p.Add("billingDetails.address", why)
	}
	if c.Billing.TaxNumber() == "" {
		p.Add("billingDetails.salesTaxNumber", why)
	}
	if c.Invoicing.CountryID == 0 {
		p.Add("invoices.countryId", why)
	}
	return p.Err()
}

// checkIssue is CheckInvoicing for a company that writes any by itself.
func (c *Company) checkIssue() error {
	if c.Invoicing.Issue == IssueNever {
		return nil
	}
	return c.CheckInvoicing()
}

// UseInvoices notes that the company has invoices.
func UseInvoices(tx app.Tx) error {
	own, err := SettingsOf(tx)
	if err != nil || own.Invoicing.Used {
		return err
	}
	_, err = companies.Update(tx, tx.Company(), func(c *Company) error { c.Invoicing.Used = true; return nil })
	return err
}
