package wallet

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/list"
	"marquee/app/wallet"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return slices.Concat(wallets(a), movements(a), payouts(a), cashouts(a), care(a))
}

const tag = "Wallets"

type walletsIn struct {
	rest.Page
	wire.CursorIn
	CurrencyID *rest.ID     `query:"currencyId" blank:"true" min:"1"`
	CustomerID *rest.ID     `query:"customerId" blank:"true" min:"1"`
	HasPending *rest.Flag   `query:"hasPendingBalance" blank:"true" doc:"Something was credited and is not confirmed, or nothing was."`
	HasPayout  *rest.Flag   `query:"hasPendingPayout" blank:"true" doc:"Something is set aside to be paid out, or nothing is."`
	HasBalance *rest.Flag   `query:"hasPositiveBalance" blank:"true" doc:"Something can be spent, or nothing can."`
	NFC        string       `query:"nfcId" maxlen:"255" doc:"The wallets of whoever holds the ticket that the tag is paired with."`
	Item       string       `query:"orderItem" maxlen:"255" doc:"The wallets of whoever holds this order item, by its id or barcode."`
	Include    rest.Include `query:"include" enum:"customers" needs:"customers=customers.view"`
}

func (in *walletsIn) filter() wallet.Filter {
	f := wallet.Filter{
		CurrencyID: int64(wire.Value(in.CurrencyID)), CustomerID: int64(wire.Value(in.CustomerID)),
		HasPending: wire.Yes(in.HasPending), HasPayout: wire.Yes(in.HasPayout), HasBalance: wire.Yes(in.HasBalance),
		Medium:  wallet.Medium{Text: in.Item},
		Request: list.Request{Cursor: in.Cursor, Offset: in.Offset, Limit: in.Limit},
	}
	if in.NFC != "" {
		f.Medium = wallet.Medium{Tag: true, Text: in.NFC}
	}
	return f
}

type walletIn struct {
	WalletID rest.ID      `query:"walletId" required:"true" min:"1"`
	Include  rest.Include `query:"include" enum:"customers" needs:"customers=customers.view"`
}

func wallets(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/wallets", Summary: "List wallets", Tag: tag,
			Doc:   "What customers have, by the ids of the wallets. " + wire.CursorDoc,
			Allow: app.ViewWallets, Fields: true, Limit: wallet.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in walletsIn) (out rest.Many[wire.WalletJSON], l list.Info, err error) {
			page, err := wallet.List(ctx, a, c, in.filter())
			if err != nil {
				return out, l, err
			}
			known, err := customersOf(ctx, a, c, in.Include, page.Rows)
			out = rest.List[wire.WalletJSON](in.Page, page.Info)
			for i := range page.Rows {
				out.Data = append(out.Data, walletRow(a, c, &page.Rows[i], known, &out.Included))
			}
			return out, page.Info, err
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/wallet", Summary: "Read a wallet", Tag: tag, Allow: app.ViewWallets, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in walletIn) (out rest.One[wire.WalletJSON], err error) {
			w, err := wallet.Read(ctx, a, c, int64(in.WalletID))
			if err != nil {
				return out, err
			}
			known, err := customersOf(ctx, a, c, in.Include, []wallet.Wallet{w})
			out.Data = walletRow(a, c, &w, known, &out.Included)
			return out, err
		}),
	}
}

// customersOf reads whose wallets these are, when that was asked for; nil when not.
func customersOf(ctx context.Context, a *app.App, c *app.Caller, include rest.Include, all []wallet.Wallet) (map[int64]customer.Customer, error) {
	if !include.Has("customers") {
		return nil, nil
	}
	ids := make([]int64, len(all))
	for i := range all {
		ids[i] = all[i].CustomerID
	}
	return wallet.Customers(ctx, a, c, ids)
}

// walletRow is a wallet as a row, with its customer beside it where they were read.
func walletRow(a *app.App, c *app.Caller, w *wallet.Wallet, known map[int64]customer.Customer, in *rest.Included) rest.Resource[wire.WalletJSON] {
	row := rest.Resource[wire.WalletJSON]{Type: wire.WalletType, ID: w.ID, Attributes: wire.WalletForm(w, c.CompanyID, a.Now())}
	if known != nil {
		row.Relate("customers", customerRef(w.CustomerID, known, in))
	}
	return row
}

func customerRef(id int64, known map[int64]customer.Customer, in *rest.Included) any {
	who, ok := known[id]
	if !ok {
		return (*rest.Ref)(nil)
	}
	in.Add("customers", id, wire.CustomerAttributesOf(&who))
	return rest.Ref{Type: "customers", ID: id}
}
