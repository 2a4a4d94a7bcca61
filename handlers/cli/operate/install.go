package operate

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"marquee/backup"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/listen"
	"marquee/handlers/smtp"

	"github.com/urfave/cli/v2"
)

// unitPath is where systemd looks for units of the machine's own.
const unitPath = "/etc/systemd/system/marquee.service"

// unitSettings is where systemd, and nobody else but root, reads further settings: each flag of
// serve is one, and so are keys, which stand in no unit.
const unitSettings = "/etc/marquee/marquee.env"

func installCommand() *cli.Command {
	return &cli.Command{
		Name:  "install",
		Usage: "make the box office start with the machine",
		Subcommands: []*cli.Command{{
			Name:  "systemd",
			Usage: "print a systemd unit, or write it",
			Description: `Examples:

   marquee install systemd --listen 127.0.0.1:8080
   sudo marquee install systemd --write --base-url https://tickets.example.com
   sudo marquee install systemd --write --base-url https://tickets.example.com --tls auto --listen :443 --http-listen :80

The unit runs this very program as a user of its own that can write to the data
folder and to nothing else, starts it again when it fails, and stops it gently.
With --write it goes to ` + unitPath + `, where nothing may lie
that says something else, and the next steps are printed. They are yours to take:
nothing is started, and no user is made.

Settings that have no flag here, and secrets, go to ` + unitSettings + `, one a line, as in
MARQUEE_SMTP_PASSWORD=secret; the unit reads it where it is there, and what stands in it
goes before the flags. Make it readable for root alone.

` + cmdline.ExitCodes,
			Flags: []cli.Flag{
				&cli.PathFlag{Name: "data", Value: "/var/lib/marquee", Usage: "the data `FOLDER`", EnvVars: cmdline.Env("data")},
				cmdline.TextOr("user", "marquee", "the `USER` to run as"),
				cmdline.TextOr("listen", "127.0.0.1:8080", "the `HOST:PORT` to listen on"),
				cmdline.Text("base-url", "the `URL` under which the outside reaches the server"),
				cmdline.Text("tls", "how the server speaks TLS: auto or local; plain HTTP without it"),
				cmdline.Text("http-listen", "with --tls: where plain HTTP is sent on to https"),
				cmdline.Text("journal", "a `FOLDER` on another disk for the journal"),
				cmdline.Text("backup-to", "where backups go by schedule, a `FOLDER` or s3://BUCKET/PREFIX with the keys in "+unitSettings),
				cmdline.Text("backup-recipients", "the `FILE` with the public age keys that backups are encrypted to"),
				cmdline.Text("smtp-url", "the mail server as `URL`; its password stands as MARQUEE_SMTP_PASSWORD in "+unitSettings),
				cmdline.Text("mail-from", "the `ADDRESS` that mails come from"),
				cmdline.Text("behind-proxy", "the `NETWORK` of the proxy in front, such as 127.0.0.1; several with commas between them"),
				cmdline.TextOr("program", "", "the `FILE` of the program; this one without it"),
				&cli.BoolFlag{Name: "write", Usage: "write the unit instead of printing it"},
				&cli.PathFlag{Name: "to", Value: unitPath, Usage: "the `FILE` that --write makes"},
			},
			Action: runInstall,
		}},
	}
}

func runInstall(c *cli.Context) error {
	if err := cmdline.NoArguments(c); err != nil {
		return err
	}
	u := unit{
		Program: c.String("program"), User: c.String("user"), Listen: c.String("listen"), BaseURL: c.String("base-url"),
		TLS: c.String("tls"), HTTPListen: c.String("http-listen"), Journal: c.String("journal"),
		BackupTo: c.String("backup-to"), Recipients: c.String("backup-recipients"),
		SMTP: c.String("smtp-url"), MailFrom: c.String("mail-from"), Proxy: c.String("behind-proxy"),
	}
	var err error
	if u.Program == "" {
		if u.Program, err = os.Executable(); err != nil {
			return err
		}
	}
	if u.Data, err = filepath.Abs(c.Path("data")); err != nil {
		return err
	}
	if err := u.check(); err != nil {
		return err
	}
	if !c.Bool("write") {
		_, err := fmt.Fprint(c.App.Writer, u.text())
		return err
	}
	if err := writeUnit(c.Path("to"), u.text()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.App.Writer, `Written: %s
Next:
   useradd --system --home-dir %s --shell /usr/sbin/nologin %s
   install -d -m 0700 -o %s -g %s %s
   runuser -u %s -- %s init --data %s --company "My Festival" --currency EUR --email you@example.com
   systemctl daemon-reload && systemctl enable --now %s
`, c.Path("to"), u.Data, u.User, u.User, u.User, strings.Join(u.folders(), " "), u.User, u.Program, u.Data, filepath.Base(c.Path("to")))
	return err
}

// folders are those that the user of the unit needs for its own. Without that of the journal
// the unit would not start, and nothing of it may make that for backups.
func (u unit) folders() []string {
	all := []string{u.Data}
	for _, more := range []string{u.Journal, u.BackupTo} {
		if filepath.IsAbs(more) {
			all = append(all, more)
		}
	}
	return all
}

// writeUnit makes the unit; one that says something else is left alone.
func writeUnit(path, text string) error {
	old, err := os.ReadFile(path)
	switch {
	case err == nil && string(old) == text:
		return nil
	case err == nil:
		return &cmdline.Exit{Code: cmdline.ExitExists, Err: fmt.Errorf("%s says something else already\nLook at it, move it away, and try again", path)}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// unit is what a systemd unit is made from.
type unit struct {
	Program, User, Data, Listen, BaseURL, TLS, HTTPListen, Journal string
	BackupTo, Recipients, SMTP, MailFrom, Proxy                    string
}

var (
	userForm = regexp.MustCompile(`^[a-z_][a-z0-9_-]{0,30}$`)
	wordForm = regexp.MustCompile(`^[^\s"'\\$%;]+$`)
)

// check refuses what a unit would read as something else.
func (u unit) check() error {
	if !userForm.MatchString(u.User) {
		return cmdline.Usage("--user %q is no name of a system user", u.User)
	}
	if u.User == "root" {
		return cmdline.Usage("--user must not be root: the box office needs no more than its folder; without the flag it is a user of its own, marquee")
	}
	if !filepath.IsAbs(u.Program) {
		return cmdline.Usage("--program must be the whole path of the program, without a prefix: %q", u.Program)
	}
	if filepath.Clean(u.Data) == "/" {
		return cmdline.Usage("--data must be a folder of its own, not /")
	}
	if u.Journal != "" && u.Journal != noJournal && !filepath.IsAbs(u.Journal) {
		return cmdline.Usage("--journal must be the whole path of a folder, or off: %q", u.Journal)
	}
	if u.BackupTo != "" && !backup.IsS3(u.BackupTo) && !filepath.IsAbs(u.BackupTo) {
		return cmdline.Usage("--backup-to must be the whole path of a folder, or s3://BUCKET/PREFIX: %q", u.BackupTo)
	}
	if u.TLS != "" && u.TLS != "auto" && u.TLS != "local" {
		return cmdline.Usage("--tls must be auto or local; for files, add their names to the unit by hand")
	}
	if u.Recipients != "" && !filepath.IsAbs(u.Recipients) {
		return cmdline.Usage("--backup-recipients must be the whole path of a file: %q", u.Recipients)
	}
	if err := u.checkAddresses(); err != nil {
		return err
	}
	words := map[string]string{
		"program": u.Program, "data": u.Data, "listen": u.Listen, "base-url": u.BaseURL, "http-listen": u.HTTPListen,
		"journal": u.Journal, "backup-to": u.BackupTo, "backup-recipients": u.Recipients,
		"smtp-url": u.SMTP, "mail-from": u.MailFrom, "behind-proxy": u.Proxy,
	}
	for flag, word := range words {
		if word != "" && !wordForm.MatchString(word) {
			return cmdline.Usage("--%s must not hold spaces, quotes, $, %%, ; or backslashes: %q", flag, word)
		}
	}
	return nil
}

// checkAddresses refuses what serve would refuse each time that the machine starts.
func (u unit) checkAddresses() error {
	if _, err := listen.ListenAddress(u.Listen); err != nil {
		return err
	}
	if _, err := listen.BaseURL(u.BaseURL); err != nil {
		return err
	}
	if u.HTTPListen != "" {
		if _, err := listen.AddressOf("http-listen", u.HTTPListen); err != nil {
			return err
		}
	}
	if _, err := listen.ProxiesIn(strings.Split(u.Proxy, ",")); u.Proxy != "" && err != nil {
		return err
	}
	if err := u.checkMail(); err != nil {
		return err
	}
	switch {
	case u.HTTPListen != "" && u.TLS == "":
		return cmdline.Usage("--http-listen needs --tls; --listen is where plain HTTP is spoken without it")
	case u.TLS == "auto" && listen.NameIn(u.BaseURL) == "":
		return cmdline.Usage("--tls auto needs --base-url, the URL with the name that leads here, such as https://tickets.example.com")
	}
	return nil
}

// checkMail refuses a mail server that serve would refuse. Its password is not looked for: the
// unit reads that from its settings.
func (u unit) checkMail() error {
	if u.SMTP == "" {
		return nil
	}
	if _, err := smtp.Parse(u.SMTP, false); err != nil {
		return cmdline.Usage("--smtp-url %v", err)
	}
	return mailAround(u.MailFrom, u.BaseURL)
}

func (u unit) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, `[Unit]
Description=Marquee box office
After=network-online.target
Wants=network-online.target
StartLimitIntervalSec=0

[Service]
ExecStart=%s serve
Environment=MARQUEE_DATA=%s
Environment=MARQUEE_LISTEN=%s
`, u.Program, u.Data, u.Listen)
	for _, more := range [][2]string{{"BASE_URL", u.BaseURL}, {"TLS", u.TLS}, {"HTTP_LISTEN", u.HTTPListen}, {"JOURNAL", u.Journal}, {"BACKUP_TO", u.BackupTo}, {"BACKUP_RECIPIENTS", u.Recipients}, {"SMTP_URL", u.SMTP}, {"MAIL_FROM", u.MailFrom}, {"BEHIND_PROXY", u.Proxy}} {
		if more[1] != "" {
			fmt.Fprintf(&b, "Environment=MARQUEE_%s=%s\n", more[0], more[1])
		}
	}
	b.WriteString("EnvironmentFile=-" + unitSettings + "\n")
	fmt.Fprintf(&b, unitRules, u.User, u.User, u.writable())
	if privileged(u.Listen) || privileged(u.HTTPListen) {
		b.WriteString("AmbientCapabilities=CAP_NET_BIND_SERVICE\nCapabilityBoundingSet=CAP_NET_BIND_SERVICE\n")
	} else {
		b.WriteString("CapabilityBoundingSet=\n")
	}
	b.WriteString("\n[Install]\nWantedBy=multi-user.target\n")
	return b.String()
}

// writable are the folders that the server writes to. It starts without the one for
// backups too, which may be on a stick.
func (u unit) writable() string {
	all := u.Data
	if filepath.IsAbs(u.Journal) {
		all += " " + u.Journal
	}
	if filepath.IsAbs(u.BackupTo) {
		all += " -" + u.BackupTo
	}
	return all
}

// privileged tells whether only a privileged user may listen there.
func privileged(listen string) bool {
	port := listen[strings.LastIndex(listen, ":")+1:]
	var n int
	_, err := fmt.Sscanf(port, "%d", &n)
	return err == nil && n > 0 && n < 1024
}

// unitRules: who runs it, what happens when it ends, and what it can reach. Exit
// code 75 asks for a restart, which recovers the store; 2, 3 and 4 would only
// happen again. Nobody in it may set the clock, for want of the capability; ProtectClock=
// would keep it from asking, with adjtimex, whether a time server keeps the clock.
const unitRules = `User=%s
Group=%s
UMask=0077
Restart=on-failure
RestartSec=2
RestartForceExitStatus=75
RestartPreventExitStatus=2 3 4
KillSignal=SIGTERM
TimeoutStopSec=30
LimitNOFILE=65536
LimitCORE=0
ReadWritePaths=%s
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectHostname=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service adjtimex
SystemCallErrorNumber=EPERM
`
