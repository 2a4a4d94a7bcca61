package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/demo"
	"marquee/app/report"
	"marquee/backup"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/listen"

	"github.com/urfave/cli/v2"
)

// drainTimeout is how long running requests may take to finish at the end.
const drainTimeout = 10 * time.Second

func ServeCommand(program Program) *cli.Command {
	return &cli.Command{
		Name:  "serve",
		Usage: "run the box office",
		Description: `Examples:

   marquee serve
   marquee serve --data ./look --demo
   marquee serve --data /srv/marquee --listen 127.0.0.1:9000 --base-url https://tickets.example.com
   marquee serve --data ./festival --backup-schedule "*/15 * * * *" --backup-to /mnt/stick
   marquee serve --data ./festival --backup-to s3://bucket/festival --backup-recipients keys.txt
   marquee serve --data ./festival --cluster etcd://a:2379,b:2379,c:2379/festival --node one --advertise 10.0.0.1:8377

In an empty folder it makes a store, and prints an address with a code that is good once, for
an hour: whoever opens it sets up the box office in the browser. Nothing else is served until
then.

Backups are made by themselves: one an hour into the folder backups in the data
folder, each checked in full by a process of its own with the lowest priority, and
24 hourly, 14 daily, 8 weekly ones stay. --backup-schedule and --backup-to say it
otherwise. A machine that slept or was off catches up, once.

SIGTERM or SIGINT: no new connections, running requests get 10 s to finish, the
store is closed, exit 0.

` + cmdline.ExitCodes,
		Flags: append([]cli.Flag{
			cmdline.DataFlag(),
			cmdline.TextOr("listen", "127.0.0.1:8080", "the `HOST:PORT` to listen on; a port alone is on this machine only, port 0 takes a free one"),
			cmdline.Text("base-url", "the `URL` under which the outside reaches the server; links in answers begin with it, and without it as the request did"),
			cmdline.Yes("demo", "fill an empty folder with a made-up festival first"),
			cmdline.Text("stripe-keys", "the `FILE` with the keys of the payment gateway, by company; nobody but its owner may read it. "+stripeKeysEnv+" may hold its text instead"),
			cmdline.Text("pass-keys", "the `FILE` with the keys of passes for phones, by company; nobody but its owner may read it. "+passKeysEnv+" may hold its text instead"),
			cmdline.Text("smtp-url", "the mail server as `URL`: smtp://user@host:587 with STARTTLS, smtps://user@host:465 with TLS from the first byte; without it mails are kept"),
			cmdline.Text("smtp-password-file", "the `FILE` with its password; nobody but its owner may read it. "+smtpPasswordEnv+" may hold the password instead"),
			cmdline.Yes("smtp-without-tls", "talk to a mail server on this machine without TLS"),
			cmdline.Text("mail-from", "the `ADDRESS` that mails come from"),
			&cli.PathFlag{Name: "report-folder", EnvVars: cmdline.Env("report-folder"), Usage: "the `FOLDER` into which reports are put that are made by the clock; without it there is none"},
			cmdline.Yes("webhooks-inside", "let outbound calls go to this machine and to private networks, to any port, and over http; without it they go to public addresses over https alone"),
			listen.ConnectionsFlag(), reserveFlag(), withoutCopyFlag(), ClockFlag(), journalFlag(), shipFlag(),
			cmdline.TextOr("log-format", "text", "text or json"),
			cmdline.TextOr("log-level", "info", "debug, info, warn or error"),
		}, slices.Concat(logFlags(), sessionFlags(), listen.EdgeFlags(), listen.TlsFlags(), scheduleFlags(), ClusterFlags(), nodeFlags())...),
		Action: func(c *cli.Context) error { return runServe(c, program) },
	}
}

func runServe(c *cli.Context, program Program) error {
	base, err := listen.BaseURL(c.String("base-url"))
	_, bad := listen.ListenAddress(c.String("listen"))
	proxies, worse := listen.ProxiesOf(c)
	limits, worst := sessionsOf(c)
	if err := errors.Join(cmdline.NoArguments(c), listen.EnoughConnections(c), err, bad, worse, worst, mailFlags(c, base), checkNode(c)); err != nil {
		return err
	}
	log, err := listen.Logger(c.App.ErrWriter, c.String("log-format"), c.String("log-level"))
	if err != nil {
		return err
	}
	dir := c.Path("data")
	if err := NotServed(c.Context, dir); err != nil {
		return err
	}
	if err := prepare(c, program, dir); err != nil {
		return err
	}
	if err := errors.Join(paymentKeys(c, program), passKeys(c, program)); err != nil {
		return err
	}
	removeStaleFetchDirs(dir)
	removeLeftCopies(dir)
	if err := spaceToStart(dir, c.Int(reserveName), log); err != nil {
		return err
	}
	if open, err := openToOthers(dir); err == nil && open {
		log.Warn("the data folder is open to other users of this machine; close it with chmod 700", "data", dir)
	}
	store, err := openServed(c, program, log)
	if err != nil {
		return err
	}
	closeJournal, err := keepJournal(c, program, store, log)
	if err != nil {
		return errors.Join(err, store.Close())
	}
	defer closeJournal()
	defer listen.CalmCollector()()
	company.LimitSessions(store.App, limits)
	closeMail, err := openMail(c, store, base)
	if err != nil {
		return errors.Join(err, store.Close())
	}
	defer closeMail()
	closeReports, err := openReports(c, store)
	if err != nil {
		return errors.Join(err, store.Close())
	}
	defer closeReports()
	keepKeys(c, program, store)
	store.BaseURL, store.Proxies, store.Private = base, proxies, c.String("private-listen") != ""
	store.WebhooksInside = c.Bool("webhooks-inside")
	err = serve(c, program, store, log)
	if closed := store.Close(); err == nil && closed != nil {
		err = closed
	}
	return err
}

// stripeKeysEnv holds the keys of the payment gateway where there is no file.
const stripeKeysEnv = "MARQUEE_STRIPE_KEYS_JSON"

// paymentKeys reads the keys of the payment gateway: those of a file, of the environment,
// or those that are sealed in the data folder.
func paymentKeys(c *cli.Context, program Program) error {
	if program.PaymentKeys == nil {
		return nil
	}
	path, text := c.String("stripe-keys"), os.Getenv(stripeKeysEnv)
	if path == "" && text == "" {
		var err error
		if text, err = gatewayKeys.open(c.Path("data")); err != nil {
			return cmdline.Usage("the keys of the payment gateway: %v", err)
		}
	}
	if err := program.PaymentKeys(path, text); err != nil {
		return cmdline.Usage("--stripe-keys: %v", err)
	}
	return nil
}

// passKeysEnv holds the keys of passes where there is no file.
const passKeysEnv = "MARQUEE_PASS_KEYS_JSON"

// passKeys reads the keys of passes: those of a file, of the environment, or those that are
// sealed in the data folder.
func passKeys(c *cli.Context, program Program) error {
	if program.PassKeys == nil {
		return nil
	}
	text, err := walletKeys.of(c, passKeysEnv)
	if err != nil {
		return cmdline.Usage("the keys of passes: %v", err)
	}
	if err := program.PassKeys(text); err != nil {
		return cmdline.Usage("--pass-keys: %v", err)
	}
	return nil
}

// prepare makes sure that there is a store to serve.
func prepare(c *cli.Context, program Program, dir string) error {
	found, err := hasStore(dir)
	if err != nil || found || inCluster(c) { // a node gets its store from another one
		return err
	}
	if c.Bool("demo") {
		return MakeDemo(c.Context, program, dir, journalOf(c), demo.Options{
			Orders: demo.DefaultOrders, Seed: DefaultSeed, Progress: cmdline.Steps(c.App.ErrWriter),
		})
	}
	if freshFolder(c.Context, dir, journalOf(c)) != nil { // what is left of a store is brought back
		return missing(c.Context, dir)
	}
	return newStore(c.Context, dir, journalOf(c), func(path string) error {
		return filled(c.Context, program, path, func(*Store) error { return nil })
	})
}

// serve runs until a signal, a failure to listen, or a poisoned store.
func serve(c *cli.Context, program Program, store *Store, log *slog.Logger) error {
	ctx, stop := signal.NotifyContext(c.Context, syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	wanted, err := listen.ListenAddress(c.String("listen"))
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", wanted)
	if err != nil {
		return fmt.Errorf("%w\nChoose another address: --listen 127.0.0.1:8301, or --listen 8301", err)
	}
	defer listener.Close()
	private, err := listen.ListenInside(c)
	if err != nil {
		return err
	}
	if private != nil {
		defer private.Close()
	}
	address := listener.Addr().String()
	front, err := listen.OpenFront(ctx, c, listen.Limited(c, listener, log), log)
	if err != nil {
		return err
	}
	watchDisk(ctx, c.Path("data"), store, log)
	watchClock(ctx, c.Path("data"), store, log)
	looksAfter, err := lookAfter(c, program, store, address)
	if err != nil {
		return err
	}
	notePlaces(c, log)
	base := c.String("base-url")
	if base == "" {
		base = front.Scheme + "://" + address
	}
	server, inside := program.Serve(store, log)
	socket, err := backup.Listen(c.Path("data"), commandsOf(c, program, store, address))
	if err != nil {
		return err
	}
	defer socket.Close()
	if err := printWelcome(c, store, base, front.Guard.Note(address)); err != nil {
		return err
	}
	store.part.serve(log)
	listen.ServeInside(private, inside, server)
	failed := make(chan error, 1)
	go func() { failed <- front.Serve(server, c.String("base-url"), log) }()
	defer store.work(ctx, looksAfter.plan.Run, newJournalKeeper(c, store, looksAfter.plan).Run, looksAfter.Run, lookAt(program, store, log))()
	log.Info("serving", "address", address, "data", c.Path("data"), "version", program.Version)
	select {
	case err := <-failed:
		return err
	case <-store.Poisoned:
		return errors.Join(Finish(server, time.Second), store.lost(log))
	case <-ctx.Done():
		log.Info("stopping", "timeout", drainTimeout)
		return Finish(server, drainTimeout)
	}
}

// commandsOf runs what somebody at the machine tells the server.
func commandsOf(c *cli.Context, program Program, store *Store, address string) backup.Handler {
	commands := store.part.whereItBelongs(program, answer(program, store.App, thisHolder(c, address)))
	return withJournal(store, withCluster(store, commands))
}

// lost is why the process ends and has to begin again.
func (s *Store) lost(log *slog.Logger) error {
	if s.Node != nil {
		return &cmdline.Exit{Code: cmdline.ExitPoisoned, Err: fmt.Errorf("the node takes no part in the cluster any more: %w\nStart it again, and it follows", s.Node.Err())}
	}
	log.Error("the store refused a write and is closed; starting again recovers it")
	return cmdline.Poisoned(errors.New("a write failed"))
}

// goOn runs the jobs, and what else goes on by itself, until ctx ends. Call the result when
// no request runs any more: it waits for them, and has written down what is left.
func goOn(ctx context.Context, a *app.App, also ...func(context.Context)) func() {
	finished := background(ctx, append(also, a.RunJobs)...)
	return func() {
		finished()
		a.EndJobs(app.Background(context.WithoutCancel(ctx)))
	}
}

// lookAt looks at the newest records of a store that is served.
func lookAt(program Program, store *Store, log *slog.Logger) func(context.Context) {
	return func(ctx context.Context) {
		if err := backup.Look(ctx, program.Business, store.App.Engine(), log); err != nil && ctx.Err() == nil {
			log.Warn("the newest records could not be looked at", "error", err.Error())
		}
	}
}

// background runs what has to be done again and again, until ctx ends; call the
// result to wait for it.
func background(ctx context.Context, work ...func(context.Context)) func() {
	ctx, stop := context.WithCancel(app.Background(ctx))
	var all sync.WaitGroup
	for _, run := range work {
		all.Go(func() { run(ctx) })
	}
	return func() { stop(); all.Wait() }
}

// Finish lets running requests end, for a while.
func Finish(server *http.Server, timeout time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return err
}

// openReports says where reports are put that are made by the clock. A name of a file
// leads nowhere but into that folder.
func openReports(c *cli.Context, store *Store) (func(), error) {
	dir := c.Path("report-folder")
	if dir == "" {
		return func() {}, nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, cmdline.Usage("--report-folder: %v", err)
	}
	report.KeepIn(store.App, func(name string, write func(io.Writer) error) error { return putReport(root, name, write) })
	return func() { _ = root.Close() }, nil
}

// putReport writes a file that gets its name when it is whole.
func putReport(root *os.Root, name string, write func(io.Writer) error) error {
	part := name + ".part"
	f, err := root.OpenFile(part, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(write(f), f.Sync(), f.Close()); err != nil {
		_ = root.Remove(part) // the error matters more
		return err
	}
	if err := root.Rename(part, name); err != nil {
		return err
	}
	return syncRoot(root)
}

// syncRoot makes the new name durable: the run is noted as done after it, and not made again.
func syncRoot(root *os.Root) error {
	if runtime.GOOS == "windows" {
		return nil // Windows cannot sync folders; NTFS journals names by itself
	}
	d, err := root.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

func sessionFlags() []cli.Flag {
	return []cli.Flag{
		&cli.DurationFlag{Name: "session-idle", EnvVars: cmdline.Env("session-idle"), Usage: "log-ins end when they were not used for this `TIME`, such as 12h; never without it; those of pages for staff after 12h at the latest"},
		&cli.DurationFlag{Name: "session-max", EnvVars: cmdline.Env("session-max"), Usage: "log-ins end this `TIME` after they were made, such as 168h; never without it; those of pages for staff after 168h at the latest"},
	}
}

// sessionsOf reads how long log-ins are good.
func sessionsOf(c *cli.Context) (company.Sessions, error) {
	s := company.Sessions{Idle: c.Duration("session-idle"), Total: c.Duration("session-max")}
	return s, errors.Join(longEnough("session-idle", s.Idle), longEnough("session-max", s.Total))
}

func longEnough(flag string, d time.Duration) error {
	if d != 0 && d < company.MinSession {
		return cmdline.Usage("--%s must be at least %s, or 0 for never", flag, company.MinSession)
	}
	return nil
}
