package wallet

import (
	"errors"
	"marquee/app"
	"marquee/app/ledger"
	"marquee/indexes"
)

// Promise credits a wallet with what cannot be spent before somebody confirms it. The
// money stays on the account that it comes from until then.
func Promise(tx app.Tx, customerID, currencyID int64, demo bool, in Move) (Movement, error) {
	w, err := openFor(tx, customerID, currencyID, demo, in.at(tx))
	if err != nil {
		return Movement{}, err
	}
	return promiseTo(tx, w, in)
}

// promiseTo credits a wallet with what waits to be confirmed.
func promiseTo(tx app.Tx, w Wallet, in Move) (Movement, error) {
	at := in.at(tx)
	if err := w.holds(in.Amount); err != nil {
		return Movement{}, err
	}
	m := in.movement(&w, in.Amount, at)
	m.Brings = in.Topups
	w.Pending += in.Amount
	if err := movements.Insert(tx, &m); err != nil {
		return m, err
	}
	return m, w.write(tx, at)
}

// SetAside takes from a wallet what leaves it only once that is confirmed. Until then it
// lies on the account of payouts.
func SetAside(tx app.Tx, w Wallet, in Move) (Movement, error) {
	at := in.at(tx)
	m, err := in.takeFrom(tx, &w, at)
	if err != nil {
		return m, err
	}
	m.Via = ledger.Payouts
	w.Reserved += in.Amount
	return m, save(tx, &w, &m, ledger.Debited)
}

// Confirm lets a credit be spent, or lets what was set aside go. It is done once.
func Confirm(tx app.Tx, id, userID int64) (Movement, error) {
	m, w, err := waiting(tx, id)
	if err == nil && m.Amount < 0 {
		err = w.mayGive(tx, m.Type)
	}
	if err != nil {
		return m, err
	}
	now := tx.Now()
	m.UpdatedAt, m.ConfirmedAt = now, &now
	if userID != 0 {
		m.UserID = userID
	}
	if m.Amount > 0 {
		w.Pending -= m.Amount
		m.WalletID, m.Old = w.ID, w.Available
		w.expire(tx.Wall())
		w.add(m.Amount, m.Brings)
		m.New = w.Available
		err = post(tx, &w, &m, ledger.Credited, m.Amount, ledger.Wallet, m.Against)
	} else {
		w.Reserved += m.Amount
		err = post(tx, &w, &m, ledger.Settled, -m.Amount, m.Against, m.Via)
	}
	if err != nil {
		return m, err
	}
	return m, settle(tx, &w, &m)
}

// Cancel takes a credit back that was not confirmed, or gives back what was set aside. It
// is done once.
func Cancel(tx app.Tx, id, userID int64) (Movement, error) {
	m, w, err := waiting(tx, id)
	if err != nil {
		return m, err
	}
	now := tx.Now()
	m.UpdatedAt, m.CancelledAt = now, &now
	if userID != 0 {
		m.UserID = userID
	}
	if m.Amount > 0 {
		w.Pending -= m.Amount
		return m, settle(tx, &w, &m)
	}
	back, err := roomFor(tx, &w, returned(m.Used, 0, -m.Amount))
	if err != nil {
		return m, err
	}
	w.Reserved += m.Amount
	w.expire(tx.Wall())
	w.add(-m.Amount, back)
	if err := post(tx, &w, &m, ledger.Credited, -m.Amount, ledger.Wallet, m.Via); err != nil {
		return m, err
	}
	return m, settle(tx, &w, &m)
}

// settle writes a movement that waits no more, and its wallet.
func settle(tx app.Tx, w *Wallet, m *Movement) error {
	if _, err := movements.Update(tx, m.ID, func(stored *Movement) error { *stored = *m; return nil }); err != nil {
		return err
	}
	return w.write(tx, m.UpdatedAt)
}

// waiting finds a movement that waits, with its wallet. One that waits no more is refused.
func waiting(r app.Reader, id int64) (m Movement, w Wallet, err error) {
	m, err = movements.Get(r, id)
	switch {
	case errors.Is(err, indexes.ErrNotFound):
		return m, w, app.Missing("wallet transaction")
	case err != nil:
		return m, w, err
	case m.ConfirmedAt != nil:
		return m, w, app.Field("walletTransactionId", "is confirmed already")
	case m.CancelledAt != nil:
		return m, w, app.Field("walletTransactionId", "is cancelled already")
	}
	w, err = byID(r, m.WalletID)
	return m, w, err
}
