package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/report"
	"marquee/app/report/sheet"

	"github.com/urfave/cli/v2"
)

type (
	savedReportIn struct {
		reportIn
		Replaces int64    `json:"replaces"`
		Name     string   `json:"name"`
		Period   string   `json:"period"`
		Every    string   `json:"every"`
		Weekday  int64    `json:"weekday"`
		Day      int64    `json:"day"`
		At       string   `json:"at"`
		Timezone string   `json:"timezone"`
		Format   string   `json:"format"`
		To       []string `json:"to"`
		Folder   bool     `json:"folder"`
	}
	savedReportLine struct {
		ID       int64      `json:"id"`
		Name     string     `json:"name"`
		ReportID int64      `json:"reportId"`
		Period   string     `json:"period"`
		Every    string     `json:"every,omitempty"`
		At       string     `json:"at,omitempty"`
		Timezone string     `json:"timezone,omitempty"`
		To       []string   `json:"to"`
		Folder   bool       `json:"folder"`
		NextAt   *time.Time `json:"nextAt"`
	}
	savedReportsOut struct {
		Reports []savedReportLine `json:"reports"`
	}
	reportRunLine struct {
		ID      int64     `json:"id"`
		State   string    `json:"state"`
		DueAt   time.Time `json:"dueAt"`
		ByHand  bool      `json:"byHand"`
		File    string    `json:"file,omitempty"`
		Problem string    `json:"problem,omitempty"`
	}
	reportRunsOut struct {
		Runs []reportRunLine `json:"runs"`
	}
)

func savedReportLineOf(s *report.Saved) savedReportLine {
	out := savedReportLine{ID: s.Number(), Name: s.Name, ReportID: s.Preset, Period: string(s.Span), To: []string{}, NextAt: s.NextAt}
	if of := s.Schedule; of != nil {
		out.Every, out.At, out.Timezone, out.To, out.Folder = string(of.Every), of.At(), of.Zone, append(out.To, of.To...), of.Folder
	}
	return out
}

func savedReportFlag() cli.Flag {
	return whole("id", 0, "the `NUMBER` of the saved report, from report saved")
}

var reportSave = admin{
	path: "report save", usage: "save a report with its filters, and have it made by the clock",
	example: `marquee report save --data ./festival --id 7 --name "Sold yesterday" --period day --every daily --at 06:30 --to boss@example.com
   marquee report save --data ./festival --id 12 --name Attendance --every weekly --weekday 1 --at 08:00 --format xlsx --folder
   marquee report show --data ./festival --id 1000

Without --every it is made when somebody asks. --folder puts it into the folder that marquee
serve --report-folder names. What was due while the server was down is made once when it is
up again.`,
	flags: []cli.Flag{
		whole("id", 0, "the `NUMBER` of the report, see report list"), text("name", "what it is called"), whole("replace", 0, "the `NUMBER` of the saved report that it takes the place of"),
		texts("filter", "only rows where `NAME=VALUE,VALUE…`, again for each"), texts("header", "one more column, by its `KEY`, again for each"), yes("only", "no columns but those of --header"),
		texts("by", "group sums by `WHAT`: "+strings.Join(report.Groupings, ", ")), text("interval", "group sums by `PERIOD`: minute, quarter, hour, day, week, month or year"),
		textOr("period", "all", "the `TIME` that it is of: all, or the last day, week or month"),
		text("every", "make it daily, weekly or monthly"), whole("weekday", 0, "the `DAY` of a weekly one: from 1 for Monday to 7"), whole("day", 0, "the `DAY` of a monthly one, from 1 to 31"),
		text("at", "the `TIME` of the day, as 06:30"), text("timezone", "a `NAME` of the IANA database; that of the company without it"),
		textOr("format", "csv", "csv or xlsx"), texts("to", "mail it to this `ADDRESS`, again for each"), yes("folder", "put it into the folder for reports"), companyFlag(),
	},
	input: func(c *cli.Context) (any, error) {
		if err := need(c, "name"); err != nil {
			return nil, err
		}
		in, err := reportInput(c)
		if err != nil {
			return nil, err
		}
		for _, flag := range []string{"weekday", "day", "at", "to", "folder"} {
			if c.IsSet(flag) && c.String("every") == "" {
				return nil, usage("--%s needs --every daily, weekly or monthly: without it the report is made only when somebody asks", flag)
			}
		}
		return savedReportIn{
			reportIn: in.(reportIn), Replaces: int64(c.Int("replace")), Name: c.String("name"), Period: c.String("period"), Every: c.String("every"),
			Weekday: int64(c.Int("weekday")), Day: int64(c.Int("day")), At: c.String("at"), Timezone: c.String("timezone"), Format: c.String("format"),
			To: pieces(c, "to"), Folder: c.Bool("folder"),
		}, nil
	},
	run:   runReportSave,
	print: printSaved,
}

func runReportSave(ctx context.Context, a *app.App, input []byte) (any, error) {
	in, err := decode[savedReportIn](input)
	if err != nil {
		return nil, err
	}
	c, err := operator(ctx, a, in.CompanyID)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(report.Span("").Values(), in.Period) {
		return nil, usage("--period must be one of %v", report.Span("").Values())
	}
	save := report.Save{
		ID: in.Replaces, Name: in.Name, Span: report.Span(in.Period),
		Ask: report.Ask{ID: in.ID, Filter: in.Filter, Headers: in.Headers, Replace: in.Replace, By: in.By, Interval: report.Interval(in.Interval)},
	}
	if in.Every != "" {
		save.Schedule = &report.Schedule{
			Every: report.Repeat(in.Every), Weekday: in.Weekday, Day: in.Day, Minute: report.MinuteAt(in.At), Zone: in.Timezone,
			Format: sheet.Format(in.Format), To: in.To, Folder: in.Folder,
		}
	}
	s, err := report.SaveReport(ctx, a, c, save)
	return savedReportsOut{[]savedReportLine{savedReportLineOf(&s)}}, err
}

func printSaved(w io.Writer, result []byte) error {
	out, err := decode[savedReportsOut](result)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tNAME\tREPORT\tPERIOD\tEVERY\tAT\tNEXT\tTO")
	for _, s := range out.Reports {
		next, to := "", strings.Join(s.To, ", ")
		if s.NextAt != nil {
			next = s.NextAt.Format(time.RFC3339)
		}
		if s.Folder {
			to = strings.TrimPrefix(to+", the folder", ", ")
		}
		fmt.Fprintf(table, "%d\t%s\t%d\t%s\t%s\t%s\t%s\t%s\n", s.ID, printable(s.Name, 60), s.ReportID, s.Period, s.Every, strings.TrimSpace(s.At+" "+s.Timezone), next, printable(to, 100))
	}
	return table.Flush()
}

// savedInput reads which saved report is meant.
func savedInput(c *cli.Context) (any, error) {
	if err := need(c, "id"); err != nil {
		return nil, err
	}
	return reportIn{CompanyID: int64(c.Int("company")), ID: int64(c.Int("id"))}, noArguments(c)
}

// onReports is a command about saved reports.
func onReports(do func(ctx context.Context, a *app.App, c *app.Caller, in reportIn) (any, error)) func(context.Context, *app.App, []byte) (any, error) {
	return func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[reportIn](input)
		if err != nil {
			return nil, err
		}
		c, err := operator(ctx, a, in.CompanyID)
		if err != nil {
			return nil, err
		}
		return do(ctx, a, c, in)
	}
}

var reportSaved = admin{
	reads: true,
	path:  "report saved", usage: "list saved reports, and when they are made next",
	example: "marquee report saved --data ./festival",
	flags:   []cli.Flag{companyFlag()},
	input:   func(c *cli.Context) (any, error) { return reportIn{CompanyID: int64(c.Int("company"))}, noArguments(c) },
	run: onReports(func(ctx context.Context, a *app.App, c *app.Caller, _ reportIn) (any, error) {
		out := savedReportsOut{Reports: []savedReportLine{}}
		page, err := report.ListSaved(ctx, a, c, list.Request{Limit: report.MaxExport})
		for i := range page.Rows {
			out.Reports = append(out.Reports, savedReportLineOf(&page.Rows[i]))
		}
		return out, err
	}),
	print: printSaved,
}

var reportDelete = admin{
	path: "report delete", usage: "delete a saved report with its schedule and its runs",
	example: "marquee report delete --data ./festival --id 1000",
	flags:   []cli.Flag{savedReportFlag(), companyFlag()},
	input:   savedInput,
	run: onReports(func(ctx context.Context, a *app.App, c *app.Caller, in reportIn) (any, error) {
		return struct{}{}, report.DeleteSaved(ctx, a, c, in.ID)
	}),
	print: func(w io.Writer, _ []byte) error {
		_, err := fmt.Fprintln(w, "The report is deleted")
		return err
	},
}

var reportMake = admin{
	path: "report make", usage: "have a saved report made now, for everybody who gets it by the clock",
	example: "marquee report make --data ./festival --id 1000\n\nThe running server does it; on a stopped store it is done once the server runs again.",
	flags:   []cli.Flag{savedReportFlag(), companyFlag()},
	input:   savedInput,
	run: onReports(func(ctx context.Context, a *app.App, c *app.Caller, in reportIn) (any, error) {
		d, err := report.Deliver(ctx, a, c, in.ID)
		return reportRunLineOf(&d), err
	}),
	print: func(w io.Writer, result []byte) error {
		out, err := decode[reportRunLine](result)
		if err == nil {
			_, err = fmt.Fprintf(w, "Run %d is %s\n", out.ID, out.State)
		}
		return err
	},
}

func reportRunLineOf(d *report.Delivery) reportRunLine {
	return reportRunLine{ID: d.ID, State: d.State.String(), DueAt: d.Due, ByHand: d.ByHand, File: d.File, Problem: d.Problem}
}

var reportRuns = admin{
	reads: true,
	path:  "report runs", usage: "list the runs of a saved report, the newest first",
	example: "marquee report runs --data ./festival --id 1000",
	flags:   []cli.Flag{savedReportFlag(), companyFlag()},
	input:   savedInput,
	run: onReports(func(ctx context.Context, a *app.App, c *app.Caller, in reportIn) (any, error) {
		out := reportRunsOut{Runs: []reportRunLine{}}
		page, err := report.ListRuns(ctx, a, c, in.ID, list.Request{Limit: report.MaxPage})
		for i := range page.Rows {
			out.Runs = append(out.Runs, reportRunLineOf(&page.Rows[i]))
		}
		return out, err
	}),
	print: func(w io.Writer, result []byte) error {
		out, err := decode[reportRunsOut](result)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "ID\tSTATE\tDUE\tFILE\tPROBLEM")
		for _, r := range out.Runs {
			fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\n", r.ID, r.State, r.DueAt.Format(time.RFC3339), r.File, printable(r.Problem, 100))
		}
		return table.Flush()
	},
}
