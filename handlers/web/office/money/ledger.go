package money

import (
	"encoding/hex"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/handlers/web/office/screen"
)

// ledgerBody is a part of the ledger: of a day, of an order, or of an account.
type ledgerBody struct {
	Tabs                []screen.Tab
	Order, Day, Account string
	Accounts            []screen.Option
	Entries             []entryRow
	Before, After       string // the days beside
	More                string
	Count, Hash         string
	Nothing             string
}

// entryRow is an entry with its pair.
type entryRow struct {
	Number, When, What, Order, OrderTo string
	Hash, Previous                     string
	Postings                           []postingRow
}

// postingRow is what an entry does to one account.
type postingRow struct {
	Account, Amount, Balance string
	Out                      bool
}

func ledgerScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{Get: "GET /office/{alias}/money/ledger", Needs: app.ViewReports, Template: o.Template(templates, "ledger.html"), Show: showLedger}
}

func showLedger(v *screen.Visit) error {
	v.View.Title = v.View.T("office.money_ledger")
	q := v.R.URL.Query()
	body := &ledgerBody{Tabs: tabs(v), Order: strings.TrimSpace(q.Get("order")), Account: q.Get("account")}
	v.Body.It = body
	for _, name := range append([]string{""}, ledger.KindNames()...) {
		text := v.View.T("office.ledger_every")
		if name != "" {
			text = v.Account(name)
		}
		body.Accounts = append(body.Accounts, screen.Option{Value: name, Text: text, Chosen: name == body.Account})
	}
	if body.Order != "" {
		return body.ofOrder(v)
	}
	return body.ofDay(v)
}

// ofOrder shows what happened to the money of an order. One that there is not is said, not refused.
func (b *ledgerBody) ofOrder(v *screen.Visit) error {
	o, all, err := order.ReadLedger(v.R.Context(), v.App, v.Caller, order.ParseKey(strings.NewReplacer("-", "", " ", "").Replace(b.Order)))
	b.Nothing = v.View.T("office.ledger_no_order", "order", b.Order)
	if app.KindOf(err) == app.NotFound {
		return nil
	}
	b.addEntries(v, all)
	b.Nothing = v.View.T("office.ledger_nothing")
	b.Order = screen.GroupedCode(o.Reference)
	return err
}

// ofDay shows the entries of a day on the clocks of the company, today where none is named.
func (b *ledgerBody) ofDay(v *screen.Visit) error {
	q := v.R.URL.Query()
	now := v.App.Now().In(v.Zone)
	day, err := time.ParseInLocation(time.DateOnly, q.Get("day"), v.Zone)
	if err != nil {
		day = time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, v.Zone)
	}
	b.Day = day.Format(time.DateOnly)
	from, until := day.UTC(), day.AddDate(0, 0, 1).UTC()
	behind, _ := parseNumber(q.Get("behind"))
	f, err := ledger.Find(v.R.Context(), v.App, v.Caller, ledger.Search{
		Period: ledger.Period{From: &from, Until: &until}, Account: b.Account, Behind: behind, Limit: ledger.MaxPage,
	})
	if err != nil {
		return err
	}
	at := func(d time.Time, rest string) string {
		return v.Path("/money/ledger?day=%s&account=%s%s", d.Format(time.DateOnly), b.Account, rest)
	}
	if b.Before = at(day.AddDate(0, 0, -1), ""); until.Before(v.App.Now()) {
		b.After = at(day.AddDate(0, 0, 1), "")
	}
	if f.Next != 0 {
		b.More = at(day, "&behind="+screen.Number(f.Next))
	}
	if f.Head.Seq > 0 {
		b.Count, b.Hash = v.View.T("office.ledger_count", "n", f.Head.Seq), hex.EncodeToString(f.Head.Hash)
	}
	b.addEntries(v, f.Entries)
	b.Nothing = v.View.T("office.ledger_nothing_on", "day", v.View.Lang.Date(day))
	return nil
}

func (b *ledgerBody) addEntries(v *screen.Visit, all []ledger.Entry) {
	for i := range all {
		e := &all[i]
		row := entryRow{
			Number: v.View.Number(e.Seq), When: moment(v, e.At), What: v.View.T("office.ledger_is_" + e.Event.String()),
			Hash: hex.EncodeToString(e.HashIn(v.Caller.CompanyID)), Previous: hex.EncodeToString(e.Before),
		}
		if e.OrderID != 0 && b.Order == "" {
			row.Order, row.OrderTo = v.View.T("office.ledger_order"), v.Path("/money/ledger?order=%d", e.OrderID)
		}
		for n := range e.Postings {
			p := &e.Postings[n]
			cur, _ := company.CurrencyByID(p.CurrencyID)
			row.Postings = append(row.Postings, postingRow{
				Account: v.Account(p.Account().Name()), Amount: signed(v, cur, p.Amount), Balance: minus(v.View.Amount(cur, p.New())), Out: p.Amount < 0,
			})
		}
		b.Entries = append(b.Entries, row)
	}
}

// signed is an amount that says whether it was credited.
func signed(v *screen.Visit, cur company.Currency, minor int64) string {
	if minor > 0 {
		return "+" + v.View.Amount(cur, minor)
	}
	return minus(v.View.Amount(cur, minor))
}

// minus writes an amount below zero with a minus, and not with a hyphen.
func minus(text string) string { return strings.Replace(text, "-", "\u2212", 1) }
