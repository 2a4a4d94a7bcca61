package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/demo"
	"marquee/backup"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// DefaultSeed makes the festival that everybody sees first.
const DefaultSeed = 1

// The company of a demo store.
const (
	demoOwner = "owner@example.com"
	demoToken = "demo"
)

var demoCompany = company.NewCompany{
	Name: "Lakeside Festival", CurrencyCode: "EUR", Timezone: "Europe/Berlin", Demo: true,
}

func DemoCommand(program Program) *cli.Command {
	return &cli.Command{
		Name:  "demo",
		Usage: "make a store with a made-up festival",
		Description: `Example:

   marquee demo --data ./large --orders 300000
   marquee demo --data ./nasty --nasty

` + cmdline.ExitCodes,
		Flags: []cli.Flag{
			cmdline.DataFlag(),
			cmdline.Whole("orders", demo.DefaultOrders, "how many `ORDERS`; an order has between four and five items"),
			cmdline.Whole("seed", DefaultSeed, "the same `NUMBER` makes the same festival"),
			cmdline.Yes("nasty", "instead a festival with all that breaks pages: long names, many scripts, every kind of ticket, code and question"),
			cmdline.JSONFlag(),
		},
		Action: func(c *cli.Context) error { return runDemo(c, program) },
	}
}

func runDemo(c *cli.Context, program Program) error {
	if err := cmdline.NoArguments(c); err != nil {
		return err
	}
	dir := c.Path("data")
	if c.Bool("nasty") && (c.IsSet("orders") || c.IsSet("seed")) {
		return cmdline.Usage("--nasty makes one festival, without --orders and --seed")
	}
	o := demo.Options{Orders: c.Int("orders"), Seed: uint64(c.Int("seed")), Progress: cmdline.Steps(c.App.ErrWriter)}
	if o.Orders < 1 {
		return cmdline.Usage("--orders must be at least 1")
	}
	if err := newStore(c.Context, dir, "", func(path string) error {
		return filled(c.Context, program, path, func(s *Store) error {
			if c.Bool("nasty") {
				return makeNasty(c.Context, program, s)
			}
			return fill(c.Context, s.App, o)
		})
	}); err != nil {
		return err
	}
	store, err := program.Open(c.Context, filepath.Join(dir, StoreFile), backup.Opening{}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	keys, err := demoKeys(c.Context, store.App)
	if err := errors.Join(err, store.Close()); err != nil {
		return err
	}
	if c.Bool("json") {
		return cmdline.PrintJSON(c.App.Writer, keys)
	}
	if c.Bool("nasty") {
		fmt.Fprintf(c.App.Writer, "Made %s.\n\n", dir)
	} else {
		fmt.Fprintf(c.App.Writer, "Made %s with %d orders.\n\n", dir, o.Orders)
	}
	keys.print(c.App.Writer)
	_, err = fmt.Fprintf(c.App.Writer, "\nNext: marquee serve --data %s\n", cmdline.Typed(dir))
	return err
}

// MakeDemo makes a new store and fills it, in one piece.
func MakeDemo(ctx context.Context, program Program, dir, journalDir string, o demo.Options) error {
	return newStore(ctx, dir, journalDir, func(path string) error {
		return filled(ctx, program, path, func(s *Store) error { return fill(ctx, s.App, o) })
	})
}

// filled opens the store at a path, has it filled, and closes it.
func filled(ctx context.Context, program Program, path string, fill func(*Store) error) error {
	store, err := program.Open(ctx, path, backup.Opening{}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return errors.Join(fill(store), store.Close())
}

func fill(ctx context.Context, a *app.App, o demo.Options) error {
	founding := company.Founding{Company: demoCompany, Email: demoOwner, OwnerName: "Demo Owner"}
	founded, err := company.Found(ctx, a, founding)
	if err != nil {
		return err
	}
	owner, err := company.Authenticate(ctx, a, founded.Token, nil)
	if err != nil {
		return err
	}
	_, err = demo.Load(ctx, a, owner, o)
	return err
}

// keysJSON is how to get into a demo store.
type keysJSON struct {
	Email    string `json:"email"`
	Password string `json:"password"`
	Token    string `json:"token"`
}

func (k keysJSON) print(w io.Writer) {
	fmt.Fprintf(w, "Owner:     %s\nPassword:  %s\nAPI token: %s\n", k.Email, k.Password, k.Token)
}

// demoKeys gives the owner of a demo store a new password and a new token, and
// ends the one made the last time.
func demoKeys(ctx context.Context, a *app.App) (keysJSON, error) {
	keys := keysJSON{Email: demoOwner, Password: company.StrongPassword()}
	if _, err := company.ResetPassword(ctx, a, demoOwner, keys.Password); err != nil {
		return keys, err
	}
	old, err := company.TokensOf(ctx, a, demoOwner)
	if err != nil {
		return keys, err
	}
	for _, t := range old {
		if t.Name != demoToken || t.RevokedAt != nil {
			continue
		}
		if _, err := company.RevokeToken(ctx, a, t.ID); err != nil {
			return keys, err
		}
	}
	_, keys.Token, err = company.CreateToken(ctx, a, demoOwner, demoToken)
	return keys, err
}

// isDemo tells whether a store was made by --demo.
func isDemo(ctx context.Context, a *app.App) (bool, error) {
	demo := false
	err := a.ViewCompany(ctx, 0, func(r app.Reader) error {
		return company.EachCompany(r, func(c company.Company) error {
			demo = demo || c.Demo
			return nil
		})
	})
	return demo, err
}
