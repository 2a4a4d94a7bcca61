package sales

import (
	"context"

	"marquee/app"
	"marquee/app/wallet"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// buyersWallet is the wallet that could pay for an order; null where there is none.
func buyersWallet(ctx context.Context, a *app.App, c *app.Caller, orderID int64) (rest.Opt[wire.WalletJSON], error) {
	w, found, err := wallet.OfBuyer(ctx, a, c, orderID)
	if err != nil || !found {
		return rest.Opt[wire.WalletJSON]{Set: true, Null: true}, err
	}
	return rest.Some(wire.WalletForm(&w, c.CompanyID, a.Now())), nil
}
