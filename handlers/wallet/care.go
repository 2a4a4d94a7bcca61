package wallet

import (
	"context"

	"marquee/app"
	"marquee/app/wallet"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type adjustIn struct {
	WalletID   rest.ID   `json:"walletId" doc:"Beats customerId and currencyId."`
	CustomerID rest.ID   `json:"customerId" doc:"Whose wallet is made where there is none."`
	CurrencyID rest.ID   `json:"currencyId"`
	Amount     int64     `json:"amount" required:"true" money:"true" doc:"Minor units; below zero takes away, never more than there is."`
	Reason     string    `json:"reason" required:"true" maxlen:"255"`
	Pending    rest.Flag `json:"pending" doc:"Of a credit: it can be spent once somebody has confirmed it."`
	UUID       rest.Text `json:"uuid" maxlen:"255" doc:"Names this adjustment, so that it can be sent again when its answer was lost. Kept for 30 days."`
}

type freezeIn struct {
	WalletID rest.ID   `json:"walletId" doc:"Gives nothing as long as it is frozen."`
	NFC      string    `json:"nfcId" maxlen:"255" doc:"Instead of walletId: this tag pays for nothing. Gates let it in all the same."`
	Frozen   rest.Flag `json:"frozen" required:"true" doc:"False lets it go again."`
	Reason   string    `json:"reason" maxlen:"255" doc:"Needed to freeze."`
}

type mergeIn struct {
	From rest.ID `json:"fromCustomerId" required:"true" min:"1"`
	Into rest.ID `json:"intoCustomerId" required:"true" min:"1"`
}

type mergedJSON struct {
	Data []rest.Resource[wire.WalletJSON] `json:"data"`
}

type walletSettingsIn struct {
	Spending      *rest.Flag `json:"spendingEnabled" doc:"Wallets pay for orders."`
	Refunds       *rest.Flag `json:"balanceRefundsEnabled" doc:"Staff may refund to wallets."`
	OnlineCashout *rest.Flag `json:"onlineCashoutEnabled" doc:"Top-ups are cashed out over the payment gateway."`
	ExpiryDays    *int64     `json:"topupExpiryDays" min:"0" max:"3650" doc:"How long top-ups that are bought from now on can be cashed out, 0 for ever. They can be spent for ever."`
	SelfRefunds   *rest.Flag `json:"selfServeRefundsEnabled" doc:"Buyers may give tickets back themselves, to their wallets."`
	CutoffHours   *int64     `json:"selfServeCutoffHours" min:"0" max:"8760" doc:"Until how long before the event, 0 without end."`
	Processing    *rest.Flag `json:"selfServeRefundProcessingFee"`
	Reseller      *rest.Flag `json:"selfServeRefundResellerFee"`
}

type walletSettingsJSON struct {
	Spending      bool  `json:"spendingEnabled"`
	Refunds       bool  `json:"balanceRefundsEnabled"`
	OnlineCashout bool  `json:"onlineCashoutEnabled"`
	ExpiryDays    int64 `json:"topupExpiryDays"`
	SelfRefunds   bool  `json:"selfServeRefundsEnabled"`
	CutoffHours   int64 `json:"selfServeCutoffHours"`
	Processing    bool  `json:"selfServeRefundProcessingFee"`
	Reseller      bool  `json:"selfServeRefundResellerFee"`
}

type walletNothingIn struct{}

// care is what staff do to wallets.
func care(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/wallets/adjust", Summary: "Adjust a wallet", Tag: tag, Allow: app.EditWallets,
			Doc: "Adds to a wallet, or takes away, for a reason that is kept. What is added can be spent and not cashed out.",
		}, func(ctx context.Context, c *app.Caller, in adjustIn) (rest.One[wire.MovementJSON], error) {
			v, err := wallet.Adjust(ctx, a, c, wallet.Adjusting{
				WalletID: int64(in.WalletID), CustomerID: int64(in.CustomerID), CurrencyID: int64(in.CurrencyID),
				Amount: in.Amount, Reason: in.Reason, UUID: string(in.UUID), Pending: bool(in.Pending),
			})
			return rest.One[wire.MovementJSON]{Data: wire.MovementRow(&v.Movement, v.Wallet.CustomerID)}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/wallets/freeze", Summary: "Freeze a wallet or a tag", Tag: tag, Allow: app.EditWallets,
		}, func(ctx context.Context, c *app.Caller, in freezeIn) (wire.SuccessJSON, error) {
			_, err := wallet.SetFreeze(ctx, a, c, wallet.Freezing{WalletID: int64(in.WalletID), Tag: in.NFC, Reason: in.Reason, Thaw: !bool(in.Frozen)})
			return wire.Done(err)
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/wallets/merge", Summary: "Merge the wallets of two customers", Tag: tag, Allow: app.EditWallets,
			Doc: "For one person who is there twice: all that the one has goes to the other, who from now on is credited and debited for both. The answer is what the other has.",
		}, func(ctx context.Context, c *app.Caller, in mergeIn) (out mergedJSON, err error) {
			all, err := wallet.Merge(ctx, a, c, int64(in.From), int64(in.Into))
			out.Data = []rest.Resource[wire.WalletJSON]{}
			for i := range all {
				out.Data = append(out.Data, walletRow(a, c, &all[i], nil, nil))
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/wallet-settings", Summary: "Read what wallets may do", Tag: tag, Allow: app.ViewWallets,
		}, func(ctx context.Context, c *app.Caller, _ walletNothingIn) (walletSettingsJSON, error) {
			return rest.As(settingsForm)(wallet.ReadSettings(ctx, a, c))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/wallet-settings", Summary: "Change what wallets may do", Tag: tag, Allow: app.EditCompany,
			Doc: "What is absent stays as it is.",
		}, func(ctx context.Context, c *app.Caller, in walletSettingsIn) (walletSettingsJSON, error) {
			return rest.As(settingsForm)(wallet.ChangeSettings(ctx, a, c, wallet.SettingsChange{
				Spending: wire.Yes(in.Spending), Refunds: wire.Yes(in.Refunds), OnlineCashout: wire.Yes(in.OnlineCashout), SelfRefunds: wire.Yes(in.SelfRefunds),
				ExpiryDays: in.ExpiryDays, CutoffHours: in.CutoffHours, RefundProcessingFee: wire.Yes(in.Processing), RefundResellerFee: wire.Yes(in.Reseller),
			}))
		}),
	}
}

func settingsForm(s wallet.Settings) walletSettingsJSON {
	return walletSettingsJSON{
		Spending: !s.NoSpending, Refunds: !s.NoRefunds, OnlineCashout: !s.NoOnlineCashout, ExpiryDays: s.ExpiryDays,
		SelfRefunds: s.SelfRefunds, CutoffHours: s.CutoffHours, Processing: !s.KeepProcessingFee, Reseller: !s.KeepResellerFee,
	}
}
