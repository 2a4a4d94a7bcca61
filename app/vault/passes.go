package vault

import (
	"context"

	"marquee/app"
)

// Passes are the keys with which a company signs passes for phones, nil: none of that sort.
type Passes struct {
	Apple  *ApplePasses
	Google *GooglePasses
}

// ApplePasses are texts in PEM: the certificate of the pass type, its key, and the certificate
// that signed it.
type ApplePasses struct{ Certificate, Key, Authority string }

// GooglePasses are an issuer, the account that writes in its name, and the account's key in PEM.
type GooglePasses struct{ IssuerID, Account, Key string }

// HeldPasses tells of them what may be told.
type HeldPasses struct {
	Apple, Google bool
	// Flag is what the keys come from that win over those that are sealed here, empty: nothing.
	Flag string
}

// PassKeeper keeps the keys of passes sealed. What it is given it takes into use at once.
type PassKeeper interface {
	Passes(aliases []string) (HeldPasses, error)
	// SetPasses leaves the sort that is nil as it is, and refuses keys that do not fit, with the field.
	SetPasses(aliases []string, p Passes) error
	ForgetPasses(aliases []string) error
}

// UsePasses says who keeps the keys of passes. It is called before anybody is served.
func UsePasses(a *app.App, k PassKeeper) { keepers.Of(a).passes = k }

// PassesHeld tells of the keys of the caller's company.
func PassesHeld(ctx context.Context, a *app.App, c *app.Caller) (h HeldPasses, err error) {
	own, _, err := companyAndKeeper(ctx, a, c)
	if k := keepers.Of(a).passes; err == nil && k != nil {
		return k.Passes(own.Aliases())
	}
	return h, err
}

// SetPasses gives the caller's company its keys. They count at once.
func SetPasses(ctx context.Context, a *app.App, c *app.Caller, p Passes) (h HeldPasses, err error) {
	var aliases []string
	k, err := passKeeperFor(ctx, a, c, &aliases)
	if err != nil {
		return h, err
	}
	if err := p.check(); err != nil {
		return h, err
	}
	if err := k.SetPasses(aliases, p); err != nil {
		return h, err
	}
	if err := note(ctx, a, c, "passes for phones were given keys"); err != nil {
		return h, err
	}
	return k.Passes(aliases)
}

// ForgetPasses takes the keys of the caller's company away. Passes that phones have stay, and are
// not told of changes any more.
func ForgetPasses(ctx context.Context, a *app.App, c *app.Caller) error {
	var aliases []string
	k, err := passKeeperFor(ctx, a, c, &aliases)
	if err != nil {
		return err
	}
	if err := k.ForgetPasses(aliases); err != nil {
		return err
	}
	return note(ctx, a, c, "passes for phones lost their keys")
}

// passKeeperFor is who keeps them for a caller who may change them; no flag wins over it.
func passKeeperFor(ctx context.Context, a *app.App, c *app.Caller, aliases *[]string) (PassKeeper, error) {
	own, _, err := companyAndKeeper(ctx, a, c)
	if err != nil {
		return nil, err
	}
	k := keepers.Of(a).passes
	if k == nil {
		return nil, keepsNone()
	}
	*aliases = own.Aliases()
	h, err := k.Passes(*aliases)
	if err != nil || h.Flag != "" {
		return nil, setBy(err, h.Flag)
	}
	return k, nil
}

func (p *Passes) check() error {
	var wrong app.Problems
	want := func(field, value string) {
		if value == "" {
			wrong.Add(field, "is required")
		}
	}
	if p.Apple == nil && p.Google == nil {
		wrong.Add("apple", "is required")
	}
	if k := p.Apple; k != nil {
		want("apple.certificate", k.Certificate)
		want("apple.key", k.Key)
		want("apple.authority", k.Authority)
	}
	if k := p.Google; k != nil {
		want("google.issuerId", k.IssuerID)
		want("google.account", k.Account)
		want("google.key", k.Key)
	}
	return wrong.Err()
}
