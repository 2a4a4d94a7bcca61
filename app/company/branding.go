package company

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/company/iban"
)

var hexColor = regexp.MustCompile(`^#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$`)

// brandingField is one setting of a Branding with the change of it.
type brandingField struct {
	name  string
	given app.Maybe[string]
	to    *string
	isURL bool
}

func (in *BrandingChange) fields(b *Branding) []brandingField {
	return []brandingField{
		{"primaryColor", in.PrimaryColor, &b.PrimaryColor, false},
		{"secondaryColor", in.SecondaryColor, &b.SecondaryColor, false},
		{"gradientBegin", in.GradientBegin, &b.GradientBegin, false},
		{"gradientEnd", in.GradientEnd, &b.GradientEnd, false},
		{"iconColor", in.IconColor, &b.IconColor, false},
		{"toolbarLogo", in.ToolbarLogo, &b.ToolbarLogo, true},
		{"splashLogo", in.SplashLogo, &b.SplashLogo, true},
		{"supportUrl", in.SupportURL, &b.SupportURL, true},
		{"osSupportUrl", in.OSSupportURL, &b.OSSupportURL, true},
		{"nfcReaderSupportUrl", in.NFCReaderSupportURL, &b.NFCReaderSupportURL, true},
	}
}

func (in *BrandingChange) check(p *app.Problems) {
	for _, f := range in.fields(&Branding{}) {
		v := f.given.Value
		switch {
		case v == nil || *v == "":
		case f.isURL && !WebAddress(*v):
			p.Add("branding."+f.name, "must be a web address")
		case !f.isURL && !hexColor.MatchString(*v):
			p.Add("branding."+f.name, "must be a colour such as #1a2b3c")
		}
	}
}

func (in *BrandingChange) apply(b *Branding) {
	for _, f := range in.fields(b) {
		f.given.Put(f.to)
	}
}

// WebAddress tells whether a text is the whole address of a page. Staff apps open
// it, so nothing but http and https is one.
func WebAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && len(s) <= MaxURL && u.Host != "" && u.User == nil &&
		slices.Contains([]string{"http", "https"}, strings.ToLower(u.Scheme))
}

func (in *BillingChange) check(p *app.Problems) {
	checkPrinted(p, "billingDetails.name", in.Name, MaxName)
	checkPrinted(p, "billingDetails.address", in.Address, MaxBillingAddress)
	if n := in.SalesTaxNumber.Value; n != nil {
		*n = strings.TrimSpace(*n)
		CheckTaxNumber(p, "billingDetails.salesTaxNumber", *n)
	}
}

// CheckTaxNumber notes what is no tax number, of whoever it is: letters, digits and
// punctuation. Empty is none.
func CheckTaxNumber(p *app.Problems, field, text string) bool {
	strange := func(r rune) bool { return r != ' ' && !unicode.In(r, unicode.L, unicode.Nd, unicode.P) }
	switch {
	case utf8.RuneCountInString(text) > MaxTaxNumber:
		p.Add(field, "must not be longer than %d characters", MaxTaxNumber)
	case !utf8.ValidString(text) || strings.ContainsFunc(text, strange):
		p.Add(field, "contains characters that are not allowed")
	default:
		return true
	}
	return false
}

// checkPrinted checks a text that stands on paper.
func checkPrinted(p *app.Problems, field string, text app.Maybe[string], most int) {
	if text.Value == nil {
		return
	}
	if !utf8.ValidString(*text.Value) || strings.ContainsRune(*text.Value, 0) {
		p.Add(field, "contains characters that are not allowed")
	}
	if utf8.RuneCountInString(*text.Value) > most {
		p.Add(field, "must not be longer than %d characters", most)
	}
}

func (in *BillingChange) apply(b *Billing) {
	in.Name.Put(&b.Name)
	in.Address.Put(&b.Address)
	if in.SalesTaxNumber.Given {
		b.FormerTaxNumber = nil
	}
	in.SalesTaxNumber.Put(&b.SalesTaxNumber)
}

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

// Bank is the account that buyers transfer money to; empty where there is none.
type Bank struct {
	Holder string `msgpack:"h,omitempty"`
	IBAN   string `msgpack:"i,omitempty"`
	BIC    string `msgpack:"b,omitempty"`
}

// BankChange changes the account.
type BankChange struct {
	Holder, IBAN, BIC app.Maybe[string]
}

func (in *BankChange) check(p *app.Problems) {
	checkLine(p, "invoices.bankAccount.holder", in.Holder, MaxHolder)
	if v := in.IBAN.Value; v != nil && *v != "" {
		number, ok := iban.Normal(*v)
		if !ok {
			p.Add("invoices.bankAccount.iban", "is not a valid IBAN")
		}
		*v = number
	}
	if v := in.BIC.Value; v != nil && *v != "" {
		number, ok := iban.NormalBIC(*v)
		if !ok {
			p.Add("invoices.bankAccount.bic", "is not a valid BIC")
		}
		*v = number
	}
}

func (in *BankChange) apply(b *Bank) {
	in.Holder.Put(&b.Holder)
	in.IBAN.Put(&b.IBAN)
	in.BIC.Put(&b.BIC)
}

// checkLine checks a text that stands on one line.
func checkLine(p *app.Problems, field string, text app.Maybe[string], most int) {
	if text.Value != nil {
		*text.Value = strings.TrimSpace(*text.Value)
		app.CheckShown(p, field, *text.Value, most)
	}
}
