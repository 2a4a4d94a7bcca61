package company

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"marquee/app"
	"marquee/indexes"
)

// NewCompany asks for a company.
type NewCompany struct {
	Name         string
	CurrencyCode string
	// Timezone is a name of the IANA database; empty means UTC.
	Timezone string
	// Locale is the first of its languages, empty: English.
	Locale string
	Demo   bool
}

// CreateCompany adds a company to the installation, with the caller as its
// super user and a default tax band of 0 %.
func CreateCompany(ctx context.Context, a *app.App, c *app.Caller, in NewCompany) (Company, error) {
	if err := c.Need(app.Installation); err != nil {
		return Company{}, err
	}
	ready, err := prepareCompany(in, a.Now())
	if err != nil {
		return Company{}, err
	}
	var made Company
	err = a.Update(ctx, c, app.Installation, func(tx app.Tx) error {
		changed(a, tx)
		var err error
		if made, err = insertCompany(tx, ready); err != nil {
			return err
		}
		_, err = addMember(tx, Member{UserID: c.UserID, CompanyID: made.ID, Super: true})
		return err
	})
	return made, err
}

// prepareCompany checks the request and fills in the defaults.
func prepareCompany(in NewCompany, now time.Time) (Company, error) {
	var p app.Problems
	name := strings.TrimSpace(in.Name)
	checkName(&p, name)
	currency, ok := CurrencyByCode(in.CurrencyCode)
	if !ok {
		p.Add("currencyCode", "is not a known currency code")
	}
	zone := in.Timezone
	if zone == "" {
		zone = "UTC"
	}
	checkTimezone(&p, zone)
	locales := []string{"en", "de", "fr"}
	if at := slices.Index(locales, in.Locale); at >= 0 {
		locales = append([]string{in.Locale}, slices.Delete(locales, at, at+1)...)
	} else if in.Locale != "" {
		p.Add("locale", "is not a known language")
	}
	return Company{
		Name: name, CurrencyID: currency.ID, CurrencyIDs: []int64{currency.ID},
		Timezone: zone, Locales: locales,
		BasketTimeoutMinutes: DefaultBasketTimeout, BasketSizeLimit: DefaultBasketSize,
		Demo: in.Demo, LinkKey: newLinkKey(), Codes: newCodeKeys(now),
	}, p.Err()
}

func checkName(p *app.Problems, name string) {
	if app.Blank(name) {
		p.Add("name", "is required")
	}
	if utf8.RuneCountInString(name) > MaxName || !utf8.ValidString(name) {
		p.Add("name", "must not be longer than %d characters", MaxName)
	}
	if !app.OneLine(name) {
		p.Add("name", "must be one line")
	}
}

// insertCompany finds a free alias and stores what every company has.
func insertCompany(tx app.Tx, c Company) (Company, error) {
	alias := slug(c.Name)
	if slices.Contains(noAliases, alias) {
		alias += "-1"
	}
	for n := 2; ; n++ {
		c.Alias = alias
		err := companies.Insert(tx, &c)
		if errors.Is(err, indexes.ErrTaken) {
			alias = fmt.Sprintf("%s-%d", slug(c.Name), n)
			continue
		}
		if err != nil {
			return Company{}, err
		}
		return c, taxBands.Insert(app.InCompany(tx, c.ID), &TaxBand{Name: "No tax", Default: true})
	}
}

// spelled are letters that have no accent to lose, as their languages write them without.
var spelled = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "æ", "ae", "œ", "oe", "ø", "oe", "å", "aa", "ł", "l", "đ", "d", "ð", "d", "þ", "th")

// slug is a name as it may stand in an address: lower-case letters and digits
// with single dashes between.
func slug(name string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(spelled.Replace(norm.NFC.String(strings.ToLower(name)))) {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= maxAlias {
			break
		}
	}
	if s := strings.Trim(b.String(), "-"); s != "" {
		return s
	}
	return "company"
}

// Founding asks for the first company of an installation and its owner.
type Founding struct {
	Company         NewCompany
	Email, Password string
	OwnerName       string
	// Purpose is what its token is for.
	Purpose Purpose
}

// SetUpAlready refuses whoever comes to set up what somebody else did.
func SetUpAlready() *app.Error { return app.Refuse(app.Invalid, "The box office is set up already.") }

// IsSetUp tells that refusal from others.
func IsSetUp(err error) bool {
	var refused *app.Error
	return errors.As(err, &refused) && refused.Message.Format == SetUpAlready().Message.Format
}

// Founded is a new installation. Token is shown once.
type Founded struct {
	Company Company
	Owner   User
	Token   string
}

// Found sets up an installation that has no company yet: the company, its owner
// (super user of everything) and one API token, in one commit.
func Found(ctx context.Context, a *app.App, in Founding) (Founded, error) {
	company, err := prepareCompany(in.Company, a.Now())
	if err != nil {
		return Founded{}, ofCompany(err)
	}
	owner, err := prepareUser(ctx, a, NewUser{Name: in.OwnerName, Email: in.Email, Password: in.Password})
	if err != nil {
		return Founded{}, err
	}
	owner.Installation = true
	made := Founded{Token: NewTokenText()}
	err = a.UpdateCompany(ctx, 0, func(tx app.Tx) error {
		changed(a, tx)
		if n, err := companies.Count(tx); err != nil || n > 0 {
			return orElse(err, SetUpAlready())
		}
		return found(tx, &made, company, owner, in.Purpose)
	})
	return made, err
}

// ofCompany tells the name of a company from that of its owner.
func ofCompany(err error) error {
	var refused *app.Error
	if errors.As(err, &refused) {
		for i := range refused.Fields {
			if refused.Fields[i].Field == "name" {
				refused.Fields[i].Field = "companyName"
			}
		}
	}
	return err
}

func found(tx app.Tx, made *Founded, company Company, owner User, purpose Purpose) (err error) {
	if made.Company, err = insertCompany(tx, company); err != nil {
		return err
	}
	owner.LastCompanyID = made.Company.ID
	if err := users.Insert(tx, &owner); err != nil {
		return err
	}
	made.Owner = owner
	if _, err := addMember(tx, Member{UserID: owner.ID, CompanyID: made.Company.ID, Super: true}); err != nil {
		return err
	}
	t := Token{UserID: owner.ID, Name: "first token", Purpose: purpose}
	if t.OfLogin() {
		t.Factor = new(false)
	}
	_, err = insertToken(tx, t, made.Token)
	return err
}
