package company

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// SettingsChange is what may be changed of a company; what is nil or not given is
// left as it is.
type SettingsChange struct {
	Name *string
	// Alias is the company's part of addresses of its shop.
	Alias *string
	// Timezone is a name of the IANA database.
	Timezone *string
	// Currencies are the codes it sells in; the first is the primary one.
	Currencies []string
	// CustomCurrencies are those of its own, which are no money.
	CustomCurrencies []string
	// Locales are the languages of its texts; the first is the fallback.
	Locales              []string
	BasketTimeoutMinutes *int64
	BasketExtensions     *int64
	BasketSizeLimit      *int64
	RateLimit            *int64
	SingleEventBaskets   *bool
	// GlobalTransactions would let baskets hold items of companies below this one.
	GlobalTransactions *bool
	Demo               *bool
	TaxExclusive       *bool
	TaxSeparately      *bool
	DecimalComma       *bool
	SignsCodes         *bool
	NoApprovals        *bool
	Tickets            TicketAccessChange
	AllIn              *AllIn
	Branding           BrandingChange
	Billing            BillingChange
	Invoicing          InvoicingChange
	Shop               ShopChange
	Changes            OrderChangesChange
}

// BrandingChange changes the colours and addresses of a staff app.
type BrandingChange struct {
	PrimaryColor, SecondaryColor, GradientBegin, GradientEnd, IconColor app.Maybe[string]
	ToolbarLogo, SplashLogo                                             app.Maybe[string]
	SupportURL, OSSupportURL, NFCReaderSupportURL                       app.Maybe[string]
}

// BillingChange changes what stands on receipts.
type BillingChange struct {
	Name, Address, SalesTaxNumber app.Maybe[string]
}

// ChangeSettings changes the caller's company. Baskets that are open keep the
// timeout and the currency that they were given.
func ChangeSettings(ctx context.Context, a *app.App, c *app.Caller, in SettingsChange) (Company, error) {
	ids, custom, err := in.check()
	if err != nil {
		return Company{}, err
	}
	var out Company
	err = a.Update(ctx, c, app.EditCompany, func(tx app.Tx) (err error) {
		changed(a, tx)
		demo := false
		out, err = companies.Update(tx, c.CompanyID, func(co *Company) error {
			demo = co.Demo
			in.apply(co, ids, custom)
			in.Tickets.apply(&co.Tickets, tx.Wall())
			if err := errors.Join(co.rename(in.Alias), co.checkIssue()); err != nil {
				return err
			}
			return co.checkAllIn(tx)
		})
		if errors.Is(err, indexes.ErrTaken) {
			return app.Field("alias", "is taken already")
		}
		if err != nil || out.Demo == demo {
			return missing(err, "company")
		}
		return out.modeChanged(tx, c)
	})
	return out, err
}

// ReadSettings reads the company of the call for those who may change it.
func ReadSettings(ctx context.Context, a *app.App, c *app.Caller) (Company, error) {
	if err := c.Need(app.EditCompany); err != nil {
		return Company{}, err
	}
	return Settings(ctx, a, c)
}

// check names every problem and finds the currencies.
func (in *SettingsChange) check() (currencyIDs, custom []int64, err error) {
	var p app.Problems
	if in.Name != nil {
		checkName(&p, strings.TrimSpace(*in.Name))
	}
	checkAlias(&p, in.Alias)
	if in.Timezone != nil {
		checkTimezone(&p, *in.Timezone)
	}
	currencyIDs, custom = in.checkCurrencies(&p), in.checkCustom(&p)
	in.checkLocales(&p)
	between(&p, "basketTimeoutMinutes", in.BasketTimeoutMinutes, MinBasketTimeout, MaxBasketTimeout)
	between(&p, "basketExtensions", in.BasketExtensions, 1, MaxBasketExtensions)
	between(&p, "basketSizeLimit", in.BasketSizeLimit, 1, MaxBasketSize)
	between(&p, "apiRateLimit", in.RateLimit, 0, MaxRateLimit)
	if in.GlobalTransactions != nil && *in.GlobalTransactions {
		p.Add("globalTransactions", "is not available: each company sells its own items")
	}
	CheckTicketLead(&p, "ticketLeadHours", in.Tickets.LeadHours.Value)
	checkPrinted(&p, "ticketTerms", in.Tickets.Terms, MaxTicketTerms)
	in.Branding.check(&p)
	in.Billing.check(&p)
	in.Invoicing.check(&p)
	in.Shop.check(&p)
	in.Changes.check(&p)
	return currencyIDs, custom, p.Err()
}

func (in *SettingsChange) checkCurrencies(p *app.Problems) (ids []int64) {
	if in.Currencies != nil && len(in.Currencies) == 0 {
		p.Add("currencies", "must have at least one entry")
	}
	for _, code := range in.Currencies {
		currency, ok := CurrencyByCode(code)
		if !ok {
			p.Add("currencies", "is not a known currency code")
			return nil
		}
		if slices.Contains(ids, currency.ID) {
			p.Add("currencies", "is there twice")
		}
		ids = append(ids, currency.ID)
	}
	return ids
}

func (in *SettingsChange) checkLocales(p *app.Problems) {
	if in.Locales != nil && len(in.Locales) == 0 {
		p.Add("locales", "must have at least one entry")
	}
	if len(in.Locales) > MaxLocales {
		p.Add("locales", "must not have more than %d entries", MaxLocales)
		return
	}
	for i, l := range in.Locales {
		if !KnownLocale(l) {
			p.Add("locales", "is not a known language")
			return
		}
		if slices.Contains(in.Locales[:i], l) {
			p.Add("locales", "is there twice")
		}
	}
}

func between(p *app.Problems, field string, v *int64, low, high int64) {
	if v == nil {
		return
	}
	if *v < low {
		p.Add(field, "must be at least %d", low)
	}
	if *v > high {
		p.Add(field, "must be at most %d", high)
	}
}

func checkTimezone(p *app.Problems, zone string) {
	if _, err := time.LoadLocation(zone); err != nil || zone == "" || zone == "Local" {
		p.Add("timezone", "is not a known time zone")
	}
}

func (in *SettingsChange) apply(c *Company, currencyIDs, custom []int64) {
	if in.Name != nil {
		c.Name = strings.TrimSpace(*in.Name)
	}
	if len(currencyIDs) > 0 {
		c.CurrencyID, c.CurrencyIDs = currencyIDs[0], currencyIDs
	}
	if in.CustomCurrencies != nil {
		c.CustomCurrencyIDs = custom
	}
	if in.Locales != nil {
		c.Locales = slices.Clone(in.Locales)
	}
	set(&c.Timezone, in.Timezone)
	set(&c.BasketTimeoutMinutes, in.BasketTimeoutMinutes)
	set(&c.MaxExtensions, in.BasketExtensions)
	set(&c.BasketSizeLimit, in.BasketSizeLimit)
	set(&c.RateLimit, in.RateLimit)
	set(&c.SingleEventBaskets, in.SingleEventBaskets)
	set(&c.Demo, in.Demo)
	set(&c.TaxExclusive, in.TaxExclusive)
	set(&c.TaxSeparately, in.TaxSeparately)
	set(&c.DecimalComma, in.DecimalComma)
	set(&c.SignsCodes, in.SignsCodes)
	set(&c.NoApprovals, in.NoApprovals)
	set(&c.AllIn, in.AllIn)
	in.Branding.apply(&c.Branding)
	in.Billing.apply(&c.Billing)
	in.Invoicing.apply(&c.Invoicing)
	in.Shop.apply(&c.Shop)
	in.Changes.apply(&c.Changes)
}

// set writes a value into a field that cannot be cleared.
func set[T any](dst *T, v *T) {
	if v != nil {
		*dst = *v
	}
}

// Moment is a time, or a whole day of the company.
type Moment struct {
	At  time.Time
	Day bool
}

// In is the moment itself: of a day the first one, or the first one behind it.
func (m Moment) In(where *time.Location, behind bool) time.Time {
	if !m.Day {
		return m.At
	}
	y, month, d := m.At.Date()
	if behind {
		d++
	}
	return time.Date(y, month, d, 0, 0, 0, 0, where).UTC()
}

// PutMoment writes a moment of a change; of a day its beginning, or its end.
func PutMoment(dst **time.Time, m app.Maybe[Moment], where *time.Location, behind bool) {
	if !m.Given {
		return
	}
	*dst = nil
	if m.Value != nil {
		at := m.Value.In(where, behind)
		*dst = &at
	}
}
