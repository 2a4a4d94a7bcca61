package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"marquee/app"
	"marquee/backup"
	"marquee/backup/clock"
	"marquee/backup/doctor"
	"marquee/handlers/certs"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/listen"

	"github.com/urfave/cli/v2"
)

func doctorCommand() *cli.Command {
	return &cli.Command{
		Name:  "doctor",
		Usage: "look at the machine: disk, space, clock, memory, permissions, backups",
		Description: `Examples:

   marquee doctor --data ./festival
   marquee doctor --data /var/lib/marquee --base-url https://tickets.example.com --json
   marquee doctor --data ./festival --cluster etcd://10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379/festival

Run it as the user who runs the server, before the first sale and on the day. It
writes and syncs a page 200 times in a file of its own, and changes nothing else.
Each line is ok, warn or bad, or unknown where this system does not tell, and says
what to do. The folder need not hold a store yet. In a cluster it tells how the nodes and
etcd stand, too: as the server that runs sees it, else with --cluster.

Exit code 0 means nothing is bad, 1 that something is.

` + cmdline.ExitCodes,
		Flags: append([]cli.Flag{
			cmdline.DataFlag(), cmdline.JSONFlag(),
			cmdline.TextOr("listen", "127.0.0.1:8080", "the `HOST:PORT` that the server is to listen on; without it that of the server that runs"),
			cmdline.Text("base-url", "the `URL` under which the outside reaches the server; without it that of the server that runs"),
			cmdline.Text("tls", "what serve is told with --tls; without it that of the server that runs"),
			&cli.PathFlag{Name: "tls-cert", Usage: "what serve is told with --tls-cert", EnvVars: cmdline.Env("tls-cert")},
			cmdline.Text("backups", "where backups are looked for, `FOLDER` or s3://BUCKET/PREFIX; without it what serve makes by schedule, or else the folder in the data folder"),
		}, ClusterFlags()...),
		Action: runDoctor,
	}
}

func runDoctor(c *cli.Context) error {
	if err := cmdline.NoArguments(c); err != nil {
		return err
	}
	ctx, stop := UntilSignal(c.Context)
	defer stop()
	dir := c.Path("data")
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return cmdline.Usage("there is no folder %s\nMake it, or name another with --data", dir)
	}
	facts := doctor.Look(dir, ownFiles...)
	if err := fillFacts(ctx, c, &facts, outsider{c}); err != nil {
		return err
	}
	return printDoctor(c, doctor.Judge(facts))
}

// ownFiles are what lies in a data folder and is nobody else's business.
var ownFiles = []string{StoreFile, StoreFile + ".log-1", StoreFile + ".log-2", filepath.Join(listen.CertFolder, "local-ca.pem")}

// teller tells what whoever has the store open knows: the server, or who asks it.
type teller interface {
	address(ctx context.Context) doctor.Address
	// store tells of the store, or what is wrong with it.
	store(ctx context.Context, f *doctor.Facts) error
	backups(ctx context.Context, readable bool) (doctor.Backups, error)
	shipped(ctx context.Context) (doctor.Shipped, error)
	work(ctx context.Context) (doctor.Work, error)
	// cluster tells of the cluster of the store, or which one it is where it cannot be asked.
	cluster(ctx context.Context, f *doctor.Facts) error
}

// fillFacts adds to what is known of the machine what there is to know of the store.
func fillFacts(ctx context.Context, c *cli.Context, facts *doctor.Facts, t teller) (err error) {
	dir := c.Path("data")
	facts.Data = cmdline.Typed(dir)
	facts.Address = t.address(ctx)
	ends, err := certs.Ends(filepath.Join(dir, listen.CertFolder), c.Path("tls-cert"))
	facts.CertificatesErr = err
	for _, e := range ends {
		facts.Certificates = append(facts.Certificates, doctor.Certificate(e))
	}
	if err := errors.Join(t.store(ctx, facts), t.cluster(ctx, facts)); err != nil {
		return err
	}
	if !facts.LastCommit.IsZero() {
		jump, err := judgeClock(dir, facts.LastCommit, clock.Read())
		if err != nil {
			return err
		}
		if jump != nil {
			facts.Jump = jump.Error()
		}
	}
	if facts.Backups, err = t.backups(ctx, facts.Damage == ""); err != nil {
		return err
	}
	facts.Journal = journalFacts(c)
	if facts.Journal.Shipped, err = t.shipped(ctx); err != nil {
		return err
	}
	facts.Work, err = t.work(ctx)
	return err
}

// outsider asks the server of the folder, where one runs.
type outsider struct{ c *cli.Context }

func (o outsider) address(ctx context.Context) doctor.Address {
	return addressFacts(ctx, o.c, o.c.Path("data"))
}

func (o outsider) store(ctx context.Context, f *doctor.Facts) error {
	return storeFacts(ctx, o.c.Path("data"), f)
}

func (o outsider) backups(ctx context.Context, readable bool) (doctor.Backups, error) {
	return backupsOf(ctx, o.c, readable)
}

func (o outsider) shipped(ctx context.Context) (doctor.Shipped, error) {
	return shippedFacts(ctx, o.c.Path("data"))
}

func (o outsider) work(ctx context.Context) (doctor.Work, error) {
	return workFacts(ctx, o.c.Path("data"))
}

// addressFacts are what the flags say; what they leave open is that of the server that runs.
func addressFacts(ctx context.Context, c *cli.Context, dir string) doctor.Address {
	a := doctor.Address{Listen: c.String("listen"), BaseURL: c.String("base-url"), TLS: c.String("tls") != ""}
	h, err := holderOf(ctx, dir)
	if err != nil {
		return a // there is none, or none that answers: other lines say so
	}
	if !c.IsSet("listen") {
		a.Listen = h.Address
	}
	if !c.IsSet("base-url") {
		a.BaseURL = h.BaseURL
	}
	if !c.IsSet("tls") {
		a.TLS = h.TLS
	}
	return a
}

type clockOut struct {
	At        time.Time `json:"at"`
	Store     string    `json:"store"`
	FreeBytes int64     `json:"freeBytes"`
	// Behind is how far the file is behind its log; nil without one.
	Behind *backup.BehindLog `json:"behind,omitempty"`
}

// StoreClock asks a running server for the moment its store has reached, and what
// of its file is free. It has no form of its own on the command line.
var StoreClock = Admin{
	Own:   true,
	Here:  true,
	Path:  "store clock",
	Usage: "the moment that the store has reached",
	Run: func(ctx context.Context, a *app.App, _ []byte) (any, error) {
		return clockOf(ctx, a)
	},
}

func clockOf(ctx context.Context, a *app.App) (clockOut, error) {
	out := clockOut{Store: backup.StoreID(a), FreeBytes: backup.FreeBytes(a), Behind: backup.Behind(a)}
	err := a.ViewCompany(ctx, 0, func(r app.Reader) error {
		out.At = r.SafeTime()
		return nil
	})
	return out, err
}

// into puts it among the facts.
func (o *clockOut) into(f *doctor.Facts) {
	f.LastCommit, f.FreeBytes = o.At, o.FreeBytes
	if b := o.Behind; b != nil {
		f.Log = &doctor.Log{Commits: b.Commits, Bytes: b.Bytes, Age: time.Duration(b.Seconds * float64(time.Second))}
	}
}

// storeFacts are the moment that the store has reached, what of its file is free,
// and what is wrong with its pages when it is stopped; nothing without a store.
func storeFacts(ctx context.Context, dir string, f *doctor.Facts) error {
	path := filepath.Join(dir, StoreFile)
	if info, err := os.Stat(path); err == nil {
		f.FileBytes = info.Size()
	}
	reply, err := backup.Call(ctx, dir, backup.Request{Command: StoreClock.Path}, func(string) {})
	if err == nil {
		out, err := cmdline.Decode[clockOut](reply.Result)
		out.into(f)
		return err
	}
	found, statErr := hasStore(dir)
	if !errors.Is(err, backup.ErrNobody) || !found {
		return statErr
	}
	report, findings, err := inspect(ctx, path, backup.Shallow)
	if err == nil {
		err = damaged(report, findings)
	}
	f.LastCommit, f.FreeBytes, f.LogMissing = report.LastCommit, report.FreeBytes, report.LogMissing
	var exit *cmdline.Exit
	if errors.As(err, &exit) && exit.Code == cmdline.ExitDamaged {
		f.Damage = exit.Error()
		return nil
	}
	return err
}

type doctorJSON struct {
	Level doctor.Level  `json:"level"`
	Lines []doctor.Line `json:"lines"`
}

func printDoctor(c *cli.Context, lines []doctor.Line) error {
	worst := doctor.Worst(lines)
	if c.Bool("json") {
		if err := cmdline.PrintJSON(c.App.Writer, doctorJSON{worst, lines}); err != nil {
			return err
		}
	} else {
		printLines(c.App.Writer, lines)
	}
	if worst == doctor.Bad {
		return errors.New("this machine is not fit for a box office yet: see the lines marked bad")
	}
	return nil
}

// colourOf is how much a line matters, for the eye.
func colourOf(l doctor.Level) string {
	switch l {
	case doctor.OK:
		return cmdline.Green
	case doctor.Bad:
		return cmdline.Red
	}
	return cmdline.Yellow
}

func printLines(w io.Writer, lines []doctor.Line) {
	for _, l := range lines {
		fmt.Fprintf(w, "%s %-14s %s\n", cmdline.Painted(w, colourOf(l.Level), fmt.Sprintf("%-8s", l.Level)), l.Name, strings.TrimSpace(l.Found.String()))
		if do := l.Do.String(); do != "" {
			fmt.Fprintf(w, "%-8s %-14s -> %s\n", "", "", strings.ReplaceAll(do, "\n", "\n"+strings.Repeat(" ", 27)))
		}
	}
}
