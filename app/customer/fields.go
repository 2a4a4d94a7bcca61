package customer

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/company"
)

// Fields is what a caller may set of a customer. What is nil or not given stays as
// it is; what is given without a value is cleared.
type Fields struct {
	Name *string
	// FirstName and Surname rebuild the name; they count only without Name.
	FirstName, Surname *string
	Email              *string
	Password           *string
	ExternalID, Title  app.Maybe[string]
	// Locale is a language tag: "de", "fr-CH".
	Locale app.Maybe[string]
	Phone  app.Maybe[string]
	// PhoneCode is the calling code.
	PhoneCode app.Maybe[int64]
	DOB       app.Maybe[time.Time]
	// NationalityID is the number of a country.
	NationalityID app.Maybe[int64]
	// VATNumber is no longer verified when it changes, unless VATVerified says so.
	VATNumber   app.Maybe[string]
	VATVerified *bool

	// The address. Parts that are not given stay, and so does the whole address when
	// all parts that are given are empty: clients send the parts that they do not
	// know as empty ones. ClearAddress removes it.
	Line1, Line2, City, Region, Postcode app.Maybe[string]
	CountryID                            app.Maybe[int64]
	ClearAddress                         bool

	// UnchangedSince refuses the change where the customer was changed after it.
	UnchangedSince *time.Time
}

// apply puts the fields into a customer, or says everything that is wrong with
// them. The password is not its business: a hash takes too long.
func (f *Fields) apply(c *Customer, now time.Time) error {
	var p app.Problems
	f.applyName(&p, c)
	f.applyEmail(&p, c)
	f.applyTexts(&p, c)
	f.applyVAT(&p, c)
	if f.PhoneCode.Value != nil && (*f.PhoneCode.Value < 1 || *f.PhoneCode.Value > maxPhone) {
		p.Add("phoneCode", "is out of range")
	}
	f.PhoneCode.Point(&c.PhoneCode)
	f.applyDOB(&p, c, now)
	f.applyAddress(&p, c)
	return p.Err()
}

func (f *Fields) applyName(p *app.Problems, c *Customer) {
	field, name := "name", c.Name
	switch {
	case f.Name != nil:
		name = strings.TrimSpace(*f.Name)
	case f.FirstName != nil || f.Surname != nil:
		field, name = "firstName", joinName(c.Name, f.FirstName, f.Surname)
	case !app.Blank(c.Name):
		return
	}
	if app.Blank(name) {
		p.Add(field, "is required")
		return
	}
	if app.CheckShown(p, field, name, MaxName) {
		c.Name = name
	}
}

func (f *Fields) applyEmail(p *app.Problems, c *Customer) {
	if f.Email == nil && c.Email != "" {
		return
	}
	if f.Email == nil || strings.TrimSpace(*f.Email) == "" {
		p.Add("email", "is required")
		return
	}
	email, err := company.NormalEmail(*f.Email)
	if err != nil {
		p.Add("email", "must be a valid e-mail address")
		return
	}
	c.Email = email
}

// applyTexts sets the short texts that stand for themselves.
func (f *Fields) applyTexts(p *app.Problems, c *Customer) {
	if id := f.ExternalID.Value; id == nil || checkText(p, "externalId", strings.TrimSpace(*id), maxExternal) {
		putTrimmed(f.ExternalID, &c.ExternalID)
	}
	putText(p, "title", f.Title, &c.Title, maxTitle)
	putText(p, "phone", f.Phone, &c.Phone, MaxPhone)
	if l := f.Locale.Value; l != nil && !company.KnownLocale(*l) {
		p.Add("locale", "is not a known language")
	}
	f.Locale.Put(&c.Locale)
}

// applyVAT sets the tax number and the nationality. A number that changed has been
// verified by nobody.
func (f *Fields) applyVAT(p *app.Problems, c *Customer) {
	was := c.VATNumber
	if n := f.VATNumber.Value; n == nil || company.CheckTaxNumber(p, "vatNumber", strings.TrimSpace(*n)) {
		putText(p, "vatNumber", f.VATNumber, &c.VATNumber, company.MaxTaxNumber)
	}
	if c.VATNumber != was {
		c.VATCountryVerified = false
	}
	if f.VATVerified != nil {
		c.VATCountryVerified = *f.VATVerified && c.VATNumber != ""
	}
	wantCountry(p, "nationalityId", f.NationalityID)
	f.NationalityID.Put(&c.NationalityID)
}

func (f *Fields) applyDOB(p *app.Problems, c *Customer, now time.Time) {
	if dob := f.DOB.Value; dob != nil && (dob.After(now) || dob.Before(now.AddDate(-maxAge, 0, 0))) {
		p.Add("dob", "is out of range")
	}
	f.DOB.Point(&c.DOB)
}

// applyAddress merges the parts that were given into the address.
func (f *Fields) applyAddress(p *app.Problems, c *Customer) {
	if f.ClearAddress {
		c.Address = Address{}
	}
	a := c.Address
	putText(p, "addressLine1", f.Line1, &a.Line1, MaxAddress)
	putText(p, "addressLine2", f.Line2, &a.Line2, MaxAddress)
	putText(p, "city", f.City, &a.City, MaxAddress)
	putText(p, "region", f.Region, &a.Region, MaxAddress)
	putText(p, "postcode", f.Postcode, &a.Postcode, MaxAddress)
	wantCountry(p, "countryId", f.CountryID)
	f.CountryID.Put(&a.CountryID)
	if f.bringsAddress() {
		c.Address = a
	}
}

// bringsAddress tells whether any part of an address is given that is not empty.
func (f *Fields) bringsAddress() bool {
	for _, part := range []app.Maybe[string]{f.Line1, f.Line2, f.City, f.Region, f.Postcode} {
		if part.Value != nil && strings.TrimSpace(*part.Value) != "" {
			return true
		}
	}
	return f.CountryID.Value != nil
}

func wantCountry(p *app.Problems, field string, id app.Maybe[int64]) {
	if id.Value == nil {
		return
	}
	if _, ok := company.CountryByID(*id.Value); !ok {
		p.Add(field, "is unknown")
	}
}

// putText sets a text that is shown of the customer.
func putText(p *app.Problems, field string, given app.Maybe[string], to *string, most int) {
	if given.Value == nil || app.CheckShown(p, field, strings.TrimSpace(*given.Value), most) {
		putTrimmed(given, to)
	}
}

// putTrimmed sets a text without the space around it.
func putTrimmed(given app.Maybe[string], to *string) {
	if given.Value != nil {
		given.Value = new(strings.TrimSpace(*given.Value))
	}
	given.Put(to)
}

// checkText notes a text that is too long or holds what no text should.
func checkText(p *app.Problems, field, text string, most int) bool {
	switch {
	case utf8.RuneCountInString(text) > most:
		p.Add(field, "must not be longer than %d characters", most)
		return false
	case !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl):
		p.Add(field, "contains characters that are not allowed")
		return false
	}
	return true
}
