package report

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/report"
	"marquee/app/report/sheet"
	"marquee/handlers/rest"
)

type exportIn struct {
	asked
	Format string `query:"format" enum:"csv,xlsx,json" default:"csv" doc:"csv: with a mark for spreadsheets; texts that would be formulas stand behind an apostrophe. json: a list of objects."`
}

func exports(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: http.MethodGet, Path: "/report/file", Summary: "Retrieve a whole report as a file", Tag: "Reports",
			Doc: "The same reports as GET /report, with all of their rows. The file is written while it is read, in pieces of some hundred rows; " +
				"what changes meanwhile may be in it or not. Two are written at once for a company, and one that is read too slowly is cut off. A file that is cut off was not finished.",
			Allow: app.ViewReports,
		}, func(_ context.Context, c *app.Caller, in exportIn) (rest.Stream, error) {
			ask, err := in.ask()
			if err != nil {
				return rest.Stream{}, err
			}
			f := sheet.Format(in.Format)
			return rest.Stream{
				ContentType: f.ContentType(), Filename: fmt.Sprintf("report-%d.%s", ask.ID, f),
				Write: func(ctx context.Context, w io.Writer) error {
					return writeFile(ctx, a, c, ask, f, bool(in.Formatted), w)
				},
			}, nil
		}),
	}
}

// writeFile writes a report as a file.
func writeFile(ctx context.Context, a *app.App, c *app.Caller, ask report.Ask, f sheet.Format, formatted bool, w io.Writer) error {
	var out sheet.Writer
	var columns []report.Column
	err := report.Export(ctx, a, c, ask, func(all []report.Column) (err error) {
		columns = all
		named := make([]sheet.Column, len(all))
		for i := range all {
			named[i] = sheet.Column{Key: keyFor(f, &all[i]), Label: all[i].Label}
		}
		out, err = sheet.New(f, w, named)
		return err
	}, func(rows []report.Row) error {
		for _, row := range rows {
			for i := range row {
				row[i] = cellValue(columns[i].Kind, row[i], formatted)
			}
			if err := out.Row(row); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return out.Close()
}

func keyFor(f sheet.Format, c *report.Column) string {
	if f == sheet.JSON {
		return c.CamelKey()
	}
	return c.Key
}

// cellValue is a value of a row as files have it.
func cellValue(kind report.Kind, v any, formatted bool) any {
	switch t := v.(type) {
	case []string:
		return strings.Join(t, ", ")
	case nil, string, bool, time.Time:
		return v
	}
	shown := shownValue(kind, v, formatted)
	if text, ok := shown.(string); ok {
		return sheet.Number(text) // an amount or a percentage with its decimals
	}
	return shown
}
