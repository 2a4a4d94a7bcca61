package sales

import (
	"context"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/handlers/rest"
)

type enterAccessIn struct {
	BasketID rest.Text `json:"basketId" required:"true" maxlen:"20" doc:"The id or the reference of a basket."`
	Code     string    `json:"accessCode" required:"true" maxlen:"255" doc:"Read without case."`
}

func accessCodes(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/basket/access-codes", Summary: "Put an access code on a basket", Tag: "Selling", Allow: app.Sell,
			Doc: "A basket has one: another takes its place. The time of the basket runs on. Uses are counted when orders complete: " +
				"who comes second for the last one is told then.",
		}, func(ctx context.Context, c *app.Caller, in enterAccessIn) (changedBasketJSON, error) {
			b, err := sales.ApplyAccess(ctx, a, c, sales.EnterAccess{
				Basket: order.ParseKey(string(in.BasketID)), Code: in.Code, Channel: apiChannel,
			})
			return changedBasketForm(b), err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/basket/access-codes", Summary: "Take the access code off a basket", Tag: "Selling", Allow: app.Sell, Weight: app.Medium,
			Doc: "A basket without one stays as it is.",
		}, func(ctx context.Context, c *app.Caller, in dropBasketIn) (changedBasketJSON, error) {
			b, err := sales.RemoveAccess(ctx, a, c, order.ParseKey(string(in.BasketID)), apiChannel)
			return changedBasketForm(b), err
		}),
	}
}
