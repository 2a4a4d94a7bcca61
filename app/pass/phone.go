package pass

import (
	"context"
	"iter"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
)

// Keep notes that a phone keeps a pass, and tells whether that is new. The phone shows the
// token of the pass.
func Keep(ctx context.Context, a *app.App, companyID int64, serial, token, phone string) (fresh bool, err error) {
	if !GoodPhone(phone) {
		return false, nothing()
	}
	err = a.UpdateCompany(ctx, companyID, func(tx app.Tx) error {
		itemID, err := known(tx, serial, token)
		if err != nil {
			return err
		}
		if _, err := order.FindItem(tx, itemID); err != nil {
			return err
		}
		_, found, err := keepings.Find(tx, keepingKey{A: serial, B: phone})
		if fresh = !found; err != nil || found {
			return err
		}
		// Of each serial number: whoever held the item before must not use up the phones of
		// whoever holds it now.
		phones, err := count(keepings.Scan(tx, indexes.Between(keepingKey{A: serial}, keepingKey{A: serial + "\x00"}).Limit(maxPhones)))
		if err != nil {
			return err
		}
		kept, err := count(keepingByPhone.Scan(tx, indexes.Equal(phone).Limit(maxKept)))
		if err != nil {
			return err
		}
		if phones >= maxPhones || kept >= maxKept {
			return &app.Error{Kind: app.Forbidden}
		}
		return keepings.Put(tx, &keeping{Serial: serial, Phone: phone, ItemID: itemID})
	})
	return fresh, err
}

// count is how many there are.
func count[H any](hits iter.Seq2[H, error]) (n int, err error) {
	for _, err := range hits {
		if err != nil {
			return 0, err
		}
		n++
	}
	return n, nil
}

// Drop notes that a phone does not keep a pass any more.
func Drop(ctx context.Context, a *app.App, companyID int64, serial, token, phone string) error {
	return a.UpdateCompany(ctx, companyID, func(tx app.Tx) error {
		if _, err := known(tx, serial, token); err != nil {
			return err
		}
		k := keepingKey{A: serial, B: phone}
		if _, found, err := keepings.Find(tx, k); err != nil || !found {
			return err
		}
		return keepings.Delete(tx, k)
	})
}

// Changed are the serial numbers of what a phone keeps that changed after a moment, and the
// moment to ask about next.
func Changed(ctx context.Context, a *app.App, companyID int64, phone string, since time.Time) (serials []string, now time.Time, err error) {
	err = a.ViewCompany(ctx, companyID, func(r app.Reader) error {
		now = r.SafeTime()
		for hit, err := range keepingByPhone.Scan(r, indexes.Equal(phone).Limit(maxKept)) {
			if err != nil {
				return err
			}
			p, err := again(r, hit.Rec.Serial)
			if err != nil {
				return err
			}
			if p.Changed.After(since) {
				serials = append(serials, p.Serial)
			}
		}
		return nil
	})
	return serials, now, err
}
