package vault

import (
	"context"

	"marquee/app"
	"marquee/app/company"
)

// MailServer is where the mails of all companies leave.
type MailServer struct {
	// URL is smtp://user@host:587 or smtps://user@host:465.
	URL, Password string
	// From is the address that mails come from.
	From string
}

// HeldMail tells of the mail server what may be told of it.
type HeldMail struct {
	URL, From   string
	HasPassword bool
	// Flag is what names the mail server that wins, empty: nothing.
	Flag string
}

// MailKeeper keeps the mail server. What it is given it takes into use at once.
type MailKeeper interface {
	Mail() (HeldMail, error)
	// SetMail refuses an address that it cannot use, with the field.
	SetMail(s MailServer) error
	ForgetMail() error
}

// UseMail says who keeps the mail server. It is called before anybody is served.
func UseMail(a *app.App, k MailKeeper) { keepers.Of(a).mail = k }

// MailHeld tells of the mail server.
func MailHeld(_ context.Context, a *app.App, c *app.Caller) (h HeldMail, err error) {
	if err := c.Need(app.Installation); err != nil {
		return h, err
	}
	k := keepers.Of(a).mail
	if k == nil {
		return h, nil
	}
	return k.Mail()
}

// SetMail names the mail server. Mails that wait leave over it. A password that is not named stays
// as it is where the address does.
func SetMail(ctx context.Context, a *app.App, c *app.Caller, s MailServer) (h HeldMail, err error) {
	k, err := mailKeeperFor(a, c)
	if err != nil {
		return h, err
	}
	var p app.Problems
	if s.From, err = company.NormalEmail(s.From); err != nil {
		p.Add("from", "must be a valid e-mail address")
	}
	if s.URL == "" {
		p.Add("url", "is required")
	}
	if err := p.Err(); err != nil {
		return h, err
	}
	if h, err = k.Mail(); err != nil || h.Flag != "" {
		return h, setBy(err, h.Flag)
	}
	if err := k.SetMail(s); err != nil {
		return h, err
	}
	if err := note(ctx, a, c, "a mail server was named"); err != nil {
		return h, err
	}
	return k.Mail()
}

// ForgetMail takes the mail server away: mails are kept until there is another.
func ForgetMail(ctx context.Context, a *app.App, c *app.Caller) error {
	k, err := mailKeeperFor(a, c)
	if err != nil {
		return err
	}
	if h, err := k.Mail(); err != nil || h.Flag != "" {
		return setBy(err, h.Flag)
	}
	if err := k.ForgetMail(); err != nil {
		return err
	}
	return note(ctx, a, c, "the mail server was taken away")
}

func mailKeeperFor(a *app.App, c *app.Caller) (MailKeeper, error) {
	if err := c.Need(app.Installation); err != nil {
		return nil, err
	}
	k := keepers.Of(a).mail
	if k == nil {
		return nil, keepsNone()
	}
	return k, nil
}
