package reports

import (
	"cmp"
	"html/template"
	"maps"
	"slices"
	"time"

	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/report"
	"marquee/app/report/chart"
	"marquee/handlers/web/office/screen"
)

// taken are sums by channel and period in one currency.
type taken struct {
	currency                  company.Currency
	units, net, refunded, tax int64
	by                        map[string]map[string]int64 // series, period
}

// drawnColumns are those that the chart and the figures are made of, in this order; what is told
// apart stands second.
func drawnColumns(series string) []string {
	return []string{"period", seriesColumns[series], "currency_code", "items_issued_after", "net", "refunds_online", "refunds_offline", "refunds_balance", "sales_tax"}
}

// seriesColumns are what can be told apart, with the columns that name it.
var seriesColumns = map[string]string{"channel": "sales_channel", "event": "event_name", "item": "item_name"}

// draw adds the figures and the chart of a report of sums: what was taken in each period, by where it
// was sold, at which event, or by what it was. Currencies stand beside each other; one is drawn.
func (body *reportBody) draw(v *screen.Visit, p *report.Preset, saved *report.Saved) error {
	in := body.Sentence.ask(v, p, saved)
	in.By, in.Interval, in.Headers, in.Replace, in.Refresh = []string{body.Sentence.Series}, report.Interval(body.Sentence.By), drawnColumns(body.Sentence.Series), true, false
	in.Request = list.Request{Limit: maxDrawn}
	res, err := report.Run(v.R.Context(), v.App, v.Caller, in)
	if err != nil {
		return err
	}
	all, periods := sumsOf(v, res.Rows)
	if len(all) == 0 {
		return nil
	}
	figure := func(word string, value func(t *taken) string) {
		f := screen.Figure{Label: v.View.T(word)}
		for i := range all {
			f.Values = append(f.Values, value(&all[i]))
		}
		body.Figures = append(body.Figures, f)
	}
	amount := func(of func(t *taken) int64) func(t *taken) string {
		return func(t *taken) string { return v.View.Amount(t.currency, of(t)) }
	}
	figure("office.report_taken", amount(func(t *taken) int64 { return t.net }))
	figure("office.report_units", func(t *taken) string { return v.View.Number(t.units) })
	figure("office.report_back", amount(func(t *taken) int64 { return t.refunded }))
	figure("office.report_tax", amount(func(t *taken) int64 { return t.tax }))
	drawn := &all[0]
	for i := range all {
		id := screen.Number(all[i].currency.ID)
		if id == body.Sentence.Currency {
			drawn = &all[i]
		}
		body.Currencies = append(body.Currencies, screen.Option{Value: id, Text: all[i].currency.Code, Chosen: id == body.Sentence.Currency})
	}
	for _, s := range []string{"channel", "event", "item"} {
		body.Series = append(body.Series, screen.Option{Value: s, Text: v.View.T("office.report_series_" + s), Chosen: s == body.Sentence.Series})
	}
	c := chartOf(v, drawn, body.Sentence.Series, spread(periods, body.Sentence.By), res.Total > int64(len(res.Rows)))
	body.Picture, body.Table = template.HTML(c.SVG()), template.HTML(c.Table())
	return nil
}

// maxDrawn is how many rows a chart is made of.
const maxDrawn = report.MaxExport

// sumsOf are the sums by currency, that of the company first, and the periods that there are.
func sumsOf(v *screen.Visit, rows []report.Row) (all []taken, periods []string) {
	for _, row := range rows {
		net, ok := row[4].(report.Amount)
		if !ok {
			continue
		}
		i := slices.IndexFunc(all, func(t taken) bool { return t.currency.ID == net.CurrencyID })
		if i < 0 {
			cur, _ := company.CurrencyByID(net.CurrencyID)
			i, all = len(all), append(all, taken{currency: cur, by: map[string]map[string]int64{}})
		}
		t := &all[i]
		period, _ := row[0].(string)
		series, _ := row[1].(string)
		units, _ := row[3].(int64)
		t.units, t.net = t.units+units, t.net+net.Minor
		for _, at := range []int{5, 6, 7} {
			back, _ := row[at].(report.Amount)
			t.refunded += back.Minor
		}
		tax, _ := row[8].(report.Amount)
		t.tax += tax.Minor
		if t.by[series] == nil {
			t.by[series] = map[string]int64{}
		}
		t.by[series][period] += net.Minor
		if !slices.Contains(periods, period) {
			periods = append(periods, period)
		}
	}
	slices.SortStableFunc(all, func(a, b taken) int {
		own := func(t *taken) int {
			if t.currency.ID == v.Company.CurrencyID {
				return 0
			}
			return 1
		}
		return own(&a) - own(&b)
	})
	slices.Sort(periods)
	return all, periods
}

// spread adds the days between the first and the last one on which nothing was sold.
func spread(periods []string, by string) []string {
	if by != string(report.ByDay) || len(periods) < 2 {
		return periods
	}
	from, err := time.Parse(time.DateOnly, periods[0])
	until, err2 := time.Parse(time.DateOnly, periods[len(periods)-1])
	if err != nil || err2 != nil || until.Sub(from) > chart.MaxColumns*24*time.Hour {
		return periods
	}
	var all []string
	for at := from; !at.After(until); at = at.AddDate(0, 0, 1) {
		all = append(all, at.Format(time.DateOnly))
	}
	return all
}

// chartOf draws what was taken in a currency. The scale is in whole units, and the table has the
// amounts.
func chartOf(v *screen.Visit, t *taken, by string, periods []string, cut bool) *chart.Chart {
	unit := int64(1)
	for range t.currency.Subunit {
		unit *= 10
	}
	c := &chart.Chart{
		ID: "takings", Language: v.View.Lang, Title: v.View.T("office.report_chart", "currency", t.currency.Code), About: v.View.T("office.report_chart_about_" + by),
		Nothing: v.View.T("office.no_sales"), Head: v.View.T("office.day"), Others: v.View.T("office.report_others"), Form: chart.Stacked,
		Amount: func(n int64) string { return v.View.Amount(t.currency, n) },
	}
	if cut {
		c.About += " " + v.View.T("office.report_cut")
	}
	exact := chart.Series{Name: v.View.T("office.takings"), Values: make([]int64, len(periods))}
	for _, p := range periods {
		column := chart.Column{Label: p, Short: p}
		if at, err := time.Parse(time.DateOnly, p); err == nil {
			column = chart.Column{Label: v.View.Lang.ShortDate(at), Short: v.View.Lang.DayMonth(at)}
		}
		c.Columns = append(c.Columns, column)
	}
	for _, series := range t.largest() {
		s := chart.Series{Name: seriesName(v, by, series), Values: make([]int64, len(periods))}
		for i, p := range periods {
			s.Values[i] = max(0, t.by[series][p]/unit)
			exact.Values[i] += t.by[series][p]
		}
		c.Series = append(c.Series, s)
	}
	c.Beside = &exact
	return c
}

// largest are the series, those that brought most first.
func (t *taken) largest() []string {
	sum := func(series string) (n int64) {
		for _, v := range t.by[series] {
			n += v
		}
		return n
	}
	return slices.SortedFunc(maps.Keys(t.by), func(a, b string) int { return cmp.Or(cmp.Compare(sum(b), sum(a)), cmp.Compare(a, b)) })
}

// seriesName is what a series is called.
func seriesName(v *screen.Visit, by, series string) string {
	switch {
	case by == "channel":
		return v.View.T("office.channel_" + series)
	case series == "":
		return v.View.T("office.report_without_event")
	}
	return series
}
