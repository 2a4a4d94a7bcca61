package wallet

import (
	"context"
	"strings"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
	"marquee/kv"
)

// FrozenTag is an NFC tag that pays for nothing.
type FrozenTag struct {
	// Tag is in the form in which tags are stored.
	Tag    string `msgpack:"t"`
	Freeze Freeze `msgpack:"f"`
}

var frozenTags = indexes.DefineKeyed(indexes.KeyedSpec[string, FrozenTag]{
	Name: "frozen_tags", Version: 1,
	Person: indexes.Searched("why a tag was frozen"),
	Key:    kv.String,
	KeyOf:  func(f *FrozenTag) string { return f.Tag },
})

func tagFrozen(r app.Reader, tag string) (bool, error) {
	_, found, err := frozenTags.Find(r, tag)
	return found, err
}

// Freezing asks to freeze a wallet or a tag, or to let it go again.
type Freezing struct {
	WalletID int64
	Tag      string
	Reason   string
	// Thaw lets it go.
	Thaw bool
}

// SetFreeze freezes a wallet or a tag. To do it again changes nothing but the reason.
func SetFreeze(ctx context.Context, a *app.App, c *app.Caller, in Freezing) (w Wallet, err error) {
	tag := order.NormalTag(in.Tag)
	var p app.Problems
	if (in.WalletID == 0) == (tag == "") {
		p.Add("walletId", "or %s is required, and not both", "nfcId")
	}
	if !in.Thaw {
		checkReason(&p, in.Reason)
	}
	if err := p.Err(); err != nil {
		return w, err
	}
	err = a.Update(ctx, c, app.EditWallets, func(tx app.Tx) (err error) {
		freeze := Freeze{Reason: strings.TrimSpace(in.Reason), UserID: c.UserID, At: tx.Now()}
		if tag != "" {
			return freezeTag(tx, tag, freeze, in.Thaw)
		}
		if w, err = byID(tx, in.WalletID); err != nil {
			return err
		}
		if w.Frozen = &freeze; in.Thaw {
			w.Frozen = nil
		}
		return w.write(tx, tx.Now())
	})
	return w, err
}

func freezeTag(tx app.Tx, tag string, freeze Freeze, thaw bool) error {
	if !thaw {
		return frozenTags.Put(tx, &FrozenTag{tag, freeze})
	}
	frozen, err := tagFrozen(tx, tag)
	if err != nil || !frozen {
		return err
	}
	return frozenTags.Delete(tx, tag)
}

// checkReason refuses a change without a reason, or with a long one.
func checkReason(p *app.Problems, reason string) {
	switch {
	case app.Blank(reason):
		p.Add("reason", "is required")
	case utf8.RuneCountInString(reason) > maxReason:
		p.Add("reason", "must not be longer than %d characters", maxReason)
	}
}
