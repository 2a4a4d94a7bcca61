package entry

import (
	"context"
	"net/http"

	"marquee/app"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/handlers/rest"
)

type admitOrderIn struct {
	OrderID rest.Text `json:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of an order."`
}

func admitOrder(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/orders/admit-tickets", Summary: "Let all tickets of an order in", Tag: "Door",
			Doc: "At the Entry zones of their events, those of bundles too; products, season tickets and guests are left alone. " +
				"Tickets that are in already, are void or wait for approval are passed over. When one of the others cannot be let in, nobody is.",
			Allow: app.ScanZones, Or: mayScan,
		}, func(ctx context.Context, c *app.Caller, in admitOrderIn) (struct{}, error) {
			return struct{}{}, entry.AdmitOrder(ctx, a, c, order.ParseKey(string(in.OrderID)))
		}),
	}
}
