package company

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"marquee/app"
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
