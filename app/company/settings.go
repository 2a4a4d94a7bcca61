package company

import (
	"context"
	"strings"
	"time"

	"marquee/app"
)

// SettingsChange is what may be changed of a company; a nil field is left as it is.
type SettingsChange struct {
	Name *string
	// Timezone is a name of the IANA database.
	Timezone *string
	// Currencies are the codes it sells in; the first is the primary one.
	Currencies           []string
	BasketTimeoutMinutes *int64
	BasketSizeLimit      *int64
	SingleEventBaskets   *bool
}

// ChangeSettings changes the caller's company; only its super users may. Baskets
// that are open keep the timeout they were given.
func ChangeSettings(ctx context.Context, a *app.App, c *app.Caller, in SettingsChange) (Company, error) {
	if !c.Super {
		return Company{}, app.Refuse(app.Forbidden, "This action is unauthorized.")
	}
	ids, err := in.check()
	if err != nil {
		return Company{}, err
	}
	var out Company
	err = a.Update(ctx, c, func(tx app.Tx) (err error) {
		changed(a, tx)
		out, err = companies.Update(tx, c.CompanyID, func(co *Company) error {
			in.apply(co, ids)
			return nil
		})
		return missing(err, "company")
	})
	return out, err
}

// check names every problem and finds the currencies.
func (in *SettingsChange) check() (currencyIDs []int64, err error) {
	var p app.Problems
	if in.Name != nil {
		checkName(&p, strings.TrimSpace(*in.Name))
	}
	if in.Timezone != nil {
		checkTimezone(&p, *in.Timezone)
	}
	for _, code := range in.Currencies {
		currency, ok := CurrencyByCode(code)
		if !ok {
			p.Add("currencyCode", "is not a known currency code")
		}
		currencyIDs = append(currencyIDs, currency.ID)
	}
	between(&p, "basketTimeoutMinutes", in.BasketTimeoutMinutes, MinBasketTimeout, MaxBasketTimeout)
	between(&p, "basketSizeLimit", in.BasketSizeLimit, 1, MaxBasketSize)
	return currencyIDs, p.Err()
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

func (in *SettingsChange) apply(c *Company, currencyIDs []int64) {
	if in.Name != nil {
		c.Name = strings.TrimSpace(*in.Name)
	}
	if in.Timezone != nil {
		c.Timezone = *in.Timezone
	}
	if len(currencyIDs) > 0 {
		c.CurrencyID, c.CurrencyIDs = currencyIDs[0], currencyIDs
	}
	if in.BasketTimeoutMinutes != nil {
		c.BasketTimeoutMinutes = *in.BasketTimeoutMinutes
	}
	if in.BasketSizeLimit != nil {
		c.BasketSizeLimit = *in.BasketSizeLimit
	}
	if in.SingleEventBaskets != nil {
		c.SingleEventBaskets = *in.SingleEventBaskets
	}
}
