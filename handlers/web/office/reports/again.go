package reports

import (
	"marquee/app/report"
	"marquee/handlers/web/office/screen"
)

// saveAgain saves a report anew that was deleted, with when it is made. What had been made of it by
// then is not listed with it any more.
func saveAgain(v *screen.Visit) (string, any) {
	s := v.Body.It.(*reportBody).saved
	if s == nil {
		return "", nil
	}
	body := map[string]any{"name": s.Name, "reportId": s.Preset, "replaceHeaders": s.Replace, "period": string(s.Span)}
	if len(s.Filter) > 0 {
		body["filter"] = s.Filter
	}
	if len(s.Headers) > 0 {
		body["headers"] = s.Headers
	}
	if len(s.By) > 0 {
		body["groupBy"] = s.By
	}
	if s.Interval != "" {
		body["interval"] = string(s.Interval)
	}
	if s.Schedule != nil {
		body["schedule"] = timesOf(s.Schedule)
	}
	return "POST saved-reports", body
}

func timesOf(t *report.Schedule) map[string]any {
	out := map[string]any{
		"every": string(t.Every), "weekday": t.Weekday, "day": t.Day, "at": t.At(), "timezone": t.Zone, "format": string(t.Format), "folder": t.Folder,
	}
	if len(t.To) > 0 {
		out["to"] = t.To
	}
	return out
}
