package administer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/report"
	"marquee/app/report/sheet"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

type (
	reportIn struct {
		operate.OfCompany
		ID       int64               `json:"id"`
		Filter   map[string][]string `json:"filter"`
		Headers  []string            `json:"headers"`
		Replace  bool                `json:"replace"`
		By       []string            `json:"by"`
		Interval string              `json:"interval"`
		Cursor   string              `json:"cursor"`
		Offset   int64               `json:"offset"`
		// Comma is how CSV looks, nil: as the company wants it.
		Comma *bool `json:"comma,omitempty"`
	}
	reportOut struct {
		Name    string       `json:"name"`
		Columns []reportHead `json:"columns"`
		Rows    [][]any      `json:"rows"`
		Total   int64        `json:"total"`
		Cursor  string       `json:"cursor"`
		More    bool         `json:"more"`
		AsOf    *time.Time   `json:"asOf"`
		// Zone and Comma are how a file looks to people.
		Zone  string `json:"zone"`
		Comma bool   `json:"comma"`
	}
	reportHead struct {
		Key   string      `json:"key"`
		Label string      `json:"label"`
		Kind  report.Kind `json:"kind"`
	}
	reportListOut struct {
		Reports []reportLine `json:"reports"`
	}
	reportLine struct {
		ID          int64  `json:"id"`
		Name        string `json:"name"`
		Description string `json:"description"`
	}
)

var reportList = operate.Admin{
	Reads: true,
	Path:  "report list", Usage: "list the reports there are",
	Example: "marquee report list --data ./festival",
	Input:   func(c *cli.Context) (any, error) { return struct{}{}, cmdline.NoArguments(c) },
	Run: func(context.Context, *app.App, []byte) (any, error) {
		out := reportListOut{}
		for _, p := range report.Presets() {
			out.Reports = append(out.Reports, reportLine{p.ID, p.Name, p.Description})
		}
		return out, nil
	},
	Print: shown(section{name: "reports", columns: []column{{name: "description", as: asLong}}, table: "id name description"}),
}

// reportPage reads some rows of a report; the commands call it until there are no more, so
// that a long report is held neither here nor in the server.
var reportPage = operate.Admin{
	Reads: true,
	Path:  "report show", Usage: "show a report, or write it to a file",
	Example: `marquee report show --data ./festival --id 1
   marquee report show --data ./festival --id 12 --filter event_ids=3 --csv attendance.csv
   marquee report show --data ./festival --id 7 --interval day --xlsx - > sales.xlsx
   marquee report show --data ./festival --id 15 --header order_reference --header order_net --only --json

Amounts are decimal numbers in the currency of their row. Sums are as old as the last
round of the server, a second at most; on a stopped store they are as old as it left them.`,
	Flags: []cli.Flag{
		cmdline.Whole("id", 0, "the `NUMBER` of the report, see report list"), cmdline.Texts("filter", "only rows where `NAME=VALUE,VALUE…`, again for each"),
		cmdline.Texts("header", "one more column, by its `KEY`, again for each"), cmdline.Yes("only", "no columns but those of --header"),
		cmdline.Texts("by", "group sums by `WHAT`: "+strings.Join(report.Groupings, ", ")), cmdline.Text("interval", "group sums by `PERIOD`: minute, quarter, hour, day, week, month or year"),
		cmdline.Text("csv", "write CSV to this `FILE`; - is standard output"), cmdline.Text("xlsx", "write a spreadsheet to this `FILE`; - is standard output"), commaFlag(), operate.CompanyFlag(),
	},
	Input: reportInput,
	Run:   operate.ForCompany(runReport),
}

func reportInput(c *cli.Context) (any, error) {
	if err := cmdline.Need(c, "id"); err != nil {
		return nil, err
	}
	in := reportIn{
		OfCompany: operate.CompanyOf(c), ID: int64(c.Int("id")), Headers: cmdline.Pieces(c, "header"), Replace: c.Bool("only"),
		By: cmdline.Pieces(c, "by"), Interval: c.String("interval"), Filter: map[string][]string{},
	}
	for _, f := range c.StringSlice("filter") {
		name, values, ok := strings.Cut(f, "=")
		if !ok {
			return nil, cmdline.Usage("--filter must be NAME=VALUE, as in --filter event_ids=3,4")
		}
		in.Filter[name] = append(in.Filter[name], strings.Split(values, ",")...)
	}
	return checkReport(c, in)
}

func commaFlag() cli.Flag {
	return cmdline.Yes("decimal-comma", "CSV with decimal commas, semicolons and headings in words; as the company wants it if left out")
}

// checkReport refuses what no report can be asked for.
func checkReport(c *cli.Context, in reportIn) (any, error) {
	if in.Interval != "" && !slices.Contains(report.Interval("").Values(), in.Interval) {
		return nil, cmdline.Usage("--interval must be one of %v", report.Interval("").Values())
	}
	if c.IsSet("decimal-comma") {
		in.Comma = new(c.Bool("decimal-comma"))
	}
	if c.IsSet("csv") && c.IsSet("xlsx") {
		return nil, cmdline.Usage("--csv and --xlsx are two files: one at a time")
	}
	return in, cmdline.NoArguments(c)
}

func runReport(ctx context.Context, a *app.App, c *app.Caller, in reportIn) (any, error) {
	ask := report.Ask{
		ID: in.ID, Filter: in.Filter, Headers: in.Headers, Replace: in.Replace, By: in.By, Interval: report.Interval(in.Interval),
		Request: list.Request{Cursor: in.Cursor, Offset: in.Offset, Limit: report.MaxExport}, DecimalComma: in.Comma,
	}
	look, err := ask.Look(ctx, a, c)
	if err != nil {
		return nil, err
	}
	res, err := report.Run(ctx, a, c, ask)
	out := reportOut{
		Zone: look.Zone.String(), Comma: look.Comma, Name: res.Name, Rows: [][]any{}, Total: res.Total, Cursor: res.Cursor, More: res.HasMore, AsOf: res.SyncedUntil,
	}
	for _, col := range res.Columns {
		out.Columns = append(out.Columns, reportHead{col.Key, col.Label, col.Kind})
	}
	for _, row := range res.Rows {
		cells := make([]any, len(row))
		for i, v := range row {
			cells[i] = reportCell(res.Columns[i].Kind, v)
		}
		out.Rows = append(out.Rows, cells)
	}
	return out, err
}

// reportCell is a value as it travels, and as files have it.
func reportCell(kind report.Kind, v any) any {
	switch t := v.(type) {
	case report.Amount:
		cur, _ := company.CurrencyByID(t.CurrencyID)
		cur.Symbol = ""
		return json.Number(cur.Amount(t.Minor))
	case []string:
		return strings.Join(t, ", ")
	case int64:
		switch kind {
		case report.Percent:
			return json.Number(fmt.Sprintf("%d.%d", t/10, t%10))
		case report.TaxRate:
			return json.Number(strconv.FormatFloat(float64(t)/company.RateUnit, 'f', -1, 64))
		}
	}
	return v
}

// reportCommand is a command that shows a report, or writes it to a file.
func reportCommand(program operate.Program, ad operate.Admin, name string) *cli.Command {
	cmd := ad.Command(program, name)
	cmd.Action = func(c *cli.Context) error {
		in, err := ad.Input(c)
		if err != nil {
			return err
		}
		target, format := c.String("csv"), sheet.CSV
		switch {
		case c.IsSet("xlsx"):
			target, format = c.String("xlsx"), sheet.XLSX
		case c.Bool("json"):
			target, format = "-", sheet.JSON
		}
		if target == "" {
			return showReport(c, program, in.(reportIn))
		}
		return intoFile(c, target, format, func(w io.Writer) error { return writeReport(c, program, in.(reportIn), format, w) })
	}
	return cmd
}

// intoFile writes to a file that gets its name when it is whole, or to standard output. The file
// is its owner's alone: there are names in it.
func intoFile(c *cli.Context, target string, format sheet.Format, write func(io.Writer) error) (err error) {
	if target == "-" {
		return write(c.App.Writer)
	}
	if err := mayReplace(target, format); err != nil {
		return err
	}
	f, err := os.OpenFile(target+".part", os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Sync(), f.Close())
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return os.Rename(f.Name(), target)
}

// mayReplace refuses to put a file in the place of one that is nothing of the kind: a name that
// was mistyped may be that of the store.
func mayReplace(target string, format sheet.Format) error {
	ending := "." + string(format)
	_, err := os.Lstat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil || strings.EqualFold(filepath.Ext(target), ending):
		return err
	}
	return fmt.Errorf("%s exists already; it was left alone\nOnly a file whose name ends in %s is replaced", target, ending)
}

// pages calls the command until there are no more rows.
func pages(c *cli.Context, program operate.Program, in reportIn, each func(reportOut) error) error {
	for {
		result, err := reportPage.Call(c, program, in)
		if err != nil {
			return err
		}
		var out reportOut
		numbers := json.NewDecoder(bytes.NewReader(result))
		numbers.UseNumber() // an amount keeps its decimals
		if err := numbers.Decode(&out); err != nil {
			return err
		}
		err = each(out)
		if err != nil || !out.More {
			return err
		}
		in.Cursor, in.Offset = out.Cursor, in.Offset+int64(len(out.Rows))
	}
}

func writeReport(c *cli.Context, program operate.Program, in reportIn, format sheet.Format, w io.Writer) error {
	var file sheet.Writer
	err := pages(c, program, in, func(out reportOut) (err error) {
		if file == nil {
			columns := make([]sheet.Column, len(out.Columns))
			for i, col := range out.Columns {
				columns[i] = sheet.Column{Key: col.Key, Label: col.Label, Moments: col.Kind == report.Moment}
			}
			zone, err := time.LoadLocation(out.Zone)
			if err != nil {
				return err
			}
			if file, err = sheet.New(format, w, columns, sheet.Look{Zone: zone, Comma: out.Comma}); err != nil {
				return err
			}
		}
		for _, row := range out.Rows {
			for i := range row {
				row[i] = travelled(out.Columns[i].Kind, row[i], format)
			}
			if err := file.Row(row); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return file.Close()
}

// travelled is a value that came as JSON as what files take it for.
func travelled(kind report.Kind, v any, format sheet.Format) any {
	switch t := v.(type) {
	case json.Number:
		if n, err := t.Float64(); err == nil && format == sheet.JSON {
			return n
		}
		return sheet.Number(t)
	case string:
		if at, err := time.Parse(time.RFC3339Nano, t); err == nil && kind == report.Moment {
			return at
		}
	}
	return v
}

// showReport prints a report as a table.
func showReport(c *cli.Context, program operate.Program, in reportIn) error {
	table := tabwriter.NewWriter(c.App.Writer, 0, 0, 2, ' ', 0)
	first := true
	err := pages(c, program, in, func(out reportOut) error {
		if first {
			fmt.Fprintln(c.App.Writer, out.Name)
			for _, col := range out.Columns {
				fmt.Fprintf(table, "%s\t", strings.ToUpper(col.Label))
			}
			fmt.Fprintln(table)
			first = false
		}
		for _, row := range out.Rows {
			for _, v := range row {
				cell := ""
				if v != nil {
					cell = cmdline.Printable(fmt.Sprint(v), 60)
				}
				fmt.Fprintf(table, "%s\t", cell)
			}
			fmt.Fprintln(table)
		}
		return nil
	})
	return errors.Join(err, table.Flush())
}

var reportRefold = operate.Admin{
	Path: "report refold", Usage: "make the figures of the reports anew from the orders and scans",
	Example: `marquee report refold --data ./festival

The server does it in the background; until it is done the figures are too small. It is
never needed while check finds them right.`,
	Flags: []cli.Flag{operate.CompanyFlag()},
	Input: func(c *cli.Context) (any, error) {
		return operate.CompanyOf(c), cmdline.NoArguments(c)
	},
	Run: operate.ForCompany(func(ctx context.Context, a *app.App, c *app.Caller, _ operate.OfCompany) (any, error) {
		return struct{}{}, report.Refold(ctx, a, c.CompanyID)
	}),
	Print: func(w io.Writer, _ []byte) error {
		_, err := fmt.Fprintln(w, "The figures are made anew")
		return err
	},
}
