package wallet

import (
	"context"
	"maps"
	"math"
	"slices"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/indexes"
)

// mayGive refuses to take from a wallet of the demo what would leave it while the company takes
// real money: it buys nothing then, and nobody is paid out. Staff may still put it right, and
// what had been topped up goes with its order.
func (w *Wallet) mayGive(r app.Reader, t Type) error {
	if !w.Demo || t == Adjustment || t == TopupRefund || t == TransferOut {
		return nil
	}
	own, err := company.SettingsOf(r)
	if err != nil || own.Demo {
		return err
	}
	return refuse(TypeUnknown, app.Msg("This account is of the demo, and the company takes real money now."))
}

// Remains is what of the demo of a company exists.
type Remains struct {
	order.DemoCounts
	// Accounts are those that hold something of the demo, and Balances what they hold
	// together, by currency.
	Accounts int64
	Balances []Balance
}

// Balance is what some wallets hold in a currency.
type Balance struct{ CurrencyID, Amount int64 }

// OfDemo tells what of the demo exists, for those who may change the settings.
func OfDemo(ctx context.Context, a *app.App, c *app.Caller) (out Remains, err error) {
	err = a.View(ctx, c, app.EditCompany, func(r app.Reader) (err error) {
		if out.DemoCounts, err = order.CountDemo(r); err != nil {
			return err
		}
		groups, err := walletListed.Groups(r, math.MinInt64, 0)
		for _, g := range groups {
			if -g.Key&(hasAvailable|hasPending|hasReserved) != 0 {
				out.Accounts += g.N
			}
		}
		if err != nil || out.Accounts == 0 {
			return err
		}
		out.Balances, err = demoBalances(r)
		return err
	})
	return out, err
}

// demoBalances are what wallets of the demo hold, by currency.
func demoBalances(r app.Reader) (all []Balance, err error) {
	sums := map[int64]int64{}
	for hit, err := range walletListed.Scan(r, indexes.Between[int64](math.MinInt64, 0)) {
		if err != nil {
			return nil, err
		}
		w := &hit.Rec
		sums[w.CurrencyID] += w.Available + w.Pending + w.Reserved
	}
	for _, id := range slices.Sorted(maps.Keys(sums)) {
		if sums[id] != 0 {
			all = append(all, Balance{id, sums[id]})
		}
	}
	return all, nil
}

// PartFormer is the migration that parts what the simulated gateway paid for in older stores
// from what was paid for with money.
func PartFormer() indexes.Migration {
	return indexes.Migration{Number: 5, Name: "what was sold in demo mode", Step: indexes.LookAtEach(order.Orders, partFormer)}
}

// partFormer marks what an order of the demo holds, and moves what it credited wallets with to
// those of the demo, as far as it is still there. What it had passed to wallets, or got from
// them, was booked as money: that is taken back over the account of what is not explained.
func partFormer(tx app.Tx, o *order.Order) error {
	if !o.Demo {
		return nil
	}
	if err := order.MarkFormer(tx, o); err != nil {
		return err
	}
	all, err := OfOrder(tx, o.ID)
	if err != nil {
		return err
	}
	left := map[int64]int64{} // by wallet
	for i := range all {
		m := &all[i]
		w, err := byID(tx, m.WalletID)
		if err != nil {
			return err
		}
		if w.Demo || m.posts() == 0 {
			continue
		}
		left[w.ID] += m.Amount
		if err := rebook(tx, &w, m); err != nil {
			return err
		}
	}
	for id, n := range left {
		if err := moveFormer(tx, id, n, o); err != nil {
			return err
		}
	}
	return nil
}

// rebook takes a movement back on the account of money that it passed through, and does it on
// that of the demo.
func rebook(tx app.Tx, w *Wallet, m *Movement) error {
	p := ledger.Postings{}
	for _, demo := range []bool{false, true} {
		n := m.Amount
		if demo {
			n = -n
		}
		p.Add(ledger.Account{Kind: m.Against, CurrencyID: w.CurrencyID, Demo: demo}, n)
		p.Add(ledger.Account{Kind: ledger.Unexplained, CurrencyID: w.CurrencyID, Demo: demo}, -n)
	}
	_, err := ledger.Post(tx, ledger.Entry{At: tx.Now(), Event: ledger.Parted, Former: true}, p)
	return err
}

// moveFormer moves what an order left on a wallet to the wallet of the demo.
func moveFormer(tx app.Tx, id, n int64, o *order.Order) error {
	w, err := byID(tx, id)
	if err != nil {
		return err
	}
	if n = min(n, w.Available); n <= 0 {
		return nil
	}
	move := Move{Type: Adjustment, Amount: n, Against: ledger.Unexplained, Source: Source{OrderSource, o.ID}, OrderID: o.ID, Of: o.ID}
	m, err := Debit(tx, w, move)
	if err != nil {
		return err
	}
	move.Topups = m.Used
	_, err = Credit(tx, w.CustomerID, w.CurrencyID, true, move)
	return err
}
