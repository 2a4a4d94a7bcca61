package wallet

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/ledger"
)

// PayoutAsk asks to pay money of a wallet out, by hand.
type PayoutAsk struct {
	// WalletID beats CustomerID and CurrencyID.
	WalletID, CustomerID, CurrencyID int64
	Amount                           int64
	UUID                             string
}

// payoutAsks is what a payout is recognised by.
type payoutAsks struct {
	WalletID   int64 `msgpack:"w,omitempty"`
	CustomerID int64 `msgpack:"c,omitempty"`
	CurrencyID int64 `msgpack:"cu,omitempty"`
	Amount     int64 `msgpack:"a"`
}

// payoutCall scopes the uuids of payouts.
const payoutCall = "payout"

// View is a movement with its wallet.
type View struct {
	Movement
	Wallet Wallet
}

// InitiatePayout sets money of a wallet aside that is to be paid out by hand, from
// whatever it came.
func InitiatePayout(ctx context.Context, a *app.App, c *app.Caller, in PayoutAsk) (v View, err error) {
	if in.WalletID != 0 {
		in.CustomerID, in.CurrencyID = 0, 0
	}
	var p app.Problems
	if in.Amount < 1 {
		p.Add("amount", "must be at least %d", 1)
	}
	if in.WalletID == 0 && (in.CustomerID == 0 || in.CurrencyID == 0) {
		p.Add("walletId", "is required")
	}
	if err := p.Err(); err != nil {
		return v, err
	}
	call, err := app.NewCall(payoutCall, in.UUID, &payoutAsks{in.WalletID, in.CustomerID, in.CurrencyID, in.Amount})
	if err != nil {
		return v, err
	}
	err = a.Update(ctx, c, app.WalletCashout, func(tx app.Tx) error {
		known, done, err := app.Answered[int64](a, tx, call)
		if err != nil || done {
			if err == nil {
				v, err = viewOf(tx, known)
			}
			return err
		}
		w, err := in.wallet(tx)
		if err != nil {
			return err
		}
		m, err := BeginPayout(tx, w, Move{Amount: in.Amount, UUID: in.UUID, UserID: c.UserID, Source: Source{UserSource, c.UserID}})
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

// wallet finds the wallet that pays.
func (in *PayoutAsk) wallet(r app.Reader) (Wallet, error) {
	w, err := in.find(r)
	if err != nil {
		return w, err
	}
	if cur, _ := company.CurrencyByID(w.CurrencyID); cur.IsCustom {
		return w, app.Field("walletId", "is in %s, which are no money", cur.Code)
	}
	return w, nil
}

func (in *PayoutAsk) find(r app.Reader) (Wallet, error) {
	if in.WalletID != 0 {
		return byID(r, in.WalletID)
	}
	if _, err := customer.ByID(r, in.CustomerID); err != nil {
		return Wallet{}, err
	}
	w, found, err := Find(r, in.CustomerID, in.CurrencyID)
	if err == nil && !found {
		err = app.Missing("wallet")
	}
	return w, err
}

// BeginPayout sets money aside that is to be paid out by hand.
func BeginPayout(tx app.Tx, w Wallet, in Move) (Movement, error) {
	if w.Frozen != nil {
		return Movement{}, refuse(TypeFrozen, app.Msg("This wallet is frozen."))
	}
	in.Type, in.Against = Payout, ledger.PaidOut
	return SetAside(tx, w, in)
}

// ConfirmPayout says that the money of a payout was paid.
func ConfirmPayout(ctx context.Context, a *app.App, c *app.Caller, id int64) (View, error) {
	return decided(ctx, a, c, app.WalletCashout, id, true, confirmPayout)
}

// confirmPayout confirms a payout and tells of it.
func confirmPayout(tx app.Tx, id, userID int64) (Movement, error) {
	m, err := Confirm(tx, id, userID)
	if err != nil {
		return m, err
	}
	v, err := viewOf(tx, id)
	if err != nil {
		return m, err
	}
	return m, ports(tx).PaidOut(tx, v)
}

// CancelPayout gives the money of a payout back to its wallet.
func CancelPayout(ctx context.Context, a *app.App, c *app.Caller, id int64) (View, error) {
	return decided(ctx, a, c, app.WalletCashout, id, true, Cancel)
}

// ConfirmCredit lets a credit be spent that was not confirmed.
func ConfirmCredit(ctx context.Context, a *app.App, c *app.Caller, id int64) (View, error) {
	return decided(ctx, a, c, app.EditWallets, id, false, Confirm)
}

// decided confirms or cancels a movement of the kind that the call is for.
func decided(ctx context.Context, a *app.App, c *app.Caller, needs app.Requirement, id int64, payout bool, do func(app.Tx, int64, int64) (Movement, error)) (v View, err error) {
	err = a.Update(ctx, c, needs, func(tx app.Tx) error {
		m, _, err := waiting(tx, id)
		switch {
		case err != nil:
			return err
		case payout && m.Type != Payout:
			return app.Field("walletTransactionId", "is no payout")
		case !payout && m.Amount < 0:
			return app.Field("walletTransactionId", "is a payout")
		}
		if _, err := do(tx, id, c.UserID); err != nil {
			return err
		}
		v, err = viewOf(tx, id)
		return err
	})
	return v, err
}

// viewOf reads a movement with its wallet.
func viewOf(r app.Reader, id int64) (v View, err error) {
	if v.Movement, err = movements.Get(r, id); err != nil {
		return v, err
	}
	v.Wallet, err = wallets.Get(r, v.WalletID)
	return v, err
}
