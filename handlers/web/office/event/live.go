package event

import (
	"fmt"
	"html/template"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/office"
	"marquee/app/report/chart"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/web/page"
)

// liveScreen answers with what of the overview has changed since it was shown.
func liveScreen(overview *page.Template) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/live", Needs: app.ViewEvents, Live: true,
		File: func(v *screen.Visit) error {
			e, err := office.ReadLive(v.R.Context(), v.App, v.Caller, v.ID("id"))
			if err != nil {
				return err
			}
			v.Zone = e.Location()
			l, err := liveParts(v, overview, &e)
			if err != nil {
				return err
			}
			return v.Answer(l)
		},
	}
}

// liveParts are the parts of the overview that go on.
func liveParts(v *screen.Visit, overview *page.Template, e *office.Live) (*screen.Live, error) {
	rush, err := rushOf(v, e)
	if err != nil {
		return nil, err
	}
	return v.Parts(overview, v.Path("/events/%d/live", e.ID), e.Moves(), map[string]any{
		"kpis": kpisOf(v, e), "rush": rush, "left": leftOf(v, e), "line": lineOf(v, e), "last": lastOf(v, e),
	})
}

// kpisOf are the figures of the overview.
func kpisOf(v *screen.Visit, e *office.Live) (all []screen.Figure) {
	sold := screen.Figure{Label: v.View.T("office.sold"), Values: []string{v.View.Number(e.Sold)}}
	taken := screen.Figure{Label: v.View.T("office.takings"), Values: v.Amounts(e.Net), Beside: v.View.T("office.no_sales")}
	var of, today string
	if e.Of != nil {
		of = v.View.T("office.of", "of", v.View.Number(*e.Of))
	}
	if e.Lately != nil && e.Lately.Today > 0 {
		today = v.View.T("office.live_today", "n", e.Lately.Today)
	}
	sold.Beside = strings.Join(filled(of, today), ", ")
	all = append(all, sold)
	if e.Net != nil {
		if len(taken.Values) > 0 {
			taken.Beside = ""
		}
		if e.Lately != nil {
			if amounts := v.Amounts(e.Lately.Net); len(amounts) > 0 {
				taken.Beside = v.View.T("office.live_amount_today", "amount", strings.Join(amounts, ", "))
			}
		}
		all = append(all, taken)
	}
	if e.Of != nil {
		all = append(all, screen.Figure{Label: v.View.T("office.left"), Values: []string{v.View.Number(max(0, *e.Of-e.Sold))}})
	}
	if e.Lately != nil && e.Rushes() {
		all = append(all, paceOf(v, e))
	}
	if e.Line != nil {
		waits := screen.Figure{Label: v.View.T("office.live_in_line"), Values: []string{v.View.Number(e.Line.Waiting)}}
		if e.Line.Inside > 0 {
			waits.Beside = v.View.T("office.live_choosing", "n", e.Line.Inside)
		}
		all = append(all, waits)
	}
	return all
}

// paceOf is how many tickets the last whole minute sold, and which one sold most.
func paceOf(v *screen.Visit, e *office.Live) screen.Figure {
	all := e.Lately.Minutes
	last, most := len(all)-2, 0
	for i := range all[:last+1] {
		if all[i] >= all[most] {
			most = i
		}
	}
	at := e.Lately.From.Add(time.Duration(most) * time.Minute).In(v.Zone)
	return screen.Figure{
		Label: v.View.T("office.live_a_minute"), Values: []string{v.View.Number(all[last])},
		Beside: v.View.T("office.live_most", "n", v.View.Number(all[most]), "clock", v.View.Lang.Clock(at)),
	}
}

// filled are the texts that say something.
func filled(texts ...string) (all []string) {
	for _, t := range texts {
		if t != "" {
			all = append(all, t)
		}
	}
	return all
}

// rushBody is how many tickets go in each minute.
type rushBody struct{ Picture, Table template.HTML }

// rushOf draws the last minutes, nil where nobody waits for them.
func rushOf(v *screen.Visit, e *office.Live) (*rushBody, error) {
	if e.Lately == nil || !e.Rushes() {
		return nil, nil
	}
	c := chart.Chart{
		ID: "minutes", Language: v.View.Lang, Title: v.View.T("office.live_a_minute"), About: v.View.T("office.live_minutes_about"), Nothing: v.View.T("office.no_sales"),
		Head: v.View.T("office.time"), Unfinished: true, Series: []chart.Series{{Name: v.View.T("office.tickets_group"), Values: e.Lately.Minutes}},
	}
	for i := range e.Lately.Minutes {
		clock := v.View.Lang.Clock(e.Lately.From.Add(time.Duration(i) * time.Minute).In(v.Zone))
		c.Columns = append(c.Columns, chart.Column{Label: clock, Short: clock})
	}
	return &rushBody{template.HTML(c.SVG()), template.HTML(c.Table())}, nil
}

// leftOf is what is left of everything on sale.
func leftOf(v *screen.Visit, e *office.Live) (all []itemRow) {
	for _, it := range ordered(&e.Event) {
		all = append(all, itemRowOf(v, &e.Event, &it))
	}
	return all
}

// lineRow is a figure of the line before the event.
type lineRow struct{ Text, Value string }

// lineOf is how the line goes.
func lineOf(v *screen.Visit, e *office.Live) (all []lineRow) {
	if e.Line == nil {
		return nil
	}
	row := func(key, value string) { all = append(all, lineRow{v.View.T(key), value}) }
	row("office.live_places_used", v.View.T("office.live_used_of", "n", v.View.Number(e.Line.Inside), "of", v.View.Number(e.Line.Shoppers)))
	row("office.live_numbers", v.View.Number(e.Line.Came))
	if e.Line.PerMinute > 0 {
		row("office.live_called", v.View.Number(int64(e.Line.PerMinute+.5)))
	}
	slowed := "office.no"
	if e.Line.Slowed {
		slowed = "office.yes"
	}
	row("office.live_slowed", v.View.T(slowed))
	return all
}

// lastBody are the last orders.
type lastBody struct {
	Rows []lastRow
	All  string
	// Unanswered tells of payments whose gateway has not answered, empty: of none.
	Unanswered string
}

type lastRow struct{ When, Who, What, Amount, To string }

// lastOf is what was bought just now, nil for those who see no orders.
func lastOf(v *screen.Visit, e *office.Live) *lastBody {
	if e.Unanswered == nil {
		return nil
	}
	body := &lastBody{All: v.Path("/events/%d/orders", e.ID)}
	if *e.Unanswered > 0 {
		body.Unanswered = v.View.T("office.live_unanswered", "n", *e.Unanswered)
	}
	for i := range e.Last {
		o := &e.Last[i]
		cur, _ := company.CurrencyByID(o.CurrencyID)
		row := lastRow{When: v.MomentOf(o.Date().In(v.Zone)), Who: o.Buyer, Amount: v.View.Amount(cur, o.Totals.Total)}
		if row.Who == "" {
			row.Who = screen.GroupedCode(o.Reference)
		}
		if v.Holds(app.ViewOrders) {
			row.To = v.Path("/orders/%s", o.Reference)
		}
		var what []string
		for _, u := range o.Units {
			what = append(what, fmt.Sprintf("%s × %s", v.View.Number(u.N), u.Name))
		}
		row.What = strings.Join(what, ", ")
		body.Rows = append(body.Rows, row)
	}
	return body
}
