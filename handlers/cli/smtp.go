package cli

import (
	"os"
	"strings"

	"marquee/app/company"
	"marquee/app/mail"
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
		return cfg, false, usage("--smtp-url %v", err)
	}
	cfg.Password = os.Getenv(smtpPasswordEnv)
	if path := c.String("smtp-password-file"); path != "" {
		text, err := readPrivate(path)
		if err != nil {
			return cfg, false, usage("--smtp-password-file: %v", err)
		}
		cfg.Password = strings.TrimRight(string(text), "\r\n")
	}
	if cfg.User != "" && cfg.Password == "" {
		return cfg, false, usage("--smtp-url names a user: the password belongs into --smtp-password-file FILE or %s", smtpPasswordEnv)
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
	if _, err := company.NormalEmail(from); err != nil {
		return usage("--smtp-url needs --mail-from, the address that mails come from")
	}
	if base == "" {
		return usage("--smtp-url needs --base-url: links in mails begin with it")
	}
	return nil
}

// openMail says how mails leave; the result closes the connections to the mail server.
func openMail(c *cli.Context, store *Store, base string) (func(), error) {
	cfg, ok, err := mailServer(c)
	if err != nil || !ok {
		mail.Use(store.App, mail.Post{BaseURL: base})
		return func() {}, err
	}
	from, err := company.NormalEmail(c.String("mail-from"))
	if err != nil {
		return nil, err
	}
	_, cfg.Domain, _ = strings.Cut(from, "@")
	server, err := smtp.New(cfg)
	if err != nil {
		return nil, err
	}
	mail.Use(store.App, mail.Post{Carrier: server, From: from, BaseURL: base})
	return server.Close, nil
}
