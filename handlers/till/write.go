package till

import (
	"context"

	"marquee/app"
	"marquee/app/till"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// shopFields are what creating and changing a shop share. What is absent stays.
type shopFields struct {
	Users         *[]rest.ID `json:"users" maxitems:"500" doc:"Who may work there: users of the company."`
	CurrencyID    *rest.ID   `json:"currencyId" doc:"The company's own unless told."`
	Card          *rest.Flag `json:"cardSpendingEnabled"`
	Terminal      *rest.Flag `json:"cardTerminalSpendingEnabled"`
	Cash          *rest.Flag `json:"cashSpendingEnabled"`
	Complimentary *rest.Flag `json:"complimentaryOrdersEnabled"`
	Balance       *rest.Flag `json:"balanceSpendingEnabled"`
	GuestOrders   *rest.Flag `json:"allowGuestOrders" doc:"Off: every sale has a customer."`
	OfflineLimit  *int64     `json:"offlineLimit" min:"0" max:"1000000000000" doc:"In minor units; 0 unless told: without a connection devices take cash alone."`
	Hidden        *rest.Flag `json:"isHidden" doc:"Devices do not offer it."`
}

type createShopIn struct {
	Name string `json:"name" required:"true" maxlen:"255"`
	shopFields
}

type updateShopIn struct {
	ID   rest.ID `json:"id" required:"true" min:"1"`
	Name *string `json:"name" maxlen:"255"`
	shopFields
}

type whichShopIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
}

func (in *shopFields) fields(name *string) till.Fields {
	f := till.Fields{
		Name: name, CurrencyID: (*int64)(in.CurrencyID), Card: wire.Yes(in.Card), Terminal: wire.Yes(in.Terminal), Cash: wire.Yes(in.Cash),
		Complimentary: wire.Yes(in.Complimentary), Balances: wire.Yes(in.Balance), GuestOrders: wire.Yes(in.GuestOrders),
		OfflineLimit: in.OfflineLimit, Hidden: wire.Yes(in.Hidden),
	}
	if in.Users != nil {
		ids := make([]int64, len(*in.Users))
		for i, id := range *in.Users {
			ids[i] = int64(id)
		}
		f.UserIDs = &ids
	}
	return f
}

func writes(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/shops", Summary: "Create a shop", Tag: "Tills", Status: 201, Allow: app.EditCompany, Fields: true,
			Doc: "A company has at most 1,000 shops, deleted ones too. What it sells is made by POST /shops/products.",
		}, func(ctx context.Context, c *app.Caller, in createShopIn) (out rest.One[tillJSON], err error) {
			t, err := till.Create(ctx, a, c, in.fields(&in.Name))
			out.Data = form(t)
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/shops/update", Summary: "Change a shop", Tag: "Tills", Allow: app.EditCompany, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in updateShopIn) (out rest.One[tillJSON], err error) {
			t, err := till.Update(ctx, a, c, int64(in.ID), in.fields(in.Name))
			out.Data = form(t)
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/shops", Summary: "Delete a shop", Tag: "Tills", Allow: app.EditCompany,
			Doc: "One that sold something stays, so that reports can name it: hide it instead.",
		}, func(ctx context.Context, c *app.Caller, in whichShopIn) (wire.SuccessJSON, error) {
			return wire.Done(till.Delete(ctx, a, c, int64(in.ID)))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/shops/restore", Summary: "Restore a deleted shop", Tag: "Tills", Allow: app.EditCompany, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in whichShopIn) (out rest.One[tillJSON], err error) {
			t, err := till.Restore(ctx, a, c, int64(in.ID))
			out.Data = form(t)
			return out, err
		}),
	}
}
