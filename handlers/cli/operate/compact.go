package operate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"marquee/app"
	"marquee/backup"
	"marquee/backup/disklevel"
	"marquee/backup/machine"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

func compactCommand(program Program) *cli.Command {
	return &cli.Command{
		Name:  "compact",
		Usage: "make the file of a store as small as it can be, and what was removed gone",
		Description: `Example:

   marquee compact --data ./festival

What was removed stays readable in the free pages of a file until they are used
again; after this it is gone. The store's content is the same to the bit, which a
digest of both files proves, and the old file stays until the new one has been
checked in full.

A running server goes on selling and scanning: it copies its store, a process of
the lowest priority compacts and checks the copy, what was sold meanwhile is added,
and writers wait only while the new file gets the name. How long is told. It needs
room for two more files of the store's size, and is refused while a backup is made.

` + cmdline.ExitCodes,
		Flags:  []cli.Flag{cmdline.DataFlag(), cmdline.JSONFlag()},
		Action: func(c *cli.Context) error { return runCompact(c, program) },
	}
}

type compactIn struct {
	Data string `json:"data"`
}

// StoreCompact is what a running server does for compact.
var StoreCompact = Admin{
	Own:   true,
	Here:  true,
	Path:  "store compact",
	Usage: "compact the store",
	long: func(ctx context.Context, a *app.App, input []byte, progress func(string)) (any, error) {
		in, err := cmdline.Decode[compactIn](input)
		if err != nil {
			return nil, err
		}
		return compactServing(ctx, a, in.Data, progress)
	},
}

func compactServing(ctx context.Context, a *app.App, dir string, progress func(string)) (out backup.Compacted, err error) {
	release, err := lockBackups(ctx, dir, 0, func() {})
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, release()) }()
	if err := backup.RequireSpace(dir, filepath.Join(dir, StoreFile), 2, disklevel.Low+64<<20); err != nil {
		return out, err
	}
	return backup.CompactServing(ctx, a, compactFile, progress)
}

// compactWord is the word that makes this program the process that compacts a copy.
const compactWord = "compact-file"

func compactFile(ctx context.Context, from, to string) (digest string, err error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, program, compactWord, from, to)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = cleanupTimeout
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s (%w); the store was left alone", lastLine(said.String()), err)
	}
	made, err := cmdline.Decode[backup.Compacted](out.Bytes())
	return made.Digest, err
}

func compactFileCommand(program Program) *cli.Command {
	return &cli.Command{
		Name: compactWord, Usage: "compact and check one copy, for a server", Hidden: true,
		Action: func(c *cli.Context) error {
			machine.Yield()
			if c.NArg() != 2 {
				return cmdline.Usage("%s takes two files", compactWord)
			}
			ctx, stop := UntilSignal(c.Context)
			defer stop()
			k, err := keeper(c, program)
			if err != nil {
				return err
			}
			return verdict(k.CompactFile(ctx, c.Args().Get(0), c.Args().Get(1), c.App.Writer))
		},
	}
}

func runCompact(c *cli.Context, program Program) error {
	if err := cmdline.NoArguments(c); err != nil {
		return err
	}
	ctx, stop := UntilSignal(c.Context)
	defer stop()
	dir, err := filepath.Abs(c.Path("data"))
	if err != nil {
		return err
	}
	if err := WantStore(dir); err != nil {
		return err
	}
	done, err := askCompact(ctx, dir, cmdline.ProgressTo(c.App.ErrWriter))
	if errors.Is(err, backup.ErrNobody) {
		done, err = compactStopped(ctx, c, program, dir)
	}
	if err != nil {
		return verdict(err)
	}
	if c.Bool("json") {
		return cmdline.PrintJSON(c.App.Writer, done)
	}
	return printCompacted(c.App.Writer, done)
}

func askCompact(ctx context.Context, dir string, progress func(string)) (out backup.Compacted, err error) {
	input, err := json.Marshal(compactIn{dir})
	if err != nil {
		return out, err
	}
	reply, err := backup.Call(ctx, dir, backup.Request{Command: StoreCompact.Path, Input: input}, progress)
	if err == nil && reply.Error != "" {
		err = &cmdline.Exit{Code: reply.Code, Err: errors.New(reply.Error)}
	}
	if err != nil {
		return out, err
	}
	return cmdline.Decode[backup.Compacted](reply.Result)
}

func compactStopped(ctx context.Context, c *cli.Context, program Program, dir string) (out backup.Compacted, err error) {
	release, err := lockBackups(ctx, dir, 0, func() {})
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, release()) }()
	store := filepath.Join(dir, StoreFile)
	if err := backup.RequireSpace(dir, store, 1, 16<<20); err != nil {
		return out, err
	}
	k, err := keeper(c, program)
	if err != nil {
		return out, err
	}
	return k.Compact(ctx, store)
}

func printCompacted(w io.Writer, done backup.Compacted) error {
	won := size(max(0, done.Before-done.After)) + " less than"
	if done.After > done.Before { // the new one has free pages at hand, where the old one had none
		won = size(done.After-done.Before) + " more than"
	}
	_, err := fmt.Fprintf(w, "The store has %s, %s before\nDigest %s, before and after\n", size(done.After), won, done.Digest)
	if err == nil && done.Serving != nil {
		_, err = fmt.Fprintf(w, "%d transactions were made meanwhile and are in it; writers waited %.1f ms, once\n", done.Serving.Meanwhile, done.Serving.Held)
	}
	return err
}
