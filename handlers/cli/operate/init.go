package operate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"marquee/app/company"
	"marquee/backup"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

func InitCommand(program Program) *cli.Command {
	return &cli.Command{
		Name:  "init",
		Usage: "make a store with a company, its owner and an API token",
		Description: `Example:

   marquee init --data ./festival --company "My Festival" --currency EUR --email you@example.com

On a terminal it asks for what is missing. The owner is the super user of everything. Without --password-stdin a strong
password is made. Password and token are printed once and kept nowhere.

` + cmdline.ExitCodes,
		Flags: []cli.Flag{
			cmdline.DataFlag(),
			cmdline.Text("company", "the company's `NAME`"),
			cmdline.Text("currency", "its `CODE`, such as EUR"),
			cmdline.Text("email", "the owner's `ADDRESS`"),
			cmdline.TextOr("timezone", "UTC", "its `AREA/CITY`"),
			cmdline.Yes("password-stdin", "read the owner's password from standard input instead of making one"),
			cmdline.JSONFlag(),
		},
		Action: func(c *cli.Context) error { return runInit(c, program) },
	}
}

func runInit(c *cli.Context, program Program) error {
	// Nobody is asked for a store that cannot be made.
	if found, err := hasStore(c.Path("data")); err != nil || found {
		return orElse(err, exists(c.Path("data")))
	}
	if err := freshFolder(c.Context, c.Path("data"), ""); err != nil {
		return err
	}
	if err := cmdline.Ask(c, initQuestions()...); err != nil {
		return err
	}
	if err := cmdline.Need(c, "company", "currency", "email"); err != nil {
		return err
	}
	secret, made, err := cmdline.Password(c.Bool("password-stdin"), c.App.Reader)
	if err != nil {
		return err
	}
	founding := company.Founding{
		Company: company.NewCompany{
			Name: c.String("company"), CurrencyCode: c.String("currency"), Timezone: c.String("timezone"),
		},
		Email: c.String("email"), Password: secret,
	}
	founded, err := found(c.Context, program, c.Path("data"), founding)
	if err != nil {
		return cmdline.AsFlags(err, c.Command.Flags)
	}
	return printFounded(c, founded, secret, made)
}

// initQuestions are asked on a terminal.
func initQuestions() []cmdline.Question {
	return []cmdline.Question{
		{Flag: "company", Text: "Name of the company or festival"},
		{Flag: "currency", Text: "Currency that it sells in", Usual: "EUR", Wrong: func(answer string) error {
			if _, ok := company.CurrencyByCode(strings.ToUpper(answer)); !ok {
				return errors.New("must be the code of a currency, such as EUR")
			}
			return nil
		}},
		{Flag: "timezone", Text: "Time zone", Usual: cmdline.MachineZone(), Wrong: func(answer string) error {
			if _, err := time.LoadLocation(answer); err != nil {
				return errors.New("must be AREA/CITY such as Europe/Berlin")
			}
			return nil
		}},
		{Flag: "email", Text: "Your e-mail address, to log in with", Wrong: func(answer string) error {
			_, err := company.NormalEmail(answer)
			return err
		}},
	}
}

// found makes the store with its first company in one piece.
func found(ctx context.Context, program Program, dir string, in company.Founding) (company.Founded, error) {
	var founded company.Founded
	err := newStore(ctx, dir, "", func(path string) error {
		store, err := program.Open(ctx, path, backup.Opening{}, slog.New(slog.DiscardHandler))
		if err != nil {
			return err
		}
		founded, err = company.Found(ctx, store.App, in)
		return errors.Join(err, store.Close())
	})
	return founded, err
}

func printFounded(c *cli.Context, f company.Founded, secret string, made bool) error {
	if c.Bool("json") {
		if made {
			fmt.Fprintf(c.App.ErrWriter, "Password, shown this once: %s\n", secret)
		}
		return cmdline.PrintJSON(c.App.Writer, struct {
			CompanyID int64  `json:"companyId"`
			UserID    int64  `json:"userId"`
			Email     string `json:"email"`
			Token     string `json:"token"`
		}{f.Company.ID, f.Owner.ID, f.Owner.Email, f.Token})
	}
	w := c.App.Writer
	fmt.Fprintf(w, "Made %s with company %d, %s.\n\n", c.Path("data"), f.Company.ID, f.Company.Name)
	fmt.Fprintf(w, "Owner:     %s\n", f.Owner.Email)
	if made {
		fmt.Fprintf(w, "Password:  %s\n", secret)
	}
	fmt.Fprintf(w, "API token: %s\n\n", f.Token)
	_, err := fmt.Fprintf(w, `They are shown this once. Next:

   marquee serve --data %[1]s
   marquee event create --data %[1]s --name "Summer Night" --start "%[2]s 19:00" --ticket "Standing=25*300"
`, cmdline.Typed(c.Path("data")), time.Now().AddDate(0, 1, 0).Format(time.DateOnly))
	return err
}

func orElse(err, other error) error {
	if err != nil {
		return err
	}
	return other
}
