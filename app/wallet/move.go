package wallet

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/ledger"
	"marquee/app/locale"
	"marquee/app/order"
	"marquee/indexes"
)

// Move is a credit or a debit that is to be made.
type Move struct {
	Type Type
	// Amount is above zero, for credits and debits.
	Amount int64
	// Against is the account of the company that a credit comes from and a debit goes to.
	Against ledger.Kind
	Source  Source
	UUID    string
	Reason  string
	UserID  int64
	// OrderID, TransactionID and ItemIDs tell of which order it is.
	OrderID, TransactionID int64
	ItemIDs                []int64
	// Topups is what of a credit can be cashed out.
	Topups []Topup
	// Of is the order whose top-ups a debit uses up first, 0: of none.
	Of int64
	// Only: a debit uses up these top-ups and nothing else, as cashing out does.
	Only []Topup
	// At is when it happened, the time of the transaction where it is zero.
	At time.Time
}

// Credit adds to the wallet of a customer in a currency, that of money or that of the demo,
// which comes to be by it. Whoever calls it posts nothing to the ledger for it.
func Credit(tx app.Tx, customerID, currencyID int64, demo bool, in Move) (Movement, error) {
	w, err := openFor(tx, customerID, currencyID, demo, in.at(tx))
	if err != nil {
		return Movement{}, err
	}
	return creditTo(tx, w, in)
}

// creditTo adds to a wallet.
func creditTo(tx app.Tx, w Wallet, in Move) (Movement, error) {
	at := in.at(tx)
	if err := w.holds(in.Amount); err != nil {
		return Movement{}, err
	}
	m := in.movement(&w, in.Amount, at)
	m.Brings, m.ConfirmedAt = in.Topups, &at
	w.expire(tx.Wall())
	w.add(in.Amount, in.Topups)
	if n := len(w.Topups) - maxTopups; n > 0 && in.buys() {
		w.Topups = w.Topups[n:] // two bought the last ones at once: the oldest are credit like any other
	}
	m.New = w.Available
	return m, save(tx, &w, &m, ledger.Credited)
}

// Debit takes from a wallet, at once. A wallet that has less refuses.
func Debit(tx app.Tx, w Wallet, in Move) (Movement, error) {
	at := in.at(tx)
	m, err := in.takeFrom(tx, &w, at)
	if err != nil {
		return m, err
	}
	m.ConfirmedAt = &at
	return m, save(tx, &w, &m, ledger.Debited)
}

// takeFrom takes what is debited out of the wallet.
func (in *Move) takeFrom(tx app.Tx, w *Wallet, at time.Time) (Movement, error) {
	m := in.movement(w, -in.Amount, at)
	if err := w.mayGive(tx, in.Type); err != nil {
		return m, err
	}
	if in.Amount > w.Available {
		return m, Insufficient(w)
	}
	w.expire(tx.Wall())
	if in.Only == nil {
		m.Used = w.take(in.Amount, in.Of)
	} else {
		m.Used = w.takeOnly(in.Only)
	}
	if m.New = w.Available; m.New != m.Old-in.Amount {
		return m, fmt.Errorf("wallet %d: %d of %d were taken", w.ID, m.Old-m.New, in.Amount)
	}
	return m, nil
}

// takeOnly takes these parts of its top-ups.
func (w *Wallet) takeOnly(parts []Topup) (used []Topup) {
	for _, p := range parts {
		n := p.Left
		used = append(used, w.use(&n, func(t *Topup) bool { return t.OrderID == p.OrderID && t.Online == p.Online })...)
	}
	return used
}

// movement is the record of the move, as far as it is known before the balance moves.
func (in *Move) movement(w *Wallet, amount int64, at time.Time) Movement {
	return Movement{
		WalletID: w.ID, Type: in.Type, UUID: in.UUID, Amount: amount, Old: w.Available, New: w.Available, Source: in.Source,
		OrderID: in.OrderID, TransactionID: in.TransactionID, ItemIDs: slices.Clone(in.ItemIDs), Against: in.Against,
		Reason: in.Reason, UserID: in.UserID, Demo: w.Demo, CreatedAt: at, UpdatedAt: at,
	}
}

// buys tells a credit that was bought as a top-up.
func (in *Move) buys() bool { return in.Type == TopupOnline || in.Type == TopupOffline }

func (in *Move) at(tx app.Tx) time.Time {
	if in.At.IsZero() {
		return tx.Now()
	}
	return in.At
}

// holds refuses to credit more than a wallet can have.
func (w *Wallet) holds(n int64) error {
	if n < 1 || n > maxBalance-w.Available-w.Pending-w.Reserved {
		return app.Field("amount", "must be between %s and %s", locale.Money{CurrencyID: w.CurrencyID, Minor: 1}, locale.Money{CurrencyID: w.CurrencyID, Minor: maxBalance - w.Available - w.Pending - w.Reserved})
	}
	return nil
}

// Insufficient refuses to take more than a wallet has.
func Insufficient(w *Wallet) error {
	return app.Field("amount", "must be at most %s", locale.Money{CurrencyID: w.CurrencyID, Minor: w.Available})
}

// save writes a new movement, posts it, and writes the wallet.
func save(tx app.Tx, w *Wallet, m *Movement, event ledger.Event) error {
	id, err := movements.NextIDs(tx, 1)
	if err != nil {
		return err
	}
	m.ID = id
	to := m.Against
	if m.Waits() {
		to = m.Via
	}
	if err := post(tx, w, m, event, m.Amount, ledger.Wallet, to); err != nil {
		return err
	}
	if err := movements.InsertNext(tx, m); err != nil {
		return err
	}
	return w.write(tx, m.UpdatedAt)
}

// post credits one account of the wallet's currency by an amount at the cost of another,
// for a movement.
func post(tx app.Tx, w *Wallet, m *Movement, event ledger.Event, amount int64, to, from ledger.Kind) error {
	on := func(k ledger.Kind) ledger.Account {
		a := ledger.Account{Kind: k, CurrencyID: w.CurrencyID, Demo: w.Demo}
		if k == ledger.Wallet {
			a.ID = w.ID
		}
		return a
	}
	p := ledger.Postings{}
	p.Add(on(to), amount)
	p.Add(on(from), -amount)
	seq, err := ledger.Post(tx, ledger.Entry{At: m.UpdatedAt, Event: event, MovementID: m.ID, UserID: m.UserID}, p)
	if seq != 0 {
		m.Entries = append(slices.Clone(m.Entries), seq)
	}
	return err
}

// write stores a wallet that has changed.
func (w *Wallet) write(tx app.Tx, at time.Time) error {
	w.UpdatedAt = at
	_, err := wallets.Update(tx, w.ID, func(stored *Wallet) error { *stored = *w; return nil })
	return err
}

// openFor finds the wallet of a customer, or makes it.
func openFor(tx app.Tx, customerID, currencyID int64, demo bool, at time.Time) (Wallet, error) {
	w, found, err := find(tx, customerID, currencyID, demo)
	if err != nil || found {
		return w, err
	}
	if customerID, err = customer.Standing(tx, customerID); err == nil {
		err = customer.Hold(tx, customerID)
	}
	if err != nil {
		return w, err
	}
	w = Wallet{CustomerID: customerID, CurrencyID: currencyID, Demo: demo, CreatedAt: at, UpdatedAt: at}
	return w, wallets.Insert(tx, &w)
}

// byID finds a wallet, the one that it was merged into if it was.
func byID(r app.Reader, id int64) (Wallet, error) {
	w, err := wallets.Get(r, id)
	for i := 0; err == nil && w.MergedInto != 0 && i < maxMerged; i++ {
		w, err = wallets.Get(r, w.MergedInto)
	}
	if errors.Is(err, indexes.ErrNotFound) {
		err = app.Missing("wallet")
	}
	return w, err
}

// GiveBack credits a wallet with money of an order that goes back to it. What a transaction
// of an order had taken from a wallet comes back as what it was, of which so much came
// back before; of is nil for money that came from elsewhere.
func GiveBack(tx app.Tx, walletID int64, in Move, of *order.Transaction, before int64) error {
	w, err := byID(tx, walletID)
	if err != nil {
		return err
	}
	if of != nil {
		spent, found, err := SpentBy(tx, of.OrderID, of.ID)
		if err != nil {
			return err
		}
		if found {
			w.expire(tx.Wall())
			if in.Topups, err = roomFor(tx, &w, returned(spent.Used, before, in.Amount)); err != nil {
				return err
			}
		}
	}
	_, err = creditTo(tx, w, in)
	return err
}

// Trim forgets the top-ups of an order, as far as they were refunded and their credit
// stays: it is credit like any other then.
func Trim(tx app.Tx, it *order.Item) error {
	w, err := CreditedBy(tx, it)
	if err != nil {
		return err
	}
	room, err := creditLeft(tx, it.OrderID)
	if err != nil {
		return err
	}
	w.Topups = slices.Clone(w.Topups)
	for i := range w.Topups {
		if t := &w.Topups[i]; t.OrderID == it.OrderID {
			t.Left = min(t.Left, room)
			room -= t.Left
		}
	}
	w.Topups = slices.DeleteFunc(w.Topups, func(t Topup) bool { return t.Left == 0 })
	return w.write(tx, tx.Now())
}
