package operate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"marquee/backup"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

func rescueCommand(program Program) *cli.Command {
	return &cli.Command{
		Name:  "rescue",
		Usage: "look at what is left of a store, and say which command loses least",
		Description: `Examples:

   marquee rescue --data ./festival
   marquee rescue --data ./festival --also /mnt/stick --also s3://bucket/festival
   marquee rescue --data ./festival --also /mnt/stick --yes

It looks at the store in the folder, at the copies that restores and upgrades kept
beside it, at backups and at the journal, shipped ones too, there and in the places
that --also names: folders of backups, other data folders, buckets. It says what each reaches,
and the one command that loses least. It changes nothing; --yes runs the command.
Where what it reaches turns out to be damaged, --yes goes on with the next best.

Where nothing in the folder tells which store it had, and several are found, it says so, and
wants --store with the id of one.

Exit code 2 means that nothing was found that could become a store, or several were.

` + cmdline.ExitCodes,
		Flags: []cli.Flag{
			cmdline.DataFlag(), cmdline.JSONFlag(), IdentityFlag(),
			cmdline.Texts("also", "look into this `FOLDER` or s3://bucket/prefix too (repeatable)"), storeFlag(),
			cmdline.Yes("yes", "run the command that loses least"), ClockFlag(),
		},
		Action: func(c *cli.Context) error { return runRescue(c, program) },
	}
}

// remains is one thing that could become the store again, or is it.
type remains struct {
	Kind  string    `json:"kind"` // store, copy, backups or journal
	Path  string    `json:"path"`
	Text  string    `json:"text"`
	Store string    `json:"store,omitempty"`
	Until time.Time `json:"until,omitzero"` // the last commit that it has
	// Way are the words of the command that brings it back; empty for none. The store
	// itself needs none when it is sound.
	Way   []string `json:"command,omitempty"`
	Sound bool     `json:"sound,omitempty"`
	// guessed: an encrypted backup does not say what it reaches, only when it was made.
	guessed bool
	// Away: serve kept it there, and it is not: its disk may come back.
	Away bool `json:"away,omitempty"`
	// locked: nothing comes out of it without a key.
	locked bool
}

type rescueOut struct {
	Data  string    `json:"data"`
	Found []remains `json:"found"`
	// Best are the ways back, the one that loses least first.
	Best []remains `json:"best"`
}

func runRescue(c *cli.Context, program Program) error {
	if err := cmdline.NoArguments(c); err != nil {
		return err
	}
	ctx, stop := UntilSignal(c.Context)
	defer stop()
	dir := c.Path("data")
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return cmdline.Usage("there is no folder %s\nName the data folder: marquee rescue --data FOLDER", dir)
	}
	if err := NotServed(ctx, dir); err != nil {
		return err
	}
	k, err := keeper(c, program)
	if err != nil {
		return err
	}
	found, err := lookAround(ctx, c, k, dir)
	if err != nil {
		return err
	}
	out := rescueOut{Data: dir, Found: found, Best: waysBack(found, cmp.Or(c.String("store"), whose(found, dir)))}
	if of, err := backup.ClusterOf(filepath.Join(dir, StoreFile)); err == nil && of != "" {
		return out.ofNode(c, of)
	}
	if c.Bool("json") && !c.Bool("yes") {
		if err := cmdline.PrintJSON(c.App.Writer, out); err != nil {
			return err
		}
		return out.verdict()
	}
	if !c.Bool("json") {
		out.print(c.App.Writer)
	}
	if err := out.verdict(); err != nil || out.Best[0].Sound || !c.Bool("yes") {
		return err
	}
	if i := slices.IndexFunc(found, func(r remains) bool { return r.Away }); i >= 0 {
		return fmt.Errorf("%s: %s\nBring it back. To do without what it has, run what is printed: %s", found[i].Path, found[i].Text, cmdline.CommandLine(out.Best[0].Way))
	}
	return goBack(ctx, c, program, out.Best)
}

// ofNode tells what to do about the store of a node: another node has it too, and more.
func (out rescueOut) ofNode(c *cli.Context, cluster string) error {
	if c.Bool("json") {
		out.Best = []remains{}
		return cmdline.PrintJSON(c.App.Writer, out)
	}
	for _, r := range out.Found {
		fmt.Fprintf(c.App.Writer, "%-8s %s: %s\n", r.Kind, r.Path, r.Text)
	}
	_, err := fmt.Fprintf(c.App.Writer, `
The store is that of a node of the cluster %s. While another node has it there is nothing to
bring back: serve it with --cluster; if it is damaged, move %s away first, and the node gets a copy.
To put a backup in the place of the store of all nodes: marquee cluster reseed --from BACKUPS
If the cluster is gone for good: %s
`, cluster, StoreFile, cmdline.OnData("marquee cluster rescue", out.Data))
	return err
}

// whoseBest are the stores of which the ways back are; none where the store is sound and nothing
// goes further, whatever lies about besides.
func (out rescueOut) whoseBest() []string {
	if len(out.Best) > 0 && out.Best[0].Sound {
		return nil
	}
	return idsOf(out.Best)
}

func (out rescueOut) verdict() error {
	if ids := out.whoseBest(); len(ids) > 1 {
		return cmdline.Usage("what is left is of %d stores: %s\nSay which is wanted, with the same flags: marquee rescue --data %s --store ID", len(ids), strings.Join(ids, ", "), cmdline.Typed(out.Data))
	}
	if len(out.Best) == 0 {
		return cmdline.Usage("nothing in %s can become a store again\nLook elsewhere too: marquee rescue --data %s --also FOLDER", out.Data, cmdline.Typed(out.Data))
	}
	return nil
}

func (out rescueOut) print(w io.Writer) {
	for _, r := range out.Found {
		fmt.Fprintf(w, "%-8s %s: %s\n", r.Kind, r.Path, r.Text)
	}
	if len(out.Best) == 0 || len(out.whoseBest()) > 1 {
		return
	}
	best := out.Best[0]
	if best.Sound {
		fmt.Fprintf(w, "\nThe store is %s, and nothing goes further. Serve it: marquee serve --data %s\n", cmdline.Painted(w, cmdline.Green, "sound"), cmdline.Typed(out.Data))
		return
	}
	fmt.Fprintf(w, "\nThis loses least, and brings back everything up to %s:\n\n   %s\n", cmdline.Moment(&best.Until), cmdline.Painted(w, cmdline.Green, cmdline.CommandLine(best.Way)))
}

// goBack runs the commands one after the other until one succeeds.
func goBack(ctx context.Context, c *cli.Context, program Program, ways []remains) error {
	var failed error
	for _, way := range ways {
		if way.Sound {
			break
		}
		fmt.Fprintf(c.App.ErrWriter, "running: %s\n", cmdline.CommandLine(way.Way))
		words := append([]string{}, way.Way...)
		for _, flag := range []string{"json", clockIsRight} {
			if c.Bool(flag) {
				words = append(words, "--"+flag)
			}
		}
		err := c.App.RunContext(ctx, words)
		if err == nil {
			return nil
		}
		failed = errors.Join(failed, fmt.Errorf("%s: %w", cmdline.CommandLine(way.Way), err))
		if code := cmdline.CodeOf(err); code != cmdline.ExitDamaged && code != cmdline.ExitUsage {
			return failed
		}
		fmt.Fprintf(c.App.ErrWriter, "that did not work: %s\n", cmdline.SayIn(c.Path("data"), err))
	}
	return &cmdline.Exit{Code: cmdline.ExitDamaged, Err: failed}
}

// reportText says in a few words how a store stands; derived tells that only what can
// be made anew is wrong.
func reportText(r backup.Report, derived bool) string {
	switch {
	case r.Foreign:
		return "no store of Marquee"
	case r.Newer != "":
		return "of a newer program: " + r.Newer
	case r.Good():
		return fmt.Sprintf("sound, %d records, last commit %s", r.Records, cmdline.Moment(&r.LastCommit))
	case r.LastCommit.IsZero():
		return "damaged, nothing in it can be read"
	case derived:
		return fmt.Sprintf("sound but for indexes and counters, %d findings, last commit %s", r.Findings, cmdline.Moment(&r.LastCommit))
	}
	return fmt.Sprintf("damaged, %d findings, last commit %s", r.Findings, cmdline.Moment(&r.LastCommit))
}
