package reports

import (
	"net/url"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/report"
	"marquee/handlers/web/office/screen"
)

// saveBody is how a report is kept.
type saveBody struct {
	// Saved tells that it is kept already: it can be replaced, run and deleted.
	Saved bool
	// Changed tells that the page is not as it was saved.
	Changed bool
	// When is when it is made, Scheduled that the clock does, Mails that the reader may have it sent.
	When             string
	Scheduled, Mails bool
	// To are who gets it.
	To []string
	// Hidden are the fields of the report as the page narrows it.
	Hidden []string
	Runs   []runRow
}

// runRow is one time that a report was made.
type runRow struct{ When, State, Tone, Problem string }

// toSaved leads to a report that was saved.
func toSaved(v *screen.Visit, out any) string {
	var made struct {
		Data struct {
			ID int64 `json:"id"`
		} `json:"data"`
	}
	if err := screen.Read(out, &made); err != nil || made.Data.ID == 0 {
		return v.Path("/reports")
	}
	return v.Path("/reports/%d", made.Data.ID)
}

// fillSave says how the report is kept as it is now. Who sees a part of the events keeps none.
func (body *reportBody) fillSave(v *screen.Visit, p *report.Preset, saved *report.Saved, s *sentence) error {
	if !v.Caller.Can(app.ViewReports) {
		return nil
	}
	save := &saveBody{Mails: v.Holds(app.SendMails), Saved: saved != nil}
	body.Save = save
	f := v.Body.Add("POST saved-reports")
	values := map[string]any{"reportId": p.ID, "interval": s.By, "schedule.every": "weekly", "schedule.weekday": int64(1), "schedule.at": "07:00", "schedule.format": "xlsx", "schedule.to": "", "period": "all"}
	save.Hidden = []string{"reportId", "interval"}
	for name, said := range s.filter(v, p) {
		values["filter."+name] = said
		save.Hidden = append(save.Hidden, "filter."+name)
	}
	if saved == nil {
		f.Fill(values)
		f.Takes(url.Values{"name": {body.Name}})
		return nil
	}
	values["id"], values["period"] = saved.Number(), string(saved.Span)
	save.When, save.Changed = whenOf(v, saved), len(v.R.URL.Query()) > 0 && s.query() != savedQuery(saved)
	if of := saved.Schedule; of != nil {
		save.Scheduled, save.To = true, of.To
		values["schedule.every"], values["schedule.weekday"], values["schedule.at"], values["schedule.format"], values["schedule.to"] = string(of.Every), of.Weekday, of.At(), string(of.Format), of.To
	}
	f.Fill(values)
	f.Takes(url.Values{"name": {saved.Name}})
	v.Body.Add("POST saved-reports/run").Put("id", saved.Number())
	v.Body.Add("DELETE saved-reports").Put("id", saved.Number())
	page, err := report.ListRuns(v.R.Context(), v.App, v.Caller, saved.Number(), list.Request{Limit: maxRuns})
	for i := range page.Rows {
		d := &page.Rows[i]
		row := runRow{When: v.MomentOf(d.Due.In(v.Zone)), State: v.View.T("office.report_run_" + d.State.String()), Problem: d.Problem, Tone: "ok"}
		if d.State != report.RunDone {
			row.Tone = "info"
		}
		if d.State == report.RunFailed {
			row.Tone = "bad"
		}
		save.Runs = append(save.Runs, row)
	}
	return err
}

// savedQuery is the sentence of a report as it was saved.
func savedQuery(saved *report.Saved) string {
	s := sentence{By: string(saved.Interval)}
	for key, said := range saved.Filter {
		if len(said) == 1 && key == "event_ids" {
			s.Event = said[0]
		}
	}
	return s.query()
}

// maxRuns is how many times are listed that a report was made.
const maxRuns = 10
