package customer

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/company"
)

// Fields is what a caller may set of a customer. A nil field stays as it is.
type Fields struct {
	Name *string
	// FirstName and Surname rebuild the name; they count only without Name.
	FirstName, Surname *string
	Email              *string
	Password           *string
	Phone              *string
	// PhoneCode is the calling code; it counts only with SetPhoneCode, and nil
	// then removes it.
	PhoneCode    *int64
	SetPhoneCode bool
	DOB          *time.Time

	// The address. Parts that are not sent stay, and so does the whole address
	// when all parts that were sent are empty (domain 8).
	Line1, Line2, City, Region, Postcode *string
	CountryID                            *int64
}

// apply puts the fields into a customer, or says everything that is wrong with
// them. The password is not its business: a hash takes too long.
func (f *Fields) apply(c *Customer, now time.Time) error {
	var p app.Problems
	f.applyName(&p, c)
	f.applyEmail(&p, c)
	f.applyPhone(&p, c)
	if f.DOB != nil {
		applyDOB(&p, c, *f.DOB, now)
	}
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
	}
	if app.Blank(name) {
		p.Add(field, "is required")
		return
	}
	if checkText(p, field, name, MaxName) {
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

func (f *Fields) applyPhone(p *app.Problems, c *Customer) {
	if f.Phone != nil {
		phone := strings.TrimSpace(*f.Phone)
		if checkText(p, "phone", phone, MaxPhone) {
			c.Phone = phone
		}
	}
	if !f.SetPhoneCode {
		return
	}
	if f.PhoneCode != nil && (*f.PhoneCode < 1 || *f.PhoneCode > maxPhone) {
		p.Add("phoneCode", "is out of range")
		return
	}
	c.PhoneCode = f.PhoneCode
}

func applyDOB(p *app.Problems, c *Customer, dob, now time.Time) {
	if dob.After(now) || dob.Before(now.AddDate(-maxAge, 0, 0)) {
		p.Add("dob", "is out of range")
		return
	}
	c.DOB = &dob
}

// applyAddress merges the parts that were sent into the address.
func (f *Fields) applyAddress(p *app.Problems, c *Customer) {
	a, any := c.Address, false
	for _, part := range []struct {
		field string
		from  *string
		to    *string
	}{
		{"addressLine1", f.Line1, &a.Line1}, {"addressLine2", f.Line2, &a.Line2},
		{"city", f.City, &a.City}, {"region", f.Region, &a.Region}, {"postcode", f.Postcode, &a.Postcode},
	} {
		if part.from == nil {
			continue
		}
		text := strings.TrimSpace(*part.from)
		if checkText(p, part.field, text, MaxAddress) {
			*part.to = text
		}
		any = any || text != ""
	}
	if f.CountryID != nil {
		if _, ok := company.CountryByID(*f.CountryID); !ok {
			p.Add("countryId", "is unknown")
		}
		a.CountryID, any = *f.CountryID, true
	}
	if any {
		c.Address = a
	}
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
