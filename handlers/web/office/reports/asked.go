package reports

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/report"
	"marquee/handlers/web/office/screen"
)

// sentence is what narrows a report, as its page has it.
type sentence struct {
	Event, From, Until, By string
	// Series is what is told apart in the chart, Currency that which is drawn, empty: the first.
	Series, Currency string
	// Timed: it can be of a time; Events: of an event; Sums: it is drawn by periods.
	Timed, Events, Sums bool
}

// about is the report that an address names, and the saved one if it is one.
func about(v *screen.Visit) (p report.Preset, saved *report.Saved, err error) {
	id := v.ID("report")
	if report.IsSaved(id) {
		s, err := report.ReadSaved(v.R.Context(), v.App, v.Caller, id)
		if err != nil {
			return p, nil, err
		}
		id, saved = s.Preset, &s
	}
	p, err = report.PresetByID(id)
	if err == nil && !v.Holds(p.Needs()) {
		err = app.Missing("page")
	}
	return p, saved, err
}

// read takes the sentence out of the address; of a saved report it begins with what was saved.
func read(v *screen.Visit, p *report.Preset, saved *report.Saved) sentence {
	takes := p.Takes()
	s := sentence{Events: slices.Contains(takes, "event_ids"), Timed: timeOf(takes) != "", Sums: p.Sums()}
	if saved != nil {
		for key, said := range saved.Filter {
			if len(said) == 1 && key == "event_ids" {
				s.Event = said[0]
			}
		}
		s.By = string(saved.Interval)
	}
	q := v.R.URL.Query()
	for name, to := range map[string]*string{"event": &s.Event, "from": &s.From, "until": &s.Until, "by": &s.By, "series": &s.Series, "currency": &s.Currency} {
		if q.Has(name) {
			*to = q.Get(name)
		}
	}
	if s.By != string(report.ByMonth) && s.By != string(report.ByWeek) {
		s.By = string(report.ByDay)
	}
	if seriesColumns[s.Series] == "" {
		s.Series = "channel"
	}
	return s
}

// timeOf is the time that a report can be of, empty: of none.
func timeOf(takes []string) string {
	for _, name := range []string{"completed", "scanned"} {
		if slices.Contains(takes, name+"_from") {
			return name
		}
	}
	return ""
}

// ask is what the sentence asks for.
func (s *sentence) ask(v *screen.Visit, p *report.Preset, saved *report.Saved) report.Ask {
	in := report.Ask{ID: p.ID, Filter: map[string][]string{}, Refresh: true, Request: list.Request{Limit: report.MaxPage}}
	if saved != nil {
		in.ID = saved.Number()
	}
	maps.Copy(in.Filter, s.filter(v, p))
	return in
}

// filter is the sentence as filters of the report.
func (s *sentence) filter(v *screen.Visit, p *report.Preset) map[string][]string {
	out := map[string][]string{}
	if _, err := strconv.ParseInt(s.Event, 10, 64); err == nil && s.Events {
		out["event_ids"] = []string{s.Event}
	}
	name := timeOf(p.Takes())
	if from, err := time.ParseInLocation(time.DateOnly, s.From, v.Zone); err == nil && s.Timed {
		out[name+"_from"] = []string{from.Format(time.RFC3339)}
	}
	if until, err := time.ParseInLocation(time.DateOnly, s.Until, v.Zone); err == nil && s.Timed {
		out[name+"_to"] = []string{until.AddDate(0, 0, 1).Add(-time.Minute).Format(time.RFC3339)}
	}
	return out
}

// query is the sentence as an address.
func (s *sentence) query() string {
	q := url.Values{}
	for name, value := range map[string]string{"event": s.Event, "from": s.From, "until": s.Until, "by": s.By} {
		if value != "" {
			q.Set(name, value)
		}
	}
	return q.Encode()
}
