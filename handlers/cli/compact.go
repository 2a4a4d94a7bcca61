package cli

import (
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"
)

func compactCommand(house House) *cli.Command {
	return &cli.Command{
		Name:  "compact",
		Usage: "make the file of a stopped store as small as it can be",
		Description: `Example:

   marquee compact --data ./festival

What was removed stays readable in the free pages of a file until they are used
again; after this it is gone. The store's content is the same to the bit, which a
digest of both files proves, and the old file stays until the new one has been
checked in full. Stop the server first.

` + exitCodes,
		Flags:  []cli.Flag{dataFlag(), jsonFlag()},
		Action: func(c *cli.Context) error { return runCompact(c, house) },
	}
}

func runCompact(c *cli.Context, house House) error {
	if err := noArguments(c); err != nil {
		return err
	}
	ctx, stop := untilSignal(c.Context)
	defer stop()
	dir := c.Path("data")
	if err := wantStore(dir); err != nil {
		return err
	}
	if err := notServed(ctx, dir); err != nil {
		return err
	}
	k, err := keeper(c, house)
	if err != nil {
		return err
	}
	done, err := k.Compact(ctx, filepath.Join(dir, storeFile))
	if err != nil {
		return verdict(err)
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, done)
	}
	_, err = fmt.Fprintf(c.App.Writer, "The store has %s, %s less than before\nDigest %s, before and after\n",
		size(done.After), size(done.Before-done.After), done.Digest)
	return err
}
