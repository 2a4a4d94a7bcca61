package wallet

import "marquee/app"

// CheckWallets, CheckMovements and CheckSources are the invariants.
var (
	CheckWallets   = checkWallets
	CheckMovements = checkMovements
	CheckSources   = checkSources
)

// Tamper changes a wallet behind the back of the area.
func Tamper(tx app.Tx, id int64, change func(*Wallet)) error {
	_, err := wallets.Update(tx, id, func(w *Wallet) error { change(w); return nil })
	return err
}
