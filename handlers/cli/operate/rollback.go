package operate

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"marquee/app/customer"
	"marquee/backup"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

func rollbackCommand(program Program) *cli.Command {
	return &cli.Command{
		Name:  "rollback",
		Usage: "go back to the store as it was before the last upgrade",
		Description: `Examples:

   marquee rollback --data ./festival --dry-run
   marquee rollback --data ./festival
   marquee rollback --data ./festival --force

Before a program upgrades a store that an older one wrote, it keeps a copy beside
it, marquee.db.before-upgrade-TIME, of which the newest two stay. This puts the
newest one back in one step, after a full check of it; the store that was there is
kept as marquee.db.after-upgrade-TIME. Then start the older program.

What was written since the upgrade is not in the copy. --dry-run says how much
that is; unless it is nothing, --force is needed (else exit 3). A store in use is
refused (exit 4), and so is a damaged copy (exit 5); nothing is touched then.

` + cmdline.ExitCodes,
		Flags: []cli.Flag{
			cmdline.DataFlag(), cmdline.JSONFlag(),
			cmdline.Yes("force", "go back although that loses what was written since"),
			cmdline.Yes("dry-run", "do everything but the last step"),
		},
		Action: func(c *cli.Context) error { return runRollback(c, program) },
	}
}

func runRollback(c *cli.Context, program Program) error {
	if err := cmdline.NoArguments(c); err != nil {
		return err
	}
	ctx, stop := UntilSignal(c.Context)
	defer stop()
	dir := c.Path("data")
	if err := errors.Join(NotServed(ctx, dir), wantAlone(dir)); err != nil {
		return err
	}
	k, err := keeper(c, program)
	if err != nil {
		return err
	}
	done, err := k.Rollback(ctx, backup.Rolling{
		Store: filepath.Join(dir, StoreFile), Force: c.Bool("force"), Dry: c.Bool("dry-run"),
	})
	switch {
	case errors.Is(err, backup.ErrNoUpgrade):
		return cmdline.Usage("%v\nSee the backups: marquee backup list --data %s", err, cmdline.Typed(dir))
	case errors.Is(err, backup.ErrLoses):
		return &cmdline.Exit{Code: cmdline.ExitExists, Err: fmt.Errorf("%w, so the store was left alone\n%s--force goes back all the same and keeps it as %s.after-upgrade-TIME",
			err, lostText(done), done.Store)}
	case err != nil:
		return verdict(err)
	}
	return printRolledBack(c, done)
}

func printRolledBack(c *cli.Context, r backup.RolledBack) error {
	w := c.App.Writer
	if c.Bool("json") {
		return cmdline.PrintJSON(w, r)
	}
	if r.Dry {
		fmt.Fprintf(w, "%s is sound and can become the store again. Nothing was changed.\n", r.Copy)
	} else {
		fmt.Fprintf(w, "%s is again what it was before the upgrade, last commit %s\n", r.Store, cmdline.Moment(&r.Then))
	}
	if _, err := io.WriteString(w, lostText(r)); err != nil {
		return err
	}
	if r.Kept != "" {
		fmt.Fprintf(w, "The store that was there is %s\n", r.Kept)
	}
	if _, err := io.WriteString(w, backText(c.Path("data"), r)); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "Start the program that served it before marquee %s: this one, if it is that or newer, upgrades it again (%s)\n",
		r.Build, strings.Join(r.Steps[:min(2, len(r.Steps))], ", ")+others(len(r.Steps)-2))
	return err
}

// backText says who was erased since and is in the copy, in whole lines.
func backText(dir string, r backup.RolledBack) (text string) {
	var named []customer.Erased
	for _, e := range r.Erased {
		if e.Customer > 0 {
			named = append(named, e)
		}
	}
	if n := len(r.Erased) - len(named); n > 0 {
		text = fmt.Sprintf("The copy may have %d who were erased before the store was restored the last time, or addresses of them; nobody knows their numbers in it\n", n)
	}
	if len(named) == 0 {
		return text
	}
	text += fmt.Sprintf("The copy has %d customers who were erased since. Erase them again with the program that serves it then:\n", len(named))
	for i, e := range named {
		if i == mostBack {
			return text + fmt.Sprintf("   and %d more, whom --json lists\n", len(named)-i)
		}
		text += fmt.Sprintf("   marquee erase --data %s --company %d --customer %d\n", cmdline.Typed(dir), e.Company, e.Customer)
	}
	return text
}

// mostBack is how many customers are named who were erased since.
const mostBack = 20

func others(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more steps", n)
}

// lostText says what going back loses, in whole lines.
func lostText(r backup.RolledBack) string {
	switch {
	case r.Damaged != "":
		return fmt.Sprintf("What was written since cannot be told: %s\n", r.Damaged)
	case !r.Since:
		return "Nothing was written since the upgrade, so nothing is lost\n"
	}
	text := fmt.Sprintf("The store has commits up to %s, the copy up to %s: all between them is lost\n", cmdline.Moment(&r.Now), cmdline.Moment(&r.Then))
	for _, table := range slices.Sorted(maps.Keys(r.Lost)) {
		text += fmt.Sprintf("  %d more in %s\n", r.Lost[table], table)
	}
	return text
}
