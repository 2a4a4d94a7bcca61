package sales

import (
	"context"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/handlers/rest"
)

type enterCodeIn struct {
	BasketID rest.Text `json:"basketId" required:"true" maxlen:"20" doc:"The id or the reference of a basket."`
	Code     string    `json:"code" required:"true" maxlen:"255" doc:"Read without case."`
	Overuse  rest.Flag `json:"overuse" doc:"Lets a code be used that is used up, for those who hold sales.overuse_discounts. The order says so."`
}

func discounts(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/basket/discounts", Summary: "Put a discount code on a basket", Tag: "Selling", Allow: app.Sell,
			Doc: "Needs the ability to discount as well. A basket has one code: another takes its place. One that would take nothing off is " +
				"refused, with the reason. Later changes of the basket are reduced anew; a code that does not count any more stays and takes " +
				"nothing off. The time of the basket runs on. Uses are counted when orders complete: who comes second for the last one is told then.",
		}, func(ctx context.Context, c *app.Caller, in enterCodeIn) (changedBasketJSON, error) {
			b, err := sales.ApplyCode(ctx, a, c, sales.EnterCode{
				Basket: order.ParseKey(string(in.BasketID)), Code: in.Code, Channel: apiChannel, Overuse: bool(in.Overuse),
			})
			return changedBasketForm(b), err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/basket/discounts", Summary: "Take the discount code off a basket", Tag: "Selling", Allow: app.Sell, Weight: app.Medium,
			Doc: "Needs the ability to discount as well. A basket without a code stays as it is. Behind a code that was entered there " +
				"may be one that counts by itself; when that is taken off too, none comes back.",
		}, func(ctx context.Context, c *app.Caller, in dropBasketIn) (changedBasketJSON, error) {
			b, err := sales.RemoveCodes(ctx, a, c, order.ParseKey(string(in.BasketID)), apiChannel)
			return changedBasketForm(b), err
		}),
	}
}
