package till

import (
	"context"
	"fmt"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/app/till"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type shopsIn struct {
	rest.Page
	WithTrashed rest.Trashed `query:"withTrashed"`
}

type shopIn struct {
	ID          rest.ID      `query:"id" required:"true" min:"1"`
	Include     rest.Include `query:"include" enum:"saleItems" doc:"The products of the shop."`
	WithTrashed rest.Trashed `query:"withTrashed"`
}

type tillJSON struct {
	Name                 string  `json:"name"`
	Users                []int64 `json:"users" doc:"Who may work there."`
	CurrencyID           int64   `json:"currencyId"`
	CardEnabled          bool    `json:"cardSpendingEnabled"`
	TerminalEnabled      bool    `json:"cardTerminalSpendingEnabled"`
	CashEnabled          bool    `json:"cashSpendingEnabled"`
	ComplimentaryEnabled bool    `json:"complimentaryOrdersEnabled"`
	BalanceEnabled       bool    `json:"balanceSpendingEnabled"`
	AllowGuestOrders     bool    `json:"allowGuestOrders"`
	OfflineLimit         int64   `json:"offlineLimit" doc:"How much a device sells between two uploads while it has no connection, by other methods than cash, in minor units. With so many devices, no more than this times their number can be lost."`
	IsHidden             bool    `json:"isHidden"`
	wire.SoftStamps
}

type tillProductJSON struct {
	Name       string  `json:"name"`
	ShopID     int64   `json:"shopId"`
	BasePrice  *int64  `json:"basePrice" doc:"In the currency of the shop; null where it has no price in it."`
	OrderPlace *int64  `json:"orderColumn"`
	ExternalID *string `json:"externalId"`
	wire.SoftStamps
}

type tillItemJSON struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

func reads(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/shops", Summary: "List shops", Tag: "Tills",
			Doc:   "Those in which the caller may work, by id; whoever edits the company sees all.",
			Allow: app.Sell, Or: []app.Ability{app.EditCompany}, Fields: true, Limit: till.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in shopsIn) (rest.Many[tillJSON], list.Info, error) {
			page, err := till.List(ctx, a, c, till.Filter{WithTrashed: bool(in.WithTrashed), Offset: in.Offset, Limit: in.Limit})
			return rest.ListOf(in.Page, page.Info, page.Rows, form), page.Info, err
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/shop", Summary: "Read a shop", Tag: "Tills",
			Doc:   "A shop in which the caller may not work does not exist.",
			Allow: app.Sell, Or: []app.Ability{app.EditCompany}, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in shopIn) (out rest.One[tillJSON], err error) {
			v, err := till.Read(ctx, a, c, int64(in.ID), in.Include.Has("saleItems"), bool(in.WithTrashed))
			if err != nil {
				return out, err
			}
			out.Data = form(v.Till)
			if in.Include.Has("saleItems") {
				addProducts(&out, &v)
			}
			return out, nil
		}),
	}
}

func form(t till.Till) rest.Resource[tillJSON] {
	return rest.Resource[tillJSON]{Type: "shops", ID: t.ID, Self: fmt.Sprintf("/v1/shop?id=%d", t.ID), Attributes: tillJSON{
		Name: t.Name, Users: t.UserIDs, CurrencyID: t.CurrencyID, CardEnabled: !t.NoCard, TerminalEnabled: !t.NoTerminal,
		CashEnabled: !t.NoCash, ComplimentaryEnabled: !t.NoComplimentary, BalanceEnabled: t.Balances,
		AllowGuestOrders: !t.CustomersOnly, OfflineLimit: t.OfflineLimit, IsHidden: t.Hidden,
		SoftStamps: wire.SoftStampsOf(t.CreatedAt, t.UpdatedAt, t.DeletedAt),
	}}
}

// addProducts adds the sale items of a shop, and what they are made from.
func addProducts(out *rest.One[tillJSON], v *till.View) {
	refs := []rest.Ref{}
	for i := range v.Products {
		p := &v.Products[i]
		refs = append(refs, rest.Ref{Type: "saleItems", ID: p.ID})
		item := rest.Relation{Name: "items", Data: rest.Ref{Type: "items", ID: p.ItemID}}
		out.Included.Add("saleItems", p.ID, productForm(p, v.CurrencyID), item)
		out.Included.Add("items", p.ItemID, tillItemJSON{p.Item.Name, p.Item.Description})
	}
	out.Data.Relate("saleItems", refs)
}

func productForm(p *catalog.ShopProduct, currency int64) tillProductJSON {
	out := tillProductJSON{
		Name: p.Item.Name, ShopID: p.ShopID, OrderPlace: p.OrderColumn, ExternalID: wire.OrNull(p.ExternalID),
		SoftStamps: wire.SoftStampsOf(p.CreatedAt, p.UpdatedAt, p.DeletedAt),
	}
	for _, price := range p.Prices {
		if price.CurrencyID == currency && out.BasePrice == nil {
			out.BasePrice = &price.Base
		}
	}
	return out
}

// Beside lists what a shop sells, and what that is made from.
func (tillJSON) Beside() []rest.Kind {
	return []rest.Kind{{Type: "saleItems", Attributes: tillProductJSON{}}, {Type: "items", Attributes: tillItemJSON{}}}
}
