package mail

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
	"marquee/kv"
)

// Block is an address that gets no mails of the company.
type Block struct {
	Address string    `msgpack:"a"`
	Reason  string    `msgpack:"r"`
	UserID  int64     `msgpack:"u,omitempty"` // who asked for it
	At      time.Time `msgpack:"t"`
}

var blocks = indexes.DefineKeyed(indexes.KeyedSpec[string, Block]{
	Name: "mail_blocks", Version: 1,
	Person: indexes.Removed("the address"),
	Key:    kv.String,
	KeyOf:  func(b *Block) string { return app.Fold(b.Address) },
	Check: func(b *Block) error {
		if b.Address == "" || b.Reason == "" {
			return errors.New("mail: an address is blocked without a reason")
		}
		return nil
	},
})

// blocked says why an address gets no mails; "" for those that do.
func blocked(r app.Reader, address string) (string, error) {
	for _, key := range addressKeys(address) {
		b, found, err := blocks.Find(r, key)
		if err != nil {
			return "", err
		}
		if found {
			return "the address gets no mails: " + b.Reason, nil
		}
	}
	return "", nil
}

// Suppress sends no more mails to an address.
func Suppress(ctx context.Context, a *app.App, c *app.Caller, address, reason string) (b Block, err error) {
	var p app.Problems
	normal, bad := company.NormalEmail(address)
	if bad != nil {
		p.Add("email", "must be a valid e-mail address")
	}
	reason = strings.TrimSpace(reason)
	switch {
	case app.Blank(reason):
		reason = "asked for"
	case utf8.RuneCountInString(reason) > MaxReason:
		p.Add("reason", "must not be longer than %d characters", MaxReason)
	case strings.ContainsFunc(reason, forbidden):
		p.Add("reason", "contains characters that are not allowed")
	}
	if err := p.Err(); err != nil {
		return b, err
	}
	err = a.Update(ctx, c, app.SendMails, func(tx app.Tx) error {
		b = Block{Address: normal, Reason: reason, UserID: c.UserID, At: tx.Now()}
		return blocks.Put(tx, &b)
	})
	return b, err
}

// Allow sends mails to an address again.
func Allow(ctx context.Context, a *app.App, c *app.Caller, address string) error {
	return a.Update(ctx, c, app.SendMails, func(tx app.Tx) error {
		gone := false
		for _, key := range addressKeys(address) {
			err := blocks.Delete(tx, key)
			if err != nil && !errors.Is(err, indexes.ErrNotFound) {
				return err
			}
			gone = gone || err == nil
		}
		if !gone {
			return app.Missing("suppressed address")
		}
		return nil
	})
}

// Blocks lists the addresses that get no mails, by address, behind one.
func Blocks(ctx context.Context, a *app.App, c *app.Caller, behind string, limit int) (all []Block, err error) {
	err = a.View(ctx, c, app.ViewMails, func(r app.Reader) error {
		all = nil
		rg := indexes.All[string]()
		if behind != "" {
			rg = indexes.From(app.Fold(behind) + "\x00")
		}
		for hit, err := range blocks.Scan(r, rg.Limit(limit)) {
			if err != nil {
				return err
			}
			all = append(all, hit.Rec)
		}
		return nil
	})
	return all, err
}
