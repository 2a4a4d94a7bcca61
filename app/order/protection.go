package order

import (
	"context"
	"slices"

	"marquee/app"
)

// Protection is whether an item is insured: by a policy that staff note, as Marquee sells
// none.
type Protection string

// The protections of an item. The zero value is that of most.
const (
	Unprotected Protection = ""
	Protected   Protection = "protected"
	Claimed     Protection = "claimed"
)

// protections lists what each may become.
var protections = map[Protection][]Protection{
	Unprotected: {Protected},
	Protected:   {Unprotected, Claimed},
	Claimed:     {},
}

// String is how the API says it.
func (p Protection) String() string {
	if p == Unprotected {
		return "unprotected"
	}
	return string(p)
}

// ParseProtection reads what the API says.
func ParseProtection(s string) Protection {
	if s == Unprotected.String() {
		return Unprotected
	}
	return Protection(s)
}

// Protections are the words of the API.
func Protections() []string {
	return []string{Unprotected.String(), Protected.String(), Claimed.String()}
}

// ProtectionNow is the protection of an item: the cover of one that was voided has ended.
func (i *Item) ProtectionNow() Protection {
	if i.Protection == Protected && !i.Holds() {
		return Unprotected
	}
	return i.Protection
}

// Protect notes that a sold item is insured, is so no more, or that its cover was claimed.
func Protect(ctx context.Context, a *app.App, c *app.Caller, itemID int64, to Protection) (it Item, err error) {
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		if it, err = FindItem(tx, itemID); err != nil {
			return err
		}
		now := it.ProtectionNow()
		switch {
		case !it.Admissible():
			return app.Field("orderItemId", "is not sold, or does not stand any more")
		case now == to:
			return nil
		case !slices.Contains(protections[now], to):
			return app.Field("status", "does not follow %s", now.String())
		}
		it, err = itemTable.Update(tx, it.ID, func(i *Item) error { i.Protection = to; return nil })
		return err
	})
	return it, err
}
