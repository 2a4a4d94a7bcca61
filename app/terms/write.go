package terms

import (
	"context"
	"maps"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/money"
)

// Change changes terms: what is not given stays, null clears.
type Change struct {
	// EventID is 0 for those of the company.
	EventID   int64
	Deposit   app.Maybe[NewDeposit]
	Invoice   app.Maybe[NewInvoice]
	LinkHours app.Maybe[int64]
}

// NewDeposit is a deposit as it is asked for. Least is by currency code.
type NewDeposit struct {
	On      Channels
	Percent int64
	Least   map[string]int64
	Days    int64
}

// NewInvoice says how invoices are to be.
type NewInvoice struct {
	On      Channels
	Least   map[string]int64
	Days    int64
	Instant bool
}

// Of reads the terms of the company.
func Of(r app.Reader) (Terms, error) {
	t, _, err := table.Find(r, 0)
	return t, err
}

// Read reads the terms of the company, or of one of its events.
func Read(ctx context.Context, a *app.App, c *app.Caller, eventID int64) (t Terms, err error) {
	err = a.View(ctx, c, app.EditCompany, func(r app.Reader) error {
		if err := wantEvent(r, eventID); err != nil {
			return err
		}
		t, _, err = table.Find(r, eventID)
		t.EventID = eventID
		return err
	})
	return t, err
}

// Set changes the terms of the company, or of one of its events. Orders that wait keep
// what they were told.
func Set(ctx context.Context, a *app.App, c *app.Caller, in Change) (t Terms, err error) {
	err = a.Update(ctx, c, app.EditCompany, func(tx app.Tx) error {
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		if err := wantEvent(tx, in.EventID); err != nil {
			return err
		}
		if err := in.check(own); err != nil {
			return err
		}
		t, err = table.Upsert(tx, in.EventID, func(t *Terms) error { in.apply(t); return nil })
		return err
	})
	return t, err
}

// wantEvent wants an event to be there; 0 is none.
func wantEvent(r app.Reader, id int64) error {
	if id == 0 {
		return nil
	}
	e, err := catalog.EventByID(r, id)
	if err == nil && e.DeletedAt != nil {
		err = app.Missing("event")
	}
	return err
}

// check names every problem.
func (in *Change) check(own *company.Company) error {
	var p app.Problems
	if in.EventID != 0 && in.Invoice.Given {
		p.Add("invoice", "cannot be set for an event")
	}
	if in.EventID != 0 && in.LinkHours.Given {
		p.Add("paymentLinkHours", "cannot be set for an event")
	}
	if d := in.Deposit.Value; d != nil {
		if d.Percent < 0 || d.Percent > 100*money.PercentUnit {
			p.Add("deposit.percent", "must be between %d and %d", 0, 100)
		}
		between(&p, "deposit.daysBefore", d.Days, 0, MaxDays)
		checkLeast(&p, own, "deposit.minimums", d.Least)
	}
	if i := in.Invoice.Value; i != nil {
		between(&p, "invoice.days", i.Days, 0, MaxDays)
		checkLeast(&p, own, "invoice.minimums", i.Least)
	}
	if h := in.LinkHours.Value; h != nil {
		between(&p, "paymentLinkHours", *h, 1, MaxLinkHours)
	}
	return p.Err()
}

func between(p *app.Problems, field string, n, from, to int64) {
	if n < from || n > to {
		p.Add(field, "must be between %d and %d", from, to)
	}
}

// checkLeast wants amounts in currencies that the company sells in.
func checkLeast(p *app.Problems, own *company.Company, field string, all map[string]int64) {
	if len(all) > MaxCurrencies {
		p.Add(field, "must not have more than %d entries", MaxCurrencies)
		return
	}
	for _, code := range slices.Sorted(maps.Keys(all)) {
		at := field + "." + code
		cur, known := company.CurrencyByCode(code)
		switch {
		case !known:
			p.Add(at, "is not a known currency")
		case !own.Sells(cur.ID):
			p.Add(at, "is not enabled: the company sells no %s", cur.Code)
		default:
			between(p, at, all[code], 1, money.MaxTotal)
		}
	}
}

func (in *Change) apply(t *Terms) {
	t.EventID = in.EventID
	in.LinkHours.Put(&t.LinkHours)
	if in.Deposit.Given {
		t.Deposit = nil
		if d := in.Deposit.Value; d != nil {
			t.Deposit = &Deposit{On: d.On, Percent: d.Percent, Least: leastOf(d.Least), Days: d.Days}
		}
	}
	if in.Invoice.Given {
		t.Invoice = nil
		if i := in.Invoice.Value; i != nil {
			t.Invoice = &Invoice{On: i.On, Least: leastOf(i.Least), Days: i.Days, Instant: i.Instant}
		}
	}
}

// leastOf are the amounts in the order of their currencies.
func leastOf(all map[string]int64) []Least {
	var out []Least
	for code, total := range all {
		cur, _ := company.CurrencyByCode(code)
		out = append(out, Least{cur.ID, total})
	}
	slices.SortFunc(out, func(a, b Least) int { return int(a.CurrencyID - b.CurrencyID) })
	return out
}
