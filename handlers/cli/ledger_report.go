package cli

import (
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
