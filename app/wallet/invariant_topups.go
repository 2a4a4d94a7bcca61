package wallet

import (
	"fmt"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
)

// part names a part of the top-ups of an order: what was paid over a gateway, or by hand.
type part struct {
	walletID, orderID int64
	online            bool
}

// checkParts wants no more left of a top-up than movements brought of it and did not use
// up. It may be less: what has expired, or was refunded with its credit kept, is credit like
// any other. Wallets that were merged count as one.
func checkParts(r app.Reader, report func(app.Breach)) error {
	left := map[part]int64{}
	for hit, err := range wallets.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		for _, t := range hit.Rec.Topups {
			left[part{hit.Rec.ID, t.OrderID, t.Online}] -= t.Left
		}
	}
	for hit, err := range movements.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		m := &hit.Rec
		if len(m.Brings)+len(m.Used) == 0 || m.CancelledAt != nil || m.Amount > 0 && m.Waits() {
			continue
		}
		w, err := byID(r, m.WalletID)
		if err != nil {
			return err
		}
		count(left, w.ID, m.Brings, 1)
		count(left, w.ID, m.Used, -1)
	}
	for p, n := range left {
		if n < 0 {
			report(app.Breach{ID: p.walletID, Key: fmt.Sprint("wallet: what is left of order ", p.orderID), Expected: "no more than came", Found: fmt.Sprint(-n, " more")})
		}
	}
	return nil
}

// count counts top-ups of a wallet, of those alone of which something is left.
func count(left map[part]int64, walletID int64, all []Topup, by int64) {
	for _, t := range all {
		key := part{walletID, t.OrderID, t.Online}
		if _, stands := left[key]; stands {
			left[key] += by * t.Left
		}
	}
}

// checkNames wants what a movement was made for to be there, and to say so. Credits for
// what was sold on are held against their contracts by package resale.
func checkNames(r app.Reader, report func(app.Breach)) error {
	for hit, err := range movements.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		named, err := hit.Rec.named(r)
		if err != nil {
			return err
		}
		if !named {
			report(app.Breach{ID: hit.Rec.ID, Key: "movement: " + hit.Rec.Type.Slug(), Expected: fmt.Sprintf("%s %d, which it is about", hit.Rec.Source.Type, hit.Rec.Source.ID), Found: "none, or another"})
		}
	}
	return nil
}

// named tells whether what the movement was made for is there and is about it.
func (m *Movement) named(r app.Reader) (bool, error) {
	switch {
	case m.TransactionID != 0:
		all, err := order.Transactions.GetMany(r, []int64{m.TransactionID})
		return len(all) == 1 && all[0].OrderID == m.OrderID && all[0].WalletID != 0 && all[0].Status == order.TransactionSuccess, err
	case m.Source.Type == OrderItemSource:
		all, err := order.Items.GetMany(r, []int64{m.Source.ID})
		return len(all) == 1 && all[0].OrderID == m.OrderID && (all[0].Credit != nil || m.Type == GiftVoucher), err
	case m.Source.Type == WalletSource:
		all, err := wallets.GetMany(r, []int64{m.Source.ID})
		return len(all) == 1, err
	}
	return true, nil
}

// CountOf counts the movements of a type.
func CountOf(r app.Reader, t Type) (n int, err error) {
	for hit, err := range movements.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return n, err
		}
		if hit.Rec.Type == t {
			n++
		}
	}
	return n, nil
}
