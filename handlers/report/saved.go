package report

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/report"
	"marquee/app/report/sheet"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type savedListIn struct {
	rest.Page
}

type savedIn struct {
	ID rest.ID `query:"id" required:"true" min:"1000"`
}

type whichSavedIn struct {
	ID rest.ID `json:"id" required:"true" min:"1000"`
}

// savedReportBody is what a saved report is to be.
type savedReportBody struct {
	ID             rest.ID             `json:"id" min:"1000" doc:"The saved report that is replaced; a new one without it."`
	Name           string              `json:"name" required:"true" minlen:"1" maxlen:"100"`
	ReportID       rest.ID             `json:"reportId" required:"true" min:"1" max:"40" doc:"The report that comes with the program."`
	Filter         map[string]rest.Raw `json:"filter" maxitems:"40" doc:"As in GET /report."`
	Headers        []string            `json:"headers" maxitems:"100" maxlen:"100" doc:"Further columns."`
	ReplaceHeaders bool                `json:"replaceHeaders" doc:"Only the columns in headers."`
	GroupBy        []string            `json:"groupBy" enum:"event,venue,schedule,item_type,item,sale_item,timeslot,price_band,group,channel,payment_method,user,price,tax_rate"`
	Interval       string              `json:"interval" enum:"minute,quarter,hour,day,week,month,year" blank:"true"`
	Period         string              `json:"period" enum:"all,day,week,month" default:"all" doc:"day, week, month: of the last one that is over when the report is made, on the clocks of its schedule, else of the company."`
	Schedule       *reportTimesBody    `json:"schedule" doc:"Null: it is made when somebody asks."`
}

// reportTimesBody says when a report is made by the clock.
type reportTimesBody struct {
	Every    string   `json:"every" required:"true" enum:"daily,weekly,monthly"`
	Weekday  int64    `json:"weekday" doc:"Of a weekly report: from 1 for Monday to 7."`
	Day      int64    `json:"day" doc:"Of a monthly one: from 1 to 31; the last one of a month that has none."`
	At       string   `json:"at" required:"true" doc:"The time of the day, as 06:30. Where the clocks skip it, it is made when they have; where they show it twice, the first time."`
	Timezone string   `json:"timezone" maxlen:"100" doc:"A name of the IANA database; that of the company without one."`
	Format   string   `json:"format" enum:"csv,xlsx" default:"csv"`
	To       []string `json:"to" maxitems:"10" maxlen:"255" doc:"Who gets it by mail."`
	Folder   bool     `json:"folder" doc:"It is put into the folder for reports of the box office, which its operator names."`
}

// savedReportJSON is a saved report.
type savedReportJSON struct {
	Name           string              `json:"name"`
	ReportID       int64               `json:"reportId"`
	Filter         map[string][]string `json:"filter"`
	Headers        []string            `json:"headers"`
	ReplaceHeaders bool                `json:"replaceHeaders"`
	GroupBy        []string            `json:"groupBy"`
	Interval       *string             `json:"interval"`
	Period         string              `json:"period" enum:"all,day,week,month"`
	Schedule       *reportTimesJSON    `json:"schedule"`
	NextAt         *time.Time          `json:"nextAt" doc:"When it is made next by the clock."`
	UserID         *int64              `json:"userId" doc:"With whose rights it is made by the clock; null: those of the operator."`
	wire.Stamps
}

type reportTimesJSON struct {
	Every    string   `json:"every"`
	Weekday  *int64   `json:"weekday"`
	Day      *int64   `json:"day"`
	At       string   `json:"at"`
	Timezone string   `json:"timezone"`
	Format   string   `json:"format"`
	To       []string `json:"to"`
	Folder   bool     `json:"folder"`
}

// reportRunJSON is one run of a saved report.
type reportRunJSON struct {
	SavedReportID int64      `json:"savedReportId"`
	State         string     `json:"state" enum:"waiting,done,failed"`
	DueAt         time.Time  `json:"dueAt" doc:"The moment that it is of."`
	ByHand        bool       `json:"byHand"`
	File          *string    `json:"file" doc:"Its name in the folder."`
	Rows          *int64     `json:"rows" doc:"Rows of the file in the folder."`
	Problem       *string    `json:"problem"`
	EndedAt       *time.Time `json:"endedAt"`
	wire.Stamps
}

type runsIn struct {
	rest.Page
	ID rest.ID `query:"savedReportId" required:"true" min:"1000"`
}

func saved(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: http.MethodGet, Path: "/saved-reports", Summary: "List saved reports", Tag: "Reports",
			Doc: "By their numbers, from 1000 on. GET /report and GET /report/file take these numbers.", Allow: app.ViewReports, Limit: report.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in savedListIn) (rest.Many[savedReportJSON], list.Info, error) {
			page, err := report.ListSaved(ctx, a, c, list.Request{Offset: in.Offset, Limit: in.Limit})
			return rest.ListOf(in.Page, page.Info, page.Rows, savedRow), page.Info, err
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodGet, Path: "/saved-report", Summary: "Read a saved report", Tag: "Reports", Allow: app.ViewReports,
		}, func(ctx context.Context, c *app.Caller, in savedIn) (rest.One[savedReportJSON], error) {
			s, err := report.ReadSaved(ctx, a, c, int64(in.ID))
			return rest.One[savedReportJSON]{Data: savedRow(s)}, err
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/saved-reports", Summary: "Save a report", Tag: "Reports",
			Doc: "Saves a report with its filters, groups and columns, or replaces a saved one as a whole. With a schedule it is made by the clock, with the rights that whoever saved it has then: " +
				"who was suspended sends nothing. A schedule with addresses asks for mails.send as well, one with the folder for company.edit. What was due while the box office was down is made once when it is up again.",
			Allow: app.ViewReports, Status: http.StatusCreated,
		}, func(ctx context.Context, c *app.Caller, in savedReportBody) (rest.One[savedReportJSON], error) {
			save, err := in.save()
			if err != nil {
				return rest.One[savedReportJSON]{}, err
			}
			s, err := report.SaveReport(ctx, a, c, save)
			return rest.One[savedReportJSON]{Data: savedRow(s)}, err
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodDelete, Path: "/saved-reports", Summary: "Delete a saved report", Tag: "Reports",
			Doc: "With its schedule and its runs. What is on its way is not sent any more.", Allow: app.ViewReports,
		}, func(ctx context.Context, c *app.Caller, in whichSavedIn) (wire.SuccessJSON, error) {
			return wire.Done(report.DeleteSaved(ctx, a, c, int64(in.ID)))
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/saved-reports/run", Summary: "Have a saved report made now", Tag: "Reports",
			Doc: "For everybody who gets it by its schedule, which stays as it is.", Allow: app.ViewReports, Weight: app.Medium,
		}, func(ctx context.Context, c *app.Caller, in whichSavedIn) (rest.One[reportRunJSON], error) {
			d, err := report.Deliver(ctx, a, c, int64(in.ID))
			return rest.One[reportRunJSON]{Data: runRow(d)}, err
		}),
		rest.HandleList(rest.Spec{
			Method: http.MethodGet, Path: "/report-runs", Summary: "List runs of a saved report", Tag: "Reports",
			Doc: "The newest first, those of the last 90 days.", Allow: app.ViewReports, Limit: report.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in runsIn) (rest.Many[reportRunJSON], list.Info, error) {
			page, err := report.ListRuns(ctx, a, c, int64(in.ID), list.Request{Offset: in.Offset, Limit: in.Limit})
			return rest.ListOf(in.Page, page.Info, page.Rows, runRow), page.Info, err
		}),
	}
}

func (in *savedReportBody) save() (report.Save, error) {
	filter, err := filtersIn(in.Filter)
	out := report.Save{
		ID: int64(in.ID), Name: strings.TrimSpace(in.Name), Span: report.Span(in.Period),
		Ask: report.Ask{
			ID: int64(in.ReportID), Filter: filter, Headers: in.Headers, Replace: in.ReplaceHeaders, By: in.GroupBy, Interval: report.Interval(in.Interval),
		},
	}
	if s := in.Schedule; s != nil {
		out.Schedule = &report.Schedule{
			Every: report.Repeat(s.Every), Weekday: s.Weekday, Day: s.Day, Minute: report.MinuteAt(s.At), Zone: s.Timezone,
			Format: sheet.Format(s.Format), To: s.To, Folder: s.Folder,
		}
	}
	return out, err
}

func savedRow(s report.Saved) rest.Resource[savedReportJSON] {
	at := savedReportJSON{
		Name: s.Name, ReportID: s.Preset, Filter: map[string][]string{}, Headers: append([]string{}, s.Headers...), ReplaceHeaders: s.Replace,
		GroupBy: append([]string{}, s.By...), Interval: wire.OrNull(string(s.Interval)), Period: string(s.Span),
		NextAt: s.NextAt, UserID: wire.OrNull(s.UserID), Stamps: wire.StampsOf(s.CreatedAt, s.UpdatedAt),
	}
	maps.Copy(at.Filter, s.Filter)
	if of := s.Schedule; of != nil {
		at.Schedule = &reportTimesJSON{
			Every: string(of.Every), Weekday: wire.OrNull(of.Weekday), Day: wire.OrNull(of.Day), At: of.At(), Timezone: of.Zone,
			Format: string(of.Format), To: slices.Concat([]string{}, of.To), Folder: of.Folder,
		}
	}
	return rest.Resource[savedReportJSON]{Type: "savedReports", ID: s.Number(), Self: fmt.Sprintf("/v1/saved-report?id=%d", s.Number()), Attributes: at}
}

func runRow(d report.Delivery) rest.Resource[reportRunJSON] {
	at := reportRunJSON{
		SavedReportID: d.Number(), State: d.State.String(), DueAt: d.Due, ByHand: d.ByHand, File: wire.OrNull(d.File), Problem: wire.OrNull(d.Problem),
		EndedAt: d.EndedAt, Stamps: wire.StampsOf(d.CreatedAt, d.UpdatedAt),
	}
	if d.File != "" {
		at.Rows = &d.Rows
	}
	return rest.Resource[reportRunJSON]{Type: "reportRuns", ID: d.ID, Attributes: at}
}
