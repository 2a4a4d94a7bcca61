package sales

import (
	"context"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/recovery"
	"marquee/handlers/rest"
)

type extendBasketIn struct {
	BasketID rest.Text `json:"basketId" required:"true" maxlen:"20" doc:"The id or the reference of a basket."`
}

type extendedBasketJSON struct {
	basketJSON
	ExtensionsLeft int64 `json:"extensionsLeft"`
}

type recoverBasketIn struct {
	CustomerID    rest.ID `json:"customerId" min:"1"`
	CustomerEmail string  `json:"customerEmail" maxlen:"254" doc:"Counts without customerId."`
}

type recoveredBasketJSON struct {
	changedBasketJSON
	NotRecovered []notRecoveredJSON `json:"notRecovered" doc:"What is not to be had any more."`
}

type notRecoveredJSON struct {
	SaleItemID int64  `json:"saleItemId"`
	Quantity   int64  `json:"quantity"`
	Type       string `json:"type" doc:"As in the refusals of POST /basket-items."`
}

func basketTimes(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/basket/extend", Summary: "Extend a basket", Tag: "Selling", Allow: app.Sell, Or: toppers, Weight: app.Medium,
			Doc: "Gives it its full time again without a change, as often as the settings of the company allow: three times unless told. " +
				"Since its content changed a basket is held by that for no more than three times its time, or as many times as it may be " +
				"extended. One that has its full time still stays as it is, and that does not count.",
		}, func(ctx context.Context, c *app.Caller, in extendBasketIn) (extendedBasketJSON, error) {
			b, left, err := sales.ExtendBasket(ctx, a, c, order.ParseKey(string(in.BasketID)), apiChannel)
			return extendedBasketJSON{basketForm(b), left}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/basket/recover", Summary: "Recover an expired basket", Tag: "Selling", Allow: app.Sell, Or: toppers, Status: 201, Statuses: []int{201},
			Doc: "Makes a new basket of the last expired one of a customer without an open basket, with what of it can still be bought, at " +
				"the prices of now. What cannot is told in notRecovered; when that is everything it is refused.",
		}, func(ctx context.Context, c *app.Caller, in recoverBasketIn) (recoveredBasketJSON, error) {
			b, missing, err := recovery.RecoverBasket(ctx, a, c, recovery.Recovery{
				CustomerID: int64(in.CustomerID), Email: in.CustomerEmail, Channel: apiChannel,
			})
			out := recoveredBasketJSON{changedBasketJSON: changedBasketForm(b)}
			for _, m := range missing {
				out.NotRecovered = append(out.NotRecovered, notRecoveredJSON(m))
			}
			return out, err
		}),
	}
}
