package fee

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/locale"
	"marquee/app/money"
)

// valid names every problem of a fee as a request would make it. The event of one that
// names sale items is theirs.
func (f *Fee) valid(tx app.Tx, own *company.Company, in *Fields) error {
	var p app.Problems
	f.checkTexts(&p)
	f.checkAmounts(&p)
	f.checkCurrency(&p, own, in)
	if f.ActiveFrom != nil && f.ActiveUntil != nil && !f.ActiveFrom.Before(*f.ActiveUntil) {
		p.Add("activeUntil", "must be after %s", "activeFrom")
	}
	if f.OnlyOnResale && f.NotOnResale {
		p.Add("onlyOnResale", "cannot be given together with %s", "omitFromResale")
	}
	if f.NeedsAddress && f.Delivery == "" {
		p.Add("needsAddress", "is only possible with %s", "delivery")
	}
	for i, t := range f.Types {
		if t.ID() == 0 || isFee(t) {
			p.Add(fmt.Sprintf("types.%d", i), "is a fee itself")
		}
	}
	if err := f.checkScope(&p, tx, in); err != nil {
		return err
	}
	if in.TaxBandID.Value != nil {
		if err := catalog.WantTaxBand(tx, &p, "taxBandId", *in.TaxBandID.Value); err != nil {
			return err
		}
	}
	return p.Err()
}

// isFee tells whether a type of item is a fee.
func isFee(t catalog.ItemType) bool {
	return slices.Contains(uncharged, t) && t != catalog.Charity && t != catalog.CashlessTopup
}

func (f *Fee) checkTexts(p *app.Problems) {
	switch {
	case app.Blank(f.Name):
		p.Add("name", "is required")
	case utf8.RuneCountInString(f.Name) > maxName:
		p.Add("name", "must not be longer than %d characters", maxName)
	}
	if utf8.RuneCountInString(f.Group) > maxGroup {
		p.Add("group", "must not be longer than %d characters", maxGroup)
	}
}

func (f *Fee) checkAmounts(p *app.Problems) {
	switch f.Kind {
	case Fixed:
		f.between(p, "amount", f.Steps[0].Fixed, f.least(), maxAmount)
	case Percent:
		f.between(p, "amount", f.Steps[0].Fixed, 0, maxAmount)
		if n := f.Steps[0].Percent; n < 1 || n > 100*money.PercentUnit {
			p.Add("percent", "must be between %d and %d", 0, 100)
		}
	default:
		f.checkSteps(p)
	}
	for field, n := range map[string]*int64{"minimum": f.Min, "maximum": f.Max} {
		if n != nil {
			f.between(p, field, *n, 0, maxAmount)
		}
	}
	if f.Min != nil && f.Max != nil && *f.Min > *f.Max {
		p.Add("maximum", "must not be below %s", "minimum")
	}
	if n := f.MaxTimes; n != nil && (*n < 1 || *n > MaxTimes) {
		p.Add("maxTimesPerOrder", "must be between %d and %d", 1, MaxTimes)
	}
}

// least is the least that a fixed fee charges: a delivery may be free.
func (f *Fee) least() int64 {
	if f.Delivery != "" {
		return 0
	}
	return 1
}

// checkSteps wants steps from zero on, each above the one before, not all of nothing.
func (f *Fee) checkSteps(p *app.Problems) {
	const field = "tiers"
	if len(f.Steps) == 0 || len(f.Steps) > MaxSteps {
		p.Add(field, "must have between %d and %d entries", 1, MaxSteps)
		return
	}
	some := false
	for i, s := range f.Steps {
		at := fmt.Sprintf("%s.%d.", field, i)
		switch {
		case i == 0 && s.From != 0:
			p.Add(at+"from", "must be %d", 0)
		case i > 0 && s.From <= f.Steps[i-1].From:
			p.Add(at+"from", "must be greater than %d", f.Steps[i-1].From)
		}
		f.between(p, at+"from", s.From, 0, money.MaxTotal)
		f.between(p, at+"amount", s.Fixed, 0, maxAmount)
		if s.Percent < 0 || s.Percent > 100*money.PercentUnit {
			p.Add(at+"percent", "must be between %d and %d", 0, 100)
		}
		some = some || s.Fixed > 0 || s.Percent > 0
	}
	if !some {
		p.Add(field, "must charge something")
	}
}

// between notes an amount outside its bounds. Those of a fee of any currency are in none.
func (f *Fee) between(p *app.Problems, field string, n, from, to int64) {
	switch {
	case n >= from && n <= to:
	case f.CurrencyID == 0:
		p.Add(field, "must be between %d and %d", from, to)
	default:
		p.Add(field, "must be between %s and %s", locale.Money{CurrencyID: f.CurrencyID, Minor: from}, locale.Money{CurrencyID: f.CurrencyID, Minor: to})
	}
}

// checkCurrency wants a currency that the company sells in, and one at all where amounts
// are in it.
func (f *Fee) checkCurrency(p *app.Problems, own *company.Company, in *Fields) {
	switch {
	case f.CurrencyID != 0 && in.CurrencyID.Given && !own.Sells(f.CurrencyID):
		cur, _ := company.CurrencyByID(f.CurrencyID)
		p.Add("currencyId", "is not enabled: the company sells no %s", cur.Code)
	case f.CurrencyID == 0 && f.Kind != Percent:
		p.Add("currencyId", "is required")
	case f.CurrencyID == 0 && (f.Min != nil || f.Max != nil || f.Steps[0].Fixed > 0):
		p.Add("currencyId", "is required with %s", "amount, minimum, maximum")
	}
}

// checkScope wants the event and the sale items to be there, and these to be of one event.
func (f *Fee) checkScope(p *app.Problems, r app.Reader, in *Fields) error {
	if in.EventID.Value != nil && *in.EventID.Value != 0 {
		e, err := catalog.EventByID(r, f.EventID)
		if app.KindOf(err) == app.NotFound || err == nil && e.DeletedAt != nil {
			p.Add("eventId", "does not exist")
		} else if err != nil {
			return err
		}
	}
	if len(f.SaleItemIDs) > MaxItems {
		p.Add("saleItems", "must not have more than %d entries", MaxItems)
		return nil
	}
	if len(f.SaleItemIDs) == 0 || in.SaleItemIDs.Value == nil && !in.EventID.Given {
		return nil
	}
	return f.checkItems(p, r)
}

func (f *Fee) checkItems(p *app.Problems, r app.Reader) error {
	ids := slices.Clone(f.SaleItemIDs)
	slices.Sort(ids)
	known, err := catalog.SaleItemsByID(r, ids)
	if err != nil {
		return err
	}
	event := f.EventID
	for i, id := range f.SaleItemIDs {
		s, ok := known[id]
		at := fmt.Sprintf("saleItems.%d", i)
		switch {
		case !ok || s.DeletedAt != nil || isFee(s.Type):
			p.Add(at, "does not exist")
		case i == 0 && event == 0:
			event = s.EventID
		case s.EventID != event:
			p.Add(at, "belongs to another event")
		}
	}
	f.EventID = event
	return nil
}
