package cli

import (
	"bytes"
	"context"
	"io"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/ledger/extf"
	"marquee/app/report"

	"github.com/urfave/cli/v2"
)

// ledgerBalances and ledgerEntries are reports under names of their own.
var (
	ledgerBalances = admin{
		reads: true,
		path:  "ledger balances", usage: "show the balance of every account before and after a period: the trial balance",
		example: `marquee ledger balances --data ./festival
   marquee ledger balances --data ./festival --from 2027-05-01 --until 2027-05-31
   marquee ledger balances --data ./festival --from 2027-01-01 --interval month --xlsx year.xlsx
   marquee ledger balances --data ./festival --json

What was credited and what was debited are above zero both. Sales, fees and tax have an
account for each rate of tax; wallets are one account. All accounts together open and
close with nothing. Days are in UTC, the months of --interval those of the company.`,
		flags: append(periodFlags(), text("interval", "a balance for each `PERIOD`: day, week, month or year")),
		input: func(c *cli.Context) (any, error) { return periodInput(c, report.TrialBalance) },
		run:   runReport,
	}
	ledgerEntries = admin{
		reads: true,
		path:  "ledger entries", usage: "show all entries of a period, or write them to a file",
		example: `marquee ledger entries --data ./festival --from 2027-05-01 --until 2027-05-31
   marquee ledger entries --data ./festival --from 2027-05-01 --csv may.csv
   marquee ledger entries --data ./festival --xlsx all.xlsx
   marquee ledger entries --data ./festival --json

A row is a posting: what an account is credited is positive, what it is debited negative.
Postings of one entry have its number, and add up to nothing. Days are in UTC.`,
		flags: periodFlags(),
		input: func(c *cli.Context) (any, error) { return periodInput(c, report.LedgerEntries) },
		run:   runReport,
	}
)

func periodFlags() []cli.Flag {
	return []cli.Flag{
		text("from", "the first `DAY` of the period, or its moment; the beginning if left out"), text("until", "the last `DAY`, or its moment; now if left out"),
		text("tax-rate", "only accounts of this rate of tax, in `PERCENT`"),
		text("csv", "write CSV to this `FILE`; - is standard output"), text("xlsx", "write a spreadsheet to this `FILE`; - is standard output"), commaFlag(), companyFlag(),
	}
}

// periodInput asks for a report of the ledger.
func periodInput(c *cli.Context, id int64) (any, error) {
	in := reportIn{CompanyID: int64(c.Int("company")), ID: id, Interval: c.String("interval"), Filter: map[string][]string{}}
	for flag, filter := range map[string]string{"from": "completed_from", "until": "completed_to", "tax-rate": "tax_rates"} {
		if said := c.String(flag); said != "" {
			in.Filter[filter] = []string{said}
		}
	}
	return checkReport(c, in)
}

type (
	batchIn struct {
		CompanyID int64    `json:"companyId"`
		Ask       extf.Ask `json:"ask"`
	}
	batchOut struct {
		File []byte `json:"file"`
	}
)

// ledgerBatch makes the file; the command puts it where it is wanted.
var ledgerBatch = admin{
	reads: true,
	path:  "ledger batch", usage: "write all entries of a period as bookings for accountants (EXTF)",
	example: `marquee ledger batch --data ./festival --from 2027-06-01 --until 2027-06-30 --chart skr03 --adviser 29098 --client 55003 --csv june.csv
   marquee ledger batch --data ./festival --from 2027-06-01 --until 2027-06-30 --chart skr04 --adviser 29098 --client 55003 --account cash=1610 --account sales:7%=4301

The usual accounting program of German-speaking countries reads it. What was earned at a
rate of tax is booked with its tax, on the account for sales at that rate. Days are those
of the company, all of one year; the names of accounts are those of ledger balances.`,
	flags: []cli.Flag{
		text("from", "the first `DAY`"), text("until", "the last `DAY`"), text("chart", "the `CHART` of accounts: "+strings.Join(extf.Names(), " or ")),
		whole("adviser", 0, "the `NUMBER` of the accountant"), whole("client", 0, "the `NUMBER` under which they keep the company"),
		texts("account", "an account of the ledger with a `NUMBER` of its own, such as cash=1010; can be given several times"),
		text("csv", "write to this `FILE`; - is standard output, and so is nothing"), companyFlag(),
	},
	input: func(c *cli.Context) (any, error) { return batchInput(c) },
	run:   runLedgerBatch,
}

func batchInput(c *cli.Context) (in batchIn, err error) {
	in = batchIn{int64(c.Int("company")), extf.Ask{
		Chart: c.String("chart"), Accounts: c.StringSlice("account"), Adviser: int64(c.Int("adviser")), Client: int64(c.Int("client")),
	}}
	for flag, to := range map[string]*time.Time{"from": &in.Ask.From, "until": &in.Ask.Until} {
		if *to, err = time.Parse(time.DateOnly, c.String(flag)); err != nil {
			return in, usage("--%s must be a day, such as 2027-06-30", flag)
		}
	}
	return in, noArguments(c)
}

func runLedgerBatch(ctx context.Context, a *app.App, input []byte) (any, error) {
	in, err := decode[batchIn](input)
	if err != nil {
		return nil, err
	}
	c, err := operator(ctx, a, in.CompanyID)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = in.Ask.Export(ctx, a, c, &out)
	return batchOut{out.Bytes()}, err
}

// ledgerBatchFile is the command around ledgerBatch.
func ledgerBatchFile(program Program) *cli.Command {
	cmd := ledgerBatch.command(program, "batch")
	cmd.Action = func(c *cli.Context) error {
		in, err := batchInput(c)
		if err != nil {
			return err
		}
		result, err := ledgerBatch.call(c, program, in)
		if err != nil {
			return err
		}
		out, err := decode[batchOut](result)
		if err != nil {
			return err
		}
		target := c.String("csv")
		if target == "" {
			target = "-"
		}
		return intoFile(c, target, "csv", func(w io.Writer) error {
			_, err := w.Write(out.File)
			return err
		})
	}
	return cmd
}
