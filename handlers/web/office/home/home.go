package home

import (
	"html/template"
	"marquee/handlers/web/office/event"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/web/page"
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
	FirstSteps []event.Todo
	StepsOf    string
	Takings    *takings
	Coming     []screen.EventRow
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

func homeScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}", Needs: app.Authenticated, Template: o.Template(templates, "home.html"), Show: showHome,
	}
}

// showHome shows what needs somebody, how it goes, and what comes next.
func showHome(v *screen.Visit) error {
	now := v.App.Now().In(v.Zone)
	v.View.Title = page.Capitalised(v.View.T("office.weekday_day", "weekday", v.View.Lang.Weekday(now), "day", v.View.Lang.DayMonth(now)))
	body := &homeBody{All: v.Path("/events")}
	v.Body.It = body
	if v.Holds(app.CreateEvents) {
		body.New = v.Path("/events/new")
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
func (body *homeBody) addComing(v *screen.Visit, now time.Time) error {
	if !v.Holds(screen.CatalogReaders) {
		return nil
	}
	events, err := office.ReadEvents(v.R.Context(), v.App, v.Caller, office.AskEvents{State: catalog.Coming})
	if err != nil {
		return err
	}
	selling, left, bounded := int64(0), int64(0), true
	for i := range events.Rows {
		e := &events.Rows[i]
		if e.Standing.Is == office.Selling || e.Standing.Is == office.Scarce {
			selling++
			if e.Of == nil {
				bounded = false
			} else {
				left += max(0, *e.Of-e.Sold)
			}
		}
		if i < comingUp {
			body.Coming = append(body.Coming, v.EventRow(e))
		}
	}
	on := figure{v.View.T("office.on_sale_now"), v.View.Number(selling), ""}
	if bounded && selling > 0 {
		on.Beside = v.View.T("office.places_free", "n", left)
	}
	body.Figures = append(body.Figures, on)
	if len(events.Rows) > 0 {
		next := &events.Rows[0]
		body.Figures = append(body.Figures, figure{v.View.T("office.next"), screen.InDays(v, now, next.Start), next.Name})
		body.Quiet = v.View.T("office.quiet_next", "event", next.Name, "when", screen.InDays(v, now, next.Start))
		return body.addFirstSteps(v, next)
	}
	return nil
}

// addTakings adds what came in: today, and day by day.
func (body *homeBody) addTakings(v *screen.Visit) error {
	if !v.Holds(app.ViewReports) {
		return nil
	}
	all, err := report.SalesReport(v.R.Context(), v.App, v.Caller, report.AskTakings{})
	if err != nil {
		return err
	}
	at := slices.IndexFunc(all, func(t report.Takings) bool { return t.Currency.ID == v.Company.CurrencyID })
	if at < 0 {
		return nil
	}
	t := &all[at]
	today := figure{v.View.T("office.takings_today"), v.View.Amount(t.Currency, t.Today.Total), v.View.T("office.payments", "n", t.Today.Count)}
	week := figure{v.View.T("office.takings_week"), v.View.Amount(t.Currency, t.ThisWeek.Total), v.View.T("office.payments", "n", t.ThisWeek.Count)}
	body.Figures = append(body.Figures, today, week)
	if t.AllTime.Count > 0 {
		body.Takings = takingsOf(v, t.Currency, t.Days[max(0, len(t.Days)-takingDays):])
	}
	return nil
}

// takingsOf draws what came in on each of some days.
func takingsOf(v *screen.Visit, cur company.Currency, days []report.Period) *takings {
	l := v.View.Lang
	c := chart.Chart{
		ID: "takings", Language: l, Title: v.View.T("office.takings"), About: v.View.T("office.takings_about"), Nothing: v.View.T("office.no_sales"),
		Head: v.View.T("office.day"), Amount: func(n int64) string { return v.View.Amount(cur, n) },
	}
	// The scale is in whole units, and the table has the amounts.
	unit := int64(1)
	for range cur.Subunit {
		unit *= 10
	}
	sum, whole, exact := int64(0), chart.Series{Name: cur.Code}, chart.Series{Name: v.View.T("office.takings")}
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
	return &takings{v.View.T("office.in_all", "amount", v.View.Amount(cur, sum), "n", len(exact.Values)), template.HTML(c.SVG()), template.HTML(c.Table())}
}
