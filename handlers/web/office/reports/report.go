package reports

import (
	"errors"
	"html/template"
	"strings"
	"time"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/report"
	"marquee/handlers/rest"
	"marquee/handlers/web/office/screen"
)

// reportBody is a report.
type reportBody struct {
	Name, All, At string
	Sentence      sentence
	Events        []screen.Option
	By            []screen.Option
	// Wrong is why there are no rows, empty: there are.
	Wrong          string
	AsOf           string
	Figures        []screen.Figure
	Picture, Table template.HTML
	// Series and Currencies are what the chart can show.
	Series, Currencies []screen.Option
	Columns            []column
	Rows               [][]cell
	More               string
	// saved is the report as it was saved, nil: it comes with the program.
	saved     *report.Saved
	CSV, XLSX string
	Save      *saveBody
}

type column struct {
	Label string
	Right bool
}

type cell struct {
	Text  string
	Right bool
}

// onOneLine is how many characters of a cell stay on one line, however many columns there are.
const onOneLine = 20

// Class says how the cell stands in its column.
func (c cell) Class() string {
	switch {
	case c.Right:
		return "n"
	case utf8.RuneCountInString(c.Text) <= onOneLine:
		return "short"
	}
	return ""
}

func reportScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/reports/{report}", Post: "POST /office/{alias}/reports/{report}", Needs: app.ViewReports,
		Template: o.Template(templates, "report.html"), Show: showReport,
		Forms: map[string]screen.Then{
			"POST saved-reports":     {Say: "office.report_saved", To: toSaved},
			"POST saved-reports/run": {Say: "office.report_runs_now"},
			"DELETE saved-reports":   {Say: "office.report_deleted", To: func(v *screen.Visit, _ any) string { return v.Path("/reports") }, Remake: saveAgain},
		},
	}
}

// showReport shows a report as its address narrows it.
func showReport(v *screen.Visit) error {
	p, saved, err := about(v)
	if err != nil {
		return err
	}
	s := read(v, &p, saved)
	at := v.Path("/reports/%d", v.ID("report"))
	body := &reportBody{Name: v.View.T("office.ask_" + screen.Number(p.ID)), All: v.Path("/reports"), At: at, Sentence: s}
	if body.saved = saved; saved != nil {
		body.Name = saved.Name
	}
	v.View.Title = body.Name
	v.Body.It = body
	if body.Events, err = events(v, s.Event); err != nil {
		return err
	}
	for _, by := range []report.Interval{report.ByDay, report.ByWeek, report.ByMonth} {
		body.By = append(body.By, screen.Option{Value: string(by), Text: v.View.T("office.report_by_" + string(by)), Chosen: s.By == string(by)})
	}
	if err := body.fillSave(v, &p, saved, &s); err != nil {
		return err
	}
	return body.run(v, &p, saved)
}

// run reads the rows, and draws them. What is wrong with the filters stands in their place.
func (body *reportBody) run(v *screen.Visit, p *report.Preset, saved *report.Saved) error {
	s := &body.Sentence
	res, err := report.Run(v.R.Context(), v.App, v.Caller, s.ask(v, p, saved))
	var refused *app.Error
	if errors.As(err, &refused) && refused.Kind == app.Invalid {
		body.Wrong = v.View.T("office.report_needs_event")
		if len(refused.Fields) == 0 {
			body.Wrong = rest.Translate(string(v.View.Lang), refused.Message)
		}
		return nil
	}
	if err != nil {
		return err
	}
	if res.SyncedUntil != nil {
		body.AsOf = v.View.T("office.live_as_of", "time", v.MomentOf(res.SyncedUntil.In(v.Zone)))
	}
	query := s.query()
	body.CSV, body.XLSX = body.At+"/file?format=csv&"+query, body.At+"/file?format=xlsx&"+query
	body.fillRows(v, p.ID, &res)
	if s.Sums {
		return body.draw(v, p, saved)
	}
	return nil
}

// fillRows shows the rows of a report. Columns in which nothing stands are left out.
func (body *reportBody) fillRows(v *screen.Visit, id int64, res *report.Result) {
	var shown []int
	for i := range res.Columns {
		for _, row := range res.Rows {
			if row[i] != nil && row[i] != "" && !strings.HasSuffix(res.Columns[i].Key, "_id") && res.Columns[i].Key != "currency_code" {
				shown = append(shown, i)
				body.Columns = append(body.Columns, column{res.Columns[i].Label, right(res.Columns[i].Kind)})
				break
			}
		}
	}
	for _, row := range res.Rows {
		cells := make([]cell, len(shown))
		for n, i := range shown {
			cells[n] = cell{text(v, id, res.Columns[i], row[i]), right(res.Columns[i].Kind)}
		}
		body.Rows = append(body.Rows, cells)
	}
	if int64(len(res.Rows)) < res.Total {
		body.More = v.View.T("office.report_more", "n", len(res.Rows), "all", v.View.Number(res.Total))
	}
}

// right tells whether a column has figures.
func right(k report.Kind) bool {
	return k == report.Integer || k == report.Cash || k == report.Percent || k == report.TaxRate
}

// text is a value as a page shows it.
func text(v *screen.Visit, id int64, c report.Column, value any) string {
	switch x := value.(type) {
	case nil:
		return "–"
	case report.Amount:
		cur, _ := company.CurrencyByID(x.CurrencyID)
		return v.View.Amount(cur, x.Minor)
	case time.Time:
		return v.MomentOf(x.In(v.Zone))
	case bool:
		if x {
			return v.View.T("office.yes")
		}
		return v.View.T("office.no")
	case []string:
		said := make([]string, len(x))
		for i := range x {
			said[i] = inWords(v, id, c.Key, x[i])
		}
		return strings.Join(said, ", ")
	case int64:
		if c.Key == "average_stay" {
			return stay(v, x)
		}
		switch c.Kind {
		case report.Percent:
			return v.View.Lang.Percent(x * 1000)
		case report.TaxRate:
			return v.View.Lang.Percent(x)
		}
		return v.View.Number(x)
	case string:
		return inWords(v, id, c.Key, x)
	}
	return ""
}

// maxEvents is how many events there are to choose from.
const maxEvents = 100

// events are those that a report can be about.
func events(v *screen.Visit, chosen string) ([]screen.Option, error) {
	all := []screen.Option{{Text: v.View.T("office.report_all_events"), Chosen: chosen == ""}}
	if !v.Holds(app.AnyOf{app.ListEvents, app.ViewEvents}) {
		return all, nil
	}
	page, err := catalog.ListEvents(v.R.Context(), v.App, v.Caller, catalog.EventFilter{HideChildren: true, Request: list.Request{Limit: maxEvents}}, catalog.EventWants{})
	if app.KindOf(err) == app.Forbidden {
		return all, nil
	}
	for i := range page.Events {
		id := screen.Number(page.Events[i].ID)
		all = append(all, screen.Option{Value: id, Text: page.Events[i].Name, Chosen: id == chosen})
	}
	return all, err
}
