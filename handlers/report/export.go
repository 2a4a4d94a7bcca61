package report

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"marquee/app"
	"marquee/app/report"
	"marquee/app/report/sheet"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type exportIn struct {
	asked
	Format       string     `query:"format" enum:"csv,xlsx,json" default:"csv" doc:"csv: with a mark for spreadsheets; texts that would be formulas stand behind an apostrophe. xlsx: amounts and rates are numbers with decimals, and times are dates on the clocks of the event that the report is about, else of the company; the heading names them. json: a list of objects."`
	DecimalComma *rest.Flag `query:"decimalComma" doc:"A CSV file as spreadsheets of many countries open it: decimal commas, semicolons between cells, headings in the language asked for, amounts with decimals, and times as in a spreadsheet. As the settings of the company say if absent."`
}

func exports(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: http.MethodGet, Path: "/report/file", Summary: "Retrieve a whole report as a file", Tag: "Reports",
			Doc: "The same reports as GET /report, with all of their rows. The file is written while it is read, in pieces of some hundred rows; " +
				"what changes meanwhile may be in it or not. Two are written at once for a company, and one that is read too slowly is cut off. A file that is cut off was not finished.",
			Allow: app.ViewReports, Media: []string{"text/csv", sheet.XLSX.ContentType(), "application/json"},
		}, func(_ context.Context, c *app.Caller, in exportIn) (rest.Stream, error) {
			ask, err := in.ask()
			if err != nil {
				return rest.Stream{}, err
			}
			f := sheet.Format(in.Format)
			ask.DecimalComma = wire.Yes(in.DecimalComma)
			return rest.Stream{
				ContentType: f.ContentType(), Filename: fmt.Sprintf("report-%d.%s", ask.ID, f),
				Write: func(ctx context.Context, w io.Writer) error {
					_, err := report.WriteFile(ctx, a, c, ask, f, bool(in.Formatted), w)
					return err
				},
			}, nil
		}),
	}
}
