package administer

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"strings"
	"time"

	"marquee/app/ledger/extf"
	"marquee/app/report"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

// ledgerBalances and ledgerEntries are reports under names of their own.
var (
	ledgerBalances = operate.Admin{
		Reads: true,
		Path:  "ledger balances", Usage: "show the balance of every account before and after a period: the trial balance",
		Example: `marquee ledger balances --data ./festival
   marquee ledger balances --data ./festival --from 2027-05-01 --until 2027-05-31
   marquee ledger balances --data ./festival --from 2027-01-01 --interval month --xlsx year.xlsx
   marquee ledger balances --data ./festival --json

What was credited and what was debited are above zero both. Sales, fees and tax have an
account for each rate of tax; wallets are one account. All accounts together open and
close with nothing. Days are in UTC, the months of --interval those of the company.`,
		Flags: append(periodFlags(), cmdline.Text("interval", "a balance for each `PERIOD`: day, week, month or year")),
		Input: func(c *cli.Context) (any, error) { return periodInput(c, report.TrialBalance) },
		Run:   operate.ForCompany(runReport),
	}
	ledgerEntries = operate.Admin{
		Reads: true,
		Path:  "ledger entries", Usage: "show all entries of a period, or write them to a file",
		Example: `marquee ledger entries --data ./festival --from 2027-05-01 --until 2027-05-31
   marquee ledger entries --data ./festival --from 2027-05-01 --csv may.csv
   marquee ledger entries --data ./festival --xlsx all.xlsx
   marquee ledger entries --data ./festival --json

A row is a posting: what an account is credited is positive, what it is debited negative.
Postings of one entry have its number, and add up to nothing. Days are in UTC.`,
		Flags: periodFlags(),
		Input: func(c *cli.Context) (any, error) { return periodInput(c, report.LedgerEntries) },
		Run:   operate.ForCompany(runReport),
	}
)

func periodFlags() []cli.Flag {
	return []cli.Flag{
		cmdline.Text("from", "the first `DAY` of the period, or its moment; the beginning if left out"), cmdline.Text("until", "the last `DAY`, or its moment; now if left out"),
		cmdline.Text("tax-rate", "only accounts of this rate of tax, in `PERCENT`"),
		cmdline.Text("csv", "write CSV to this `FILE`; - is standard output"), cmdline.Text("xlsx", "write a spreadsheet to this `FILE`; - is standard output"), commaFlag(), operate.CompanyFlag(),
	}
}

// periodInput asks for a report of the ledger.
func periodInput(c *cli.Context, id int64) (any, error) {
	in := reportIn{OfCompany: operate.CompanyOf(c), ID: id, Interval: c.String("interval"), Filter: map[string][]string{}}
	for flag, filter := range map[string]string{"from": "completed_from", "until": "completed_to", "tax-rate": "tax_rates"} {
		if said := c.String(flag); said != "" {
			in.Filter[filter] = []string{said}
		}
	}
	return checkReport(c, in)
}

// ledgerBatch makes the file; the command puts it where it is wanted.
const ledgerBatch = "ledger batch"

var ledgerCommands = []derived{{
	path: ledgerBatch, usage: "write all entries of a period as bookings for accountants (EXTF)",
	example: `marquee ledger batch --data ./festival --from 2027-06-01 --until 2027-06-30 --chart skr03 --adviser 29098 --client 55003 --csv june.csv
   marquee ledger batch --data ./festival --from 2027-06-01 --until 2027-06-30 --chart skr04 --adviser 29098 --client 55003 --account cash=1610 --account sales:7%=4301

The usual accounting program of German-speaking countries reads it. What was earned at a
rate of tax is booked with its tax, on the account for sales at that rate. Days are those
of the company, all of one year; the names of accounts are those of ledger balances.`,
	operation: "GET /ledger/batch",
	flags: []option{
		{name: "from", field: "from", usage: "the first `DAY`", read: dayOf("from")}, {name: "until", field: "until", usage: "the last `DAY`", read: dayOf("until")},
		{name: "chart", field: "chart", usage: "the `CHART` of accounts: " + strings.Join(extf.Names(), " or ")},
		{name: "adviser", field: "adviser", usage: "the `NUMBER` of the accountant"}, {name: "client", field: "client", usage: "the `NUMBER` under which they keep the company"},
		{name: "account", field: "accounts", usage: "an account of the ledger with a `NUMBER` of its own, such as cash=1010; can be given several times"},
	},
	then: asFile,
}}

// dayOf reads a day.
func dayOf(flag string) func([]string) (any, error) {
	return func(given []string) (any, error) {
		if _, err := time.Parse(time.DateOnly, given[0]); err != nil {
			return nil, cmdline.Usage("--%s must be a day, such as 2027-06-30", flag)
		}
		return given[0], nil
	}
}

// asFile is the answer of an operation that is a file.
func asFile(_ context.Context, _ asker, _ fields, answer json.RawMessage) (json.RawMessage, error) {
	return json.Marshal(apiOut{File: answer})
}

// ledgerBatchFile is the command that writes the file.
func ledgerBatchFile(program operate.Program, ad operate.Admin) *cli.Command {
	ad.Flags = append(ad.Flags, cmdline.Text("csv", "write to this `FILE`; - is standard output, and so is nothing"))
	cmd := ad.Command(program, "batch")
	cmd.Action = func(c *cli.Context) error {
		in, err := ad.Input(c)
		if err != nil {
			return err
		}
		result, err := ad.Call(c, program, in)
		if err != nil {
			return err
		}
		out, err := cmdline.Decode[apiOut](result)
		if err != nil {
			return err
		}
		return intoFile(c, cmp.Or(c.String("csv"), "-"), "csv", func(w io.Writer) error { return writeAnswer(w, out, true) })
	}
	return cmd
}
