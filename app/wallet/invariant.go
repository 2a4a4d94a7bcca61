package wallet

import (
	"fmt"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/app/voucher"
	"marquee/indexes"
)

// sums are what the movements of a wallet that wait come to.
type sums struct{ pending, reserved int64 }

// checkWallets holds each wallet against the ledger and its movements. What is set aside
// lies on the account of payouts, and nothing stays between orders and wallets.
func checkWallets(r app.Reader, report func(app.Breach)) error {
	waits, aside := map[int64]*sums{}, map[ledger.Money]int64{}
	for hit, err := range movementListed.Scan(r, indexes.Equal[int64](waitsBit)) {
		if err != nil {
			return err
		}
		w, err := byID(r, hit.Rec.WalletID)
		if err != nil {
			return err
		}
		s := waits[w.ID]
		if s == nil {
			s = &sums{}
			waits[w.ID] = s
		}
		if hit.Rec.Amount > 0 {
			s.pending += hit.Rec.Amount
		} else {
			s.reserved -= hit.Rec.Amount
			aside[ledger.Money{CurrencyID: w.CurrencyID, Demo: w.Demo}] -= hit.Rec.Amount
		}
	}
	for kind, want := range map[ledger.Kind]map[ledger.Money]int64{ledger.Payouts: aside, ledger.Clearing: {}} {
		if err := ledger.Holds(r, kind, want, report); err != nil {
			return err
		}
	}
	for hit, err := range wallets.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		w := &hit.Rec
		if w.MergedInto == 0 {
			if err := customer.Stray(r, report, "wallet", w.ID, w.CustomerID); err != nil {
				return err
			}
		}
		has, err := ledger.WalletBalanceOf(r, w.ID)
		if err != nil {
			return err
		}
		if has != w.Available {
			report(app.Breach{ID: w.ID, Key: "wallet: balance", Expected: fmt.Sprint(has), Found: fmt.Sprint(w.Available)})
		}
		want := sums{}
		if s := waits[w.ID]; s != nil {
			want = *s
		}
		if have := (sums{w.Pending, w.Reserved}); have != want {
			report(app.Breach{ID: w.ID, Key: "wallet: what waits", Expected: fmt.Sprint(want), Found: fmt.Sprint(have)})
		}
		if err := checkTopups(r, w, report); err != nil {
			return err
		}
	}
	return nil
}

// checkTopups: nothing can be cashed out that was refunded, or never paid.
func checkTopups(r app.Reader, w *Wallet, report func(app.Breach)) error {
	left := map[int64]int64{}
	for i := range w.Topups {
		left[w.Topups[i].OrderID] += w.Topups[i].Left
	}
	for id, n := range left {
		room, err := creditLeft(r, id)
		if err != nil {
			return err
		}
		if n > room {
			report(app.Breach{ID: w.ID, Key: fmt.Sprint("wallet: top-ups of order ", id), Expected: fmt.Sprint("at most ", room), Found: fmt.Sprint(n)})
		}
	}
	return nil
}

// checkMovements holds each movement against its entries of the ledger.
func checkMovements(r app.Reader, report func(app.Breach)) error {
	named := int64(0)
	for hit, err := range movements.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		m := &hit.Rec
		named += int64(len(m.Entries))
		entries, err := ledger.Read(r, m.Entries)
		if err != nil {
			return err
		}
		if found := m.posted(entries); found != "" {
			report(app.Breach{ID: m.ID, Key: "movement", Expected: m.expected(), Found: found})
		}
	}
	err := ledger.Each(r, func(e *ledger.Entry) {
		if e.MovementID != 0 {
			named--
		}
	})
	if err == nil && named != 0 {
		report(app.Breach{Key: "ledger entries", Expected: "each named by its movement", Found: fmt.Sprintf("movements name %+d", named)})
	}
	return err
}

// expected says what entries a movement has.
func (m *Movement) expected() string {
	return fmt.Sprintf("%d in %d entries", m.Amount, m.posts())
}

// posts is how many entries a movement has: none for a credit before it is confirmed, two
// for what was set aside and went on or came back.
func (m *Movement) posts() int {
	switch {
	case m.Amount > 0 && m.ConfirmedAt == nil:
		return 0
	case m.Via != 0 && !m.Waits():
		return 2
	}
	return 1
}

// posted tells what is wrong with the entries of a movement; empty when nothing is.
func (m *Movement) posted(entries []ledger.Entry) string {
	if len(entries) != m.posts() {
		return fmt.Sprint(len(entries), " entries")
	}
	for i := range entries {
		if entries[i].MovementID != m.ID {
			return fmt.Sprintf("entry %d of movement %d", entries[i].Seq, entries[i].MovementID)
		}
	}
	if len(entries) == 0 {
		return ""
	}
	for _, p := range entries[0].Postings {
		if p.Kind == ledger.Wallet && p.Amount == m.Amount && p.Old == m.Old && p.New() == m.New {
			return ""
		}
	}
	return fmt.Sprintf("entry %d moves another amount", entries[0].Seq)
}

// checkSources: what orders and vouchers say of wallets is what wallets say of them.
func checkSources(r app.Reader, report func(app.Breach)) error {
	for hit, err := range order.Orders.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		o := &hit.Rec
		if !o.Moves() {
			continue
		}
		has, err := OfOrder(r, o.ID)
		if err != nil {
			return err
		}
		if err := checkOrder(r, o, has, report); err != nil {
			return err
		}
	}
	return nil
}

// checkOrder holds the movements of an order against its items and transactions.
func checkOrder(r app.Reader, o *order.Order, has []Movement, report func(app.Breach)) error {
	items, err := order.ItemsOf(r, o)
	if err != nil {
		return err
	}
	transactions, err := order.Transactions.GetMany(r, o.TransactionIDs)
	if err != nil {
		return err
	}
	breach := func(what string, want, found int64) {
		if want != found {
			report(app.Breach{ID: o.ID, Key: "order: " + what, Expected: fmt.Sprint(want), Found: fmt.Sprint(found)})
		}
	}
	for i := range items {
		it := &items[i]
		in, out := about(has, it.ID)
		switch c := it.Credit; {
		case c != nil && it.Sold:
			breach(fmt.Sprint("credit of item ", it.ID), c.Amount, in)
			breach(fmt.Sprint("credit taken back of item ", it.ID), c.Taken, out)
		case it.Type == catalog.GiftVoucher:
			v, _, err := voucher.Redemptions.Find(r, it.ID)
			if err != nil {
				return err
			}
			breach(fmt.Sprint("voucher ", it.ID), v.Amount, in)
		}
	}
	for i := range transactions {
		t := &transactions[i]
		if t.WalletID != 0 && t.Status == order.TransactionSuccess {
			breach(fmt.Sprint("transaction ", t.ID), -t.Total, paidBy(has, t.ID))
		}
	}
	return nil
}

// about is what movements credited for an item, and took back for it.
func about(all []Movement, itemID int64) (in, out int64) {
	for i := range all {
		m := &all[i]
		if m.Source != (Source{OrderItemSource, itemID}) || m.ConfirmedAt == nil {
			continue
		}
		if m.Amount > 0 {
			in += m.Amount
		} else {
			out -= m.Amount
		}
	}
	return in, out
}

// paidBy is what movements say of a transaction.
func paidBy(all []Movement, transactionID int64) (n int64) {
	for i := range all {
		if all[i].TransactionID == transactionID {
			n += all[i].Amount
		}
	}
	return n
}
