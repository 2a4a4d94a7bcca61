package wallet

import (
	"context"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/app/wallet"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type cashoutIn struct {
	CustomerID rest.ID      `query:"customerId" required:"true" min:"1"`
	CurrencyID rest.Text    `query:"currencyId" maxlen:"20" doc:"Id or code; the currency of the header, or the company's own, when absent."`
	Currency   rest.Text    `header:"X-SERVICE-CURRENCY-ID" maxlen:"20" doc:"Id or code of the currency, where currencyId is absent."`
	Amount     *int64       `query:"amount" blank:"true" doc:"Minor units; all that can be cashed out when absent."`
	Online     rest.Flag    `query:"online" doc:"Over the payment gateway that it was paid over; else it is handed over."`
	UUID       rest.Text    `query:"uuid" maxlen:"255" doc:"Names this cash-out, so that it can be sent again when its answer was lost. Kept for 30 days."`
	SourceType string       `query:"source[type]" enum:"nfc_tag,order_item" doc:"What the customer shows, which must be theirs."`
	SourceID   rest.Text    `query:"source[id]" maxlen:"255"`
	Include    rest.Include `query:"include" enum:"latestTransaction,latestRefund"`
}

// cashedOutJSON is the wallet after a cash-out.
type cashedOutJSON struct {
	UserID int64 `json:"userId" doc:"The same as customerId."`
	wire.WalletJSON
}

// refundTransactionJSON is the transaction that gave the money back.
type refundTransactionJSON struct {
	OrderID  int64                  `json:"orderId"`
	Total    int64                  `json:"total"`
	Type     string                 `json:"type"`
	TypeName string                 `json:"typeName"`
	Status   wire.TransactionStatus `json:"status"`
	wire.Stamps
}

func cashouts(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/wallets/cashout", Summary: "Cash out", Tag: tag, Proof: true, Allow: app.WalletCashout, Weight: app.Medium,
			Doc: "Gives back what is left of top-ups, the oldest first, and refunds the orders that they were bought with. " +
				"Over a gateway the money is set aside until that has agreed; while it has not decided the answer is 503.",
		}, func(ctx context.Context, c *app.Caller, in cashoutIn) (out rest.One[cashedOutJSON], err error) {
			text, field := in.CurrencyID, "currencyId"
			if text == "" {
				text, field = in.Currency, "X-SERVICE-CURRENCY-ID"
			}
			_, cur, err := wire.Asked(ctx, a, c, text, field)
			if err != nil {
				return out, err
			}
			done, err := refund.CashOut(ctx, a, c, rules.Cashout{
				CustomerID: int64(in.CustomerID), CurrencyID: cur.ID, Amount: in.Amount, Online: bool(in.Online), UUID: string(in.UUID),
				Medium: wallet.Medium{Tag: in.SourceType == "nfc_tag", Text: string(in.SourceID)},
			})
			if err != nil {
				return out, err
			}
			return cashedOutForm(a, c, &done, in.Include), nil
		}),
	}
}

func cashedOutForm(a *app.App, c *app.Caller, done *refund.CashedOut, include rest.Include) (out rest.One[cashedOutJSON]) {
	out.Data = rest.Resource[cashedOutJSON]{
		Type: wire.WalletType, ID: done.Wallet.ID, Attributes: cashedOutJSON{done.Wallet.CustomerID, wire.WalletForm(&done.Wallet, c.CompanyID, a.Now())},
	}
	if include.Has("latestTransaction") {
		row := wire.MovementRow(&done.Movement, done.Wallet.CustomerID)
		out.Data.Relate("latestTransaction", rest.Ref{Type: row.Type, ID: row.ID})
		out.Included.Add(row.Type, row.ID, row.Attributes)
	}
	if include.Has("latestRefund") {
		t := &done.Refund
		out.Data.Relate("latestRefund", rest.Ref{Type: "transactions", ID: t.ID})
		out.Included.Add("transactions", t.ID, refundTransactionJSON{
			t.OrderID, t.Total, t.Type, order.TransactionTypeName(t.Type), wire.TransactionStatus(t.Status), wire.StampsOf(t.CreatedAt, t.UpdatedAt),
		})
	}
	return out
}

// Beside lists what can be asked for beside a wallet that was cashed out.
func (cashedOutJSON) Beside() []rest.Kind {
	return []rest.Kind{{Type: wire.MovementType, Attributes: wire.MovementJSON{}}, {Type: "transactions", Attributes: refundTransactionJSON{}}}
}
