package report

import (
	"context"
	"io"
	"time"

	"marquee/app"
	"marquee/app/ledger/extf"
	"marquee/handlers/rest"
)

type batchIn struct {
	From     rest.Time `query:"from" date:"true" required:"true" doc:"The first day, of the company's clocks."`
	Until    rest.Time `query:"until" date:"true" required:"true" doc:"The last day, in the same year."`
	Chart    string    `query:"chart" required:"true" enum:"skr03,skr04" doc:"The chart of accounts."`
	Adviser  int64     `query:"adviser" required:"true" min:"1001" max:"9999999" doc:"The number of the accountant."`
	Client   int64     `query:"client" required:"true" min:"1" max:"99999" doc:"The number under which they keep the company."`
	Accounts []string  `query:"accounts" maxitems:"50" maxlen:"40" doc:"Accounts that have another number than in the chart: cash=1010, sales:7%=8301, transit=1399. The names are those of the ledger."`
}

// batches are the routes of files for accountants.
func batches(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/ledger/batch", Summary: "Retrieve the ledger as bookings for accountants", Tag: "Reports", Allow: app.ViewReports, Media: []string{"text/csv"},
			Doc: "The format EXTF, a batch of bookings, which the usual accounting program of German-speaking countries reads. What was earned at a rate of tax is " +
				"booked with its tax, on the account for sales at that rate. Only what is in euros is in it, and nothing that was sold in demo mode.",
		}, func(ctx context.Context, c *app.Caller, in batchIn) (rest.Stream, error) {
			ask := extf.Ask{Chart: in.Chart, Accounts: in.Accounts, Adviser: in.Adviser, Client: in.Client, From: in.From.Time, Until: in.Until.Time}
			return rest.Stream{
				ContentType: "text/csv", Filename: "EXTF_" + ask.Until.Format(time.DateOnly) + ".csv",
				Write: func(ctx context.Context, w io.Writer) error { return ask.Export(ctx, a, c, w) },
			}, ask.Check(ctx, a, c)
		}),
	}
}
