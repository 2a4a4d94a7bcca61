package company

import (
	"context"
	"slices"

	"marquee/app"
)

// Shop is what the pages say on which buyers meet a company.
type Shop struct {
	// Open: everybody may see what is announced, and buy it.
	Open bool `msgpack:"o,omitempty"`
	// Title and Intro head the front page; without a title it is the company's name.
	Title string `msgpack:"t,omitempty"`
	Intro string `msgpack:"i,omitempty"`
	// Email is for questions of buyers.
	Email string `msgpack:"e,omitempty"`
	// ShowLeft: what is scarce tells how many are left.
	ShowLeft bool `msgpack:"sl,omitempty"`
	// TermsURL, PrivacyURL and ImprintURL are pages of the company's own.
	TermsURL   string `msgpack:"tu,omitempty"`
	PrivacyURL string `msgpack:"pu,omitempty"`
	ImprintURL string `msgpack:"iu,omitempty"`
	// Legal are the legal pages that it has here; each takes the place of an address.
	Legal []LegalKind `msgpack:"lp,omitempty"`
}

// LegalAt is where a legal page is, empty: there is none.
func (c *Company) LegalAt(kind LegalKind) string {
	if slices.Contains(c.Shop.Legal, kind) {
		return "/shop/" + c.Alias + "/legal/" + string(kind)
	}
	return map[LegalKind]string{Terms: c.Shop.TermsURL, Privacy: c.Shop.PrivacyURL, Imprint: c.Shop.ImprintURL}[kind]
}

// ShopChange changes the shop of a company.
type ShopChange struct {
	Open, ShowLeft                   *bool
	Title, Intro, Email              app.Maybe[string]
	TermsURL, PrivacyURL, ImprintURL app.Maybe[string]
}

func (in *ShopChange) check(p *app.Problems) {
	checkPrinted(p, "shop.title", in.Title, MaxName)
	checkPrinted(p, "shop.intro", in.Intro, MaxIntro)
	if e := in.Email.Value; e != nil && *e != "" {
		if _, err := NormalEmail(*e); err != nil {
			p.Add("shop.email", "must be a valid e-mail address")
		}
	}
	for _, f := range []struct {
		name  string
		given app.Maybe[string]
	}{{"termsUrl", in.TermsURL}, {"privacyUrl", in.PrivacyURL}, {"imprintUrl", in.ImprintURL}} {
		if v := f.given.Value; v != nil && *v != "" && !WebAddress(*v) {
			p.Add("shop."+f.name, "must be a web address")
		}
	}
}

func (in *ShopChange) apply(s *Shop) {
	set(&s.Open, in.Open)
	set(&s.ShowLeft, in.ShowLeft)
	in.Title.Put(&s.Title)
	in.Intro.Put(&s.Intro)
	in.Email.Put(&s.Email)
	in.TermsURL.Put(&s.TermsURL)
	in.PrivacyURL.Put(&s.PrivacyURL)
	in.ImprintURL.Put(&s.ImprintURL)
}

// ShopAt finds the company whose open shop has an address. Everybody has the same; it
// must not be changed. Where no shop is open, there is none.
func ShopAt(ctx context.Context, a *app.App, alias string) (*Company, error) {
	c, err := At(ctx, a, alias)
	if err == nil && !c.Shop.Open {
		err = app.Missing("company")
	}
	return c, err
}

// At is ShopAt whether the shop is open or not, for whoever has a link that leads there.
func At(ctx context.Context, a *app.App, alias string) (c *Company, err error) {
	err = a.ViewCompany(ctx, 0, func(r app.Reader) error {
		found, ok, err := companyByAlias.Find(r, alias)
		if err == nil && !ok {
			err = app.Missing("company")
		}
		c = &found
		return err
	})
	return c, err
}

// Buyer is a caller in the shop of a company: nobody who has logged in. What they may
// change is the basket whose secret they hold. They read in one of the company's languages.
func (c *Company) Buyer(secret, language string) *app.Caller {
	b := &app.Caller{
		CompanyID: c.ID, Guest: true, Secret: secret, Locale: language, Locales: c.Locales,
		Abilities: map[app.Ability]bool{app.Sell: true, app.Discounts: true, app.PayCard: true},
	}
	if len(c.Locales) > 0 {
		b.Language = app.Language{Asked: c.Locales[0], Fallback: c.Locales[0]}
		if slices.Contains(c.Locales, language) {
			b.Language.Asked = language
		}
	}
	return b
}
