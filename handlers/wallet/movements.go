package wallet

import (
	"context"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/wallet"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type movementsIn struct {
	rest.Page
	wire.CursorIn
	Pending     *rest.Flag   `query:"pending" blank:"true" doc:"Neither confirmed nor cancelled, or one of these."`
	Context     string       `query:"context" maxlen:"255" doc:"Without meaning."`
	CustomerID  *rest.ID     `query:"customerId" blank:"true" min:"1"`
	OrderItemID *rest.ID     `query:"orderItemId" blank:"true" min:"1" doc:"What was topped up, paid for or refunded with it."`
	WalletID    *rest.ID     `query:"walletId" blank:"true" min:"1"`
	Include     rest.Include `query:"include" enum:"customers,wallets" needs:"customers=customers.view"`
}

func movements(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/wallets/transactions", Summary: "List wallet transactions", Tag: tag,
			Doc:   "Credits and debits, the newest first. " + wire.CursorDoc,
			Allow: app.ViewWallets, Fields: true, Limit: wallet.MaxPage,
		}, rest.OnList(a, listMovements)),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/wallets/transactions/confirm", Summary: "Confirm a credit", Tag: tag, Allow: app.EditWallets,
			Doc: "Lets a credit be spent that was not confirmed. Payouts have an operation of their own.",
		}, func(ctx context.Context, c *app.Caller, in movementIn) (rest.One[wire.MovementJSON], error) {
			v, err := wallet.ConfirmCredit(ctx, a, c, int64(in.ID))
			return rest.One[wire.MovementJSON]{Data: wire.MovementRow(&v.Movement, v.Wallet.CustomerID)}, err
		}),
	}
}

func listMovements(ctx context.Context, a *app.App, c *app.Caller, in movementsIn) (out rest.Many[wire.MovementJSON], l list.Info, err error) {
	page, of, err := wallet.ListMovements(ctx, a, c, wallet.MovementFilter{
		WalletID: int64(wire.Value(in.WalletID)), CustomerID: int64(wire.Value(in.CustomerID)), OrderItemID: int64(wire.Value(in.OrderItemID)),
		Waits: wire.Yes(in.Pending), Request: list.Request{Cursor: in.Cursor, Offset: in.Offset, Limit: in.Limit},
	})
	if err != nil {
		return out, l, err
	}
	all := make([]wallet.Wallet, 0, len(of))
	for _, w := range of {
		all = append(all, w)
	}
	known, err := customersOf(ctx, a, c, in.Include, all)
	out = rest.List[wire.MovementJSON](in.Page, page.Info)
	for i := range page.Rows {
		w := of[page.Rows[i].WalletID]
		row := wire.MovementRow(&page.Rows[i], w.CustomerID)
		if known != nil {
			row.Relate("customers", customerRef(w.CustomerID, known, &out.Included))
		}
		if in.Include.Has(wire.WalletType) {
			out.Included.Add(wire.WalletType, w.ID, wire.SnakeWalletForm(&w, c.CompanyID, a.Now()))
		}
		out.Data = append(out.Data, row)
	}
	return out, page.Info, err
}
