package operate

import (
	"context"
	"fmt"
	"io"

	"marquee/app"
	"marquee/app/customer"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/wire"

	"github.com/urfave/cli/v2"
)

type personIn struct {
	OfCompany
	CustomerID int64 `json:"customerId"`
	Force      bool  `json:"force"`
}

func personFlags() []cli.Flag {
	return []cli.Flag{cmdline.Whole("customer", 0, "the `ID` of the customer"), CompanyFlag()}
}

func personInput(c *cli.Context) (any, error) {
	if c.Int("customer") < 1 {
		return nil, cmdline.Usage("%s needs --customer\nSee: %s --help", c.Command.HelpName, c.Command.HelpName)
	}
	return personIn{OfCompany: CompanyOf(c), CustomerID: int64(c.Int("customer")), Force: c.Bool("force")}, cmdline.NoArguments(c)
}

// PersonExport is everything that is kept about one customer.
var PersonExport = Admin{
	Reads: true,
	Path:  "export-person", Usage: "write everything that is kept about one customer, as JSON",
	Example: `marquee export-person --data ./festival --customer 17 > 17.json

For a person who asks what is known of them: the customer, orders, tickets, payments,
answers, scans, phones with passes, mails with what stood in them, transfers, accounts,
resales, and the imported files and saved reports that name them, as they are stored.
What opens something is left out.`,
	Flags: personFlags(),
	Input: personInput,
	Run: ForCompany(func(ctx context.Context, a *app.App, c *app.Caller, in personIn) (any, error) {
		all, err := customer.ExportPerson(ctx, a, c, in.CustomerID)
		if err != nil {
			return nil, err
		}
		return wire.PersonForm(&all)
	}),
	Print: func(w io.Writer, result []byte) error {
		_, err := fmt.Fprintf(w, "%s\n", result)
		return err
	},
}

// PersonErase erases a customer to the end. It has no form of its own on the command line:
// see erase.go.
var PersonErase = Admin{
	Path: "erase", Usage: "erase a customer",
	Input: personInput,
	Run: ForCompany(func(ctx context.Context, a *app.App, c *app.Caller, in personIn) (any, error) {
		return customer.Finish(ctx, a, c, in.CustomerID, in.Force)
	}),
}
