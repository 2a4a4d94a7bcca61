package office

import (
	"html/template"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/office"
	"marquee/app/report"
	"marquee/app/report/chart"
)

// homeBody is what Home shows: what needs somebody first, figures second.
type homeBody struct {
	Figures []figure
	Waiting []waiting
	// Quiet says that nothing needs anybody, and what comes next.
	Quiet string
	// FirstSteps are what an event of a new company has and lacks.
	FirstSteps []todo
	StepsOf    string
	Takings    *takings
	Coming     []eventRow
	All        string
	New        string
}

// figure is a number with what it is of, and what is beside it.
type figure struct{ Label, Value, Beside string }

// takings are what came in day by day.
type takings struct {
	Sum            string
	Picture, Table template.HTML
}

// comingUp is how many events Home shows, and takingDays how many days of takings.
const (
	comingUp   = 6
	takingDays = 14
)

func (o *Office) home() *screen {
	return &screen{
		get: "GET /office/{alias}", needs: app.Authenticated, template: o.template("home.html"), show: (*visit).showHome,
	}
}

// showHome shows what needs somebody, how it goes, and what comes next.
func (v *visit) showHome() error {
	now := v.app.Now().In(v.zone)
	v.view.Title = v.view.T("office.weekday_day", "weekday", v.view.Lang.Weekday(now), "day", v.view.Lang.DayMonth(now))
	body := &homeBody{All: v.path("/events")}
	v.body.It = body
	if v.holds(app.CreateEvents) {
		body.New = v.path("/events/new")
	}
	if err := body.addTakings(v); err != nil {
		return err
	}
	if err := body.addComing(v, now); err != nil {
		return err
	}
	return body.addWaiting(v)
}

// addComing adds the next events, with the figures that are about them.
func (body *homeBody) addComing(v *visit, now time.Time) error {
	if !v.holds(catalogReaders) {
		return nil
	}
	page, err := office.ReadEvents(v.r.Context(), v.app, v.caller, office.AskEvents{State: catalog.Coming})
	if err != nil {
		return err
	}
	selling, left, bounded := int64(0), int64(0), true
	for i := range page.Rows {
		e := &page.Rows[i]
		if e.Standing.Is == office.Selling || e.Standing.Is == office.Scarce {
			selling++
			if e.Of == nil {
				bounded = false
			} else {
				left += max(0, *e.Of-e.Sold)
			}
		}
		if i < comingUp {
			body.Coming = append(body.Coming, v.eventRow(e))
		}
	}
	on := figure{v.view.T("office.on_sale_now"), v.view.Number(selling), ""}
	if bounded && selling > 0 {
		on.Beside = v.view.T("office.places_free", "n", left)
	}
	body.Figures = append(body.Figures, on)
	if len(page.Rows) > 0 {
		next := &page.Rows[0]
		body.Figures = append(body.Figures, figure{v.view.T("office.next"), inDays(v, now, next.Start), next.Name})
		body.Quiet = v.view.T("office.quiet_next", "event", next.Name, "when", inDays(v, now, next.Start))
		return body.addFirstSteps(v, next)
	}
	return nil
}

// inDays says in how many days something is, on the clocks of the company.
func inDays(v *visit, now, at time.Time) string {
	day := func(t time.Time) time.Time {
		y, m, d := t.In(v.zone).Date()
		return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	}
	switch days := int(day(at).Sub(day(now)) / (24 * time.Hour)); {
	case days <= 0:
		return v.view.T("office.today")
	default:
		return v.view.T("office.in_days", "n", days)
	}
}

// addTakings adds what came in: today, and day by day.
func (body *homeBody) addTakings(v *visit) error {
	if !v.holds(app.ViewReports) {
		return nil
	}
	all, err := report.SalesReport(v.r.Context(), v.app, v.caller, report.AskTakings{})
	if err != nil {
		return err
	}
	at := slices.IndexFunc(all, func(t report.Takings) bool { return t.Currency.ID == v.company.CurrencyID })
	if at < 0 {
		return nil
	}
	t := &all[at]
	today := figure{v.view.T("office.takings_today"), v.view.Amount(t.Currency, t.Today.Total), v.view.T("office.payments", "n", t.Today.Count)}
	week := figure{v.view.T("office.takings_week"), v.view.Amount(t.Currency, t.ThisWeek.Total), v.view.T("office.payments", "n", t.ThisWeek.Count)}
	body.Figures = append(body.Figures, today, week)
	if t.AllTime.Count > 0 {
		body.Takings = takingsOf(v, t.Currency, t.Days[max(0, len(t.Days)-takingDays):])
	}
	return nil
}

// takingsOf draws what came in on each of some days.
func takingsOf(v *visit, cur company.Currency, days []report.Period) *takings {
	l := v.view.Lang
	c := chart.Chart{
		ID: "takings", Language: l, Title: v.view.T("office.takings"), About: v.view.T("office.takings_about"), Nothing: v.view.T("office.no_sales"),
		Head: v.view.T("office.day"), Amount: func(n int64) string { return v.view.Amount(cur, n) },
	}
	// The scale is in whole units, and the table has the amounts.
	unit := int64(1)
	for range cur.Subunit {
		unit *= 10
	}
	sum, whole, exact := int64(0), chart.Series{Name: cur.Code}, chart.Series{Name: v.view.T("office.takings")}
	for _, p := range days {
		at, err := time.Parse(time.DateOnly, p.Name)
		if err != nil {
			continue
		}
		c.Columns = append(c.Columns, chart.Column{Label: l.ShortDate(at), Short: l.DayMonth(at)})
		whole.Values = append(whole.Values, p.Money.Total/unit)
		exact.Values = append(exact.Values, p.Money.Total)
		sum += p.Money.Total
	}
	c.Series, c.Beside = []chart.Series{whole}, &exact
	return &takings{v.view.T("office.in_all", "amount", v.view.Amount(cur, sum), "n", len(exact.Values)), template.HTML(c.SVG()), template.HTML(c.Table())}
}
