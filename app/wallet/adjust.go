package wallet

import (
	"context"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/ledger"
)

// Adjusting asks to credit a wallet, or to debit it by an amount below zero, for a reason
// that staff give.
type Adjusting struct {
	// WalletID beats CustomerID and CurrencyID, whose wallet is made where there is none.
	WalletID, CustomerID, CurrencyID int64
	Amount                           int64
	Reason                           string
	UUID                             string
	// Pending: a credit can be spent once somebody has confirmed it.
	Pending bool
}

// adjustAsks is what an adjustment is recognised by.
type adjustAsks struct {
	WalletID   int64  `msgpack:"w,omitempty"`
	CustomerID int64  `msgpack:"c,omitempty"`
	CurrencyID int64  `msgpack:"cu,omitempty"`
	Amount     int64  `msgpack:"a"`
	Reason     string `msgpack:"r"`
	Pending    bool   `msgpack:"p,omitempty"`
}

// adjustCall scopes the uuids of adjustments.
const adjustCall = "adjust wallet"

// Adjust credits or debits a wallet. It is never below zero.
func Adjust(ctx context.Context, a *app.App, c *app.Caller, in Adjusting) (v View, err error) {
	if in.Reason = strings.TrimSpace(in.Reason); in.WalletID != 0 {
		in.CustomerID, in.CurrencyID = 0, 0
	}
	if err := in.check(); err != nil {
		return v, err
	}
	call, err := app.NewCall(adjustCall, in.UUID, &adjustAsks{in.WalletID, in.CustomerID, in.CurrencyID, in.Amount, in.Reason, in.Pending})
	if err != nil {
		return v, err
	}
	err = a.Update(ctx, c, app.EditWallets, func(tx app.Tx) error {
		known, done, err := app.Answered[int64](a, tx, call)
		if err != nil || done {
			if err == nil {
				v, err = viewOf(tx, known)
			}
			return err
		}
		m, err := in.move(tx, c)
		if err != nil {
			return err
		}
		if v, err = viewOf(tx, m.ID); err != nil {
			return err
		}
		return app.Remember(a, tx, call, m.ID)
	})
	return v, err
}

func (in *Adjusting) check() error {
	var p app.Problems
	checkReason(&p, in.Reason)
	if in.Amount == 0 || in.Amount > maxBalance || in.Amount < -maxBalance {
		p.Add("amount", "must be between %d and %d, and not 0", -maxBalance, maxBalance)
	}
	if in.WalletID == 0 && (in.CustomerID == 0 || in.CurrencyID == 0) {
		p.Add("walletId", "is required")
	}
	if in.Pending && in.Amount < 0 {
		p.Add("pending", "is for credits")
	}
	return p.Err()
}

// move adjusts the wallet. What is credited by hand was paid by nobody.
func (in *Adjusting) move(tx app.Tx, c *app.Caller) (Movement, error) {
	w, err := in.wallet(tx)
	if err != nil {
		return Movement{}, err
	}
	m := Move{
		Type: Adjustment, Amount: in.Amount, Against: ledger.Complimentary, Source: Source{UserSource, c.UserID},
		Reason: in.Reason, UUID: in.UUID, UserID: c.UserID,
	}
	if in.Pending {
		return promiseTo(tx, w, m)
	}
	if in.Amount > 0 {
		return creditTo(tx, w, m)
	}
	m.Amount = -in.Amount
	return Debit(tx, w, m)
}

// wallet finds the wallet, or makes it for a customer who has none.
func (in *Adjusting) wallet(tx app.Tx) (Wallet, error) {
	if in.WalletID != 0 {
		return byID(tx, in.WalletID)
	}
	if _, err := customer.ByID(tx, in.CustomerID); err != nil {
		return Wallet{}, err
	}
	own, err := company.SettingsOf(tx)
	if err == nil && !own.Sells(in.CurrencyID) {
		err = app.Field("currencyId", "is not enabled: the company sells no %s", code(in.CurrencyID))
	}
	if err != nil {
		return Wallet{}, err
	}
	return openFor(tx, in.CustomerID, in.CurrencyID, own.Demo, tx.Now())
}
