package operate

import (
	"encoding/json"
	"os"
	"strings"
	"sync"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/mail"
	"marquee/app/vault"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/smtp"

	"github.com/urfave/cli/v2"
)

// smtpPasswordEnv holds the password of the mail server where there is no file.
const smtpPasswordEnv = "MARQUEE_SMTP_PASSWORD"

// mailServer reads where the mail server is, and the password for it; ok is false where
// there is none.
func mailServer(c *cli.Context) (cfg smtp.Config, ok bool, err error) {
	address := c.String("smtp-url")
	if address == "" {
		return cfg, false, nil
	}
	if cfg, err = smtp.Parse(address, c.Bool("smtp-without-tls")); err != nil {
		return cfg, false, cmdline.Usage("--smtp-url %v", err)
	}
	cfg.Password = os.Getenv(smtpPasswordEnv)
	if path := c.String("smtp-password-file"); path != "" {
		text, err := readPrivate(path)
		if err != nil {
			return cfg, false, cmdline.Usage("--smtp-password-file: %v", err)
		}
		cfg.Password = strings.TrimRight(string(text), "\r\n")
	}
	if cfg.User != "" && cfg.Password == "" {
		return cfg, false, cmdline.Usage("--smtp-url names a user: the password belongs into --smtp-password-file FILE or %s", smtpPasswordEnv)
	}
	return cfg, true, nil
}

// mailFlags refuses what no mail could be sent with.
func mailFlags(c *cli.Context, base string) error {
	_, ok, err := mailServer(c)
	if err != nil || !ok {
		return err
	}
	return mailAround(c.String("mail-from"), base)
}

// mailAround is what a mail server is of no use without.
func mailAround(from, base string) error {
	if from == "" {
		return cmdline.Usage("--smtp-url needs --mail-from, the address that mails come from")
	}
	if _, err := company.NormalEmail(from); err != nil {
		return cmdline.Usage("--mail-from takes an address alone, such as box@example.com, not %q: the name beside it is the company's", from)
	}
	if base == "" {
		return cmdline.Usage("--smtp-url needs --base-url: links in mails begin with it")
	}
	return nil
}

// openMail says how mails leave; the result closes the connections to the mail server. Without
// flags it is the server that is sealed in the data folder, if there is one.
func openMail(c *cli.Context, store *Store, base string) (func(), error) {
	k := &mailKeeper{dir: c.Path("data"), app: store.App, base: base, store: store}
	vault.UseMail(store.App, k)
	store.kept = append(store.kept, keptFile{mailKeys, k.again})
	mail.Use(store.App, mail.Post{BaseURL: base})
	cfg, ok, err := mailServer(c)
	if err != nil {
		return k.close, err
	}
	if !ok {
		return k.close, k.open()
	}
	k.flag = "--smtp-url"
	from, err := company.NormalEmail(c.String("mail-from"))
	if err != nil {
		return k.close, err
	}
	return k.close, k.use(cfg, from)
}

// mailKeeper keeps the mail server sealed in a folder, and takes the one that it is given into use.
type mailKeeper struct {
	dir, base string
	app       *app.App
	store     *Store
	// flag is what names the mail server instead, empty: nothing.
	flag string

	mu     sync.Mutex
	server *smtp.Server
}

// mailFile is the text of what is sealed.
type mailFile struct {
	URL      string `json:"url"`
	Password string `json:"password,omitempty"`
	From     string `json:"from"`
}

func (k *mailKeeper) read() (f mailFile, err error) {
	text, err := mailKeys.open(k.dir)
	if err == nil && text != "" {
		err = json.Unmarshal([]byte(text), &f)
	}
	return f, err
}

// open takes what is sealed into use.
func (k *mailKeeper) open() error {
	f, err := k.read()
	if err != nil || f.URL == "" {
		return err
	}
	cfg, err := f.config()
	if err != nil {
		return err
	}
	return k.use(cfg, f.From)
}

// config is how to reach the mail server.
func (f *mailFile) config() (smtp.Config, error) {
	cfg, err := smtp.Parse(f.URL, false)
	if err != nil {
		return cfg, app.Field("url", "must be smtp://user@host:587 or smtps://user@host:465")
	}
	if cfg.Password = f.Password; cfg.User != "" && f.Password == "" {
		return cfg, app.Field("password", "is required")
	}
	return cfg, nil
}

// use lets mails leave over a server, and closes the one before.
func (k *mailKeeper) use(cfg smtp.Config, from string) error {
	_, cfg.Domain, _ = strings.Cut(from, "@")
	server, err := smtp.New(cfg)
	if err != nil {
		return err
	}
	mail.Use(k.app, mail.Post{Carrier: server, From: from, BaseURL: k.base})
	if k.server != nil {
		k.server.Close()
	}
	k.server = server
	return nil
}

func (k *mailKeeper) close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.server != nil {
		k.server.Close()
	}
}

// Mail tells of the mail server.
func (k *mailKeeper) Mail() (vault.HeldMail, error) {
	if k.flag != "" {
		return vault.HeldMail{Flag: k.flag}, nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	f, err := k.read()
	return vault.HeldMail{URL: f.URL, From: f.From, HasPassword: f.Password != ""}, err
}

// SetMail seals the mail server and takes it into use.
func (k *mailKeeper) SetMail(s vault.MailServer) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.base == "" {
		return app.Field("url", "needs a server that was started with %s: links in mails begin with it", "--base-url")
	}
	f := mailFile{URL: s.URL, Password: s.Password, From: s.From}
	if was, err := k.read(); err == nil && f.Password == "" && was.URL == f.URL {
		f.Password = was.Password
	}
	cfg, err := f.config()
	if err != nil {
		return err
	}
	text, err := json.Marshal(f)
	if err != nil {
		return err
	}
	if err := k.store.keepSealed(k.dir, mailKeys, string(text)); err != nil {
		return err
	}
	return k.use(cfg, f.From)
}

// ForgetMail takes it away.
func (k *mailKeeper) ForgetMail() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.store.forgetSealed(k.dir, mailKeys); err != nil {
		return err
	}
	k.useNone()
	return nil
}

func (k *mailKeeper) useNone() {
	mail.Use(k.app, mail.Post{BaseURL: k.base})
	if k.server != nil {
		k.server.Close()
	}
	k.server = nil
}

// again takes into use what is sealed now, where no flag wins over it.
func (k *mailKeeper) again() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.flag != "" {
		return nil
	}
	f, err := k.read()
	if err == nil && f.URL == "" {
		k.useNone()
		return nil
	}
	if err != nil {
		return err
	}
	return k.open()
}
