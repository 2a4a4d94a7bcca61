package wallet

import (
	"context"

	"marquee/app"
	"marquee/app/wallet"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type payoutIn struct {
	WalletID   *rest.ID  `query:"walletId" blank:"true" min:"1" doc:"Beats customerId and currencyId."`
	CustomerID *rest.ID  `query:"customerId" blank:"true" min:"1"`
	CurrencyID *rest.ID  `query:"currencyId" blank:"true" min:"1"`
	Amount     int64     `query:"amount" required:"true" min:"1" money:"true" doc:"Minor units."`
	UUID       rest.Text `query:"uuid" maxlen:"255" doc:"Names this payout, so that it can be sent again when its answer was lost. Kept for 30 days."`
}

type movementIn struct {
	ID rest.ID `query:"walletTransactionId" required:"true" min:"1"`
}

// payoutsJSON is a payout in the list that the contract gives it in, with its wallet.
type payoutsJSON struct {
	Data     []rest.Resource[wire.MovementJSON] `json:"data"`
	Included rest.Included                      `json:"included"`
}

func payouts(a *app.App) []rest.Route {
	decide := func(path, summary, doc string, do func(context.Context, *app.App, *app.Caller, int64) (wallet.View, error)) rest.Route {
		return rest.Handle(rest.Spec{
			Method: "POST", Path: path, Summary: summary, Tag: tag, Doc: doc, Proof: true, Allow: app.WalletCashout, Weight: app.Medium,
		}, func(ctx context.Context, c *app.Caller, in movementIn) (payoutsJSON, error) {
			v, err := do(ctx, a, c, int64(in.ID))
			return payoutForm(a, c, &v), err
		})
	}
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/wallets/payouts/initiate", Summary: "Initiate a payout", Tag: tag, Proof: true, Allow: app.WalletCashout, Weight: app.Medium,
			Doc: "Sets money aside that is paid out by hand: it cannot be spent any more. Whatever the wallet has can be paid out.",
		}, func(ctx context.Context, c *app.Caller, in payoutIn) (payoutsJSON, error) {
			v, err := wallet.InitiatePayout(ctx, a, c, wallet.PayoutAsk{
				WalletID: int64(wire.Value(in.WalletID)), CustomerID: int64(wire.Value(in.CustomerID)), CurrencyID: int64(wire.Value(in.CurrencyID)),
				Amount: in.Amount, UUID: string(in.UUID),
			})
			return payoutForm(a, c, &v), err
		}),
		decide("/wallets/payouts/confirm", "Confirm a payout", "The money was paid.", wallet.ConfirmPayout),
		decide("/wallets/payouts/cancel", "Cancel a payout", "The money goes back to the wallet.", wallet.CancelPayout),
	}
}

func payoutForm(a *app.App, c *app.Caller, v *wallet.View) (out payoutsJSON) {
	out.Data = []rest.Resource[wire.MovementJSON]{wire.MovementRow(&v.Movement, v.Wallet.CustomerID)}
	out.Included.Add(wire.WalletType, v.Wallet.ID, wire.SnakeWalletForm(&v.Wallet, c.CompanyID, a.Now()))
	return out
}
