package sales

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type basketKeyIn struct {
	BasketID rest.Text `query:"basketId" required:"true" maxlen:"20" doc:"The id or the reference of a basket or order."`
}

type dropBasketIn struct {
	BasketID rest.Text `json:"basketId" required:"true" maxlen:"20" doc:"The id or the reference of a basket."`
}

type changeItemIn struct {
	BasketID       rest.Text `json:"basketId" required:"true" maxlen:"20" doc:"The id or the reference of a basket."`
	ItemID         rest.ID   `json:"itemId" required:"true" doc:"The sale item."`
	Quantity       int64     `json:"quantity" required:"true" min:"0" max:"300" doc:"The number afterwards; 0 removes the line."`
	SecureDisabled rest.Flag `json:"secureBarcodeDisabled" default:"true" doc:"For the units that come new."`

	Overrides []overrideIn `json:"overrides" maxitems:"10" doc:"As in POST /basket-items."`
}

type removeItemIn struct {
	BasketID rest.Text `json:"basketId" required:"true" maxlen:"20" doc:"The id or the reference of a basket."`
	ItemID   rest.ID   `json:"itemId" required:"true" doc:"The sale item."`
	SpaceID  rest.ID   `json:"spaceId" doc:"Only what of it has this seat or general admission area."`
}

type nameItemsIn struct {
	BasketID rest.Text    `json:"basketId" required:"true" maxlen:"20" doc:"The id or the reference of a basket."`
	Items    []nameItemIn `json:"items" required:"true" maxitems:"300"`
}

type nameItemIn struct {
	OrderItemID rest.ID `json:"orderItemId" required:"true" min:"1"`
	NamedHolder string  `json:"namedHolder" maxlen:"255" doc:"Blank takes the name off."`
}

func baskets(a *app.App) []rest.Route {
	return slices.Concat(basketReads(a), basketChanges(a), basketTimes(a))
}

func basketReads(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/basket", Summary: "Retrieve a basket", Tag: "Selling", Allow: app.Sell, Or: toppers,
			Doc: "Reading never extends the time of a basket. Once it has expired it can still be read.",
		}, func(ctx context.Context, c *app.Caller, in basketKeyIn) (basketJSON, error) {
			b, err := order.ReadBasket(ctx, a, c, order.ParseKey(string(in.BasketID)))
			return basketForm(b), err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/baskets", Summary: "Expire a basket", Tag: "Selling", Allow: app.Sell, Or: toppers, Weight: app.Medium,
			Doc: "Its stock is free at once. Expiring it again changes nothing; a completed order is refused.",
		}, func(ctx context.Context, c *app.Caller, in dropBasketIn) (wire.SuccessJSON, error) {
			return wire.Done(sales.ExpireBasket(ctx, a, c, order.ParseKey(string(in.BasketID))))
		}),
	}
}

func basketChanges(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/basket-items", Summary: "Add to a basket", Tag: "Selling", Allow: app.Sell, Or: toppers,
			Statuses: []int{201}, MaxBody: 256 << 10,
			Doc: "All or nothing: when one line breaks a rule nothing is added, and every broken rule is told. " +
				"A new basket is answered with 201, a known one with 200; each change restarts its time. " +
				"With autocomplete the order is completed in the same call.",
		}, rest.On(a, addItems)),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/basket-items/update", Summary: "Change the quantity of a sale item in a basket",
			Tag: "Selling", Allow: app.Sell, Or: toppers,
		}, func(ctx context.Context, c *app.Caller, in changeItemIn) (changedBasketJSON, error) {
			b, err := sales.SetQuantity(ctx, a, c, sales.ChangeItem{
				Basket: order.ParseKey(string(in.BasketID)), SaleItemID: int64(in.ItemID), Quantity: in.Quantity,
				SecureDisabled: bool(in.SecureDisabled), Channel: apiChannel, Overrides: overrides(in.Overrides),
			})
			return changedBasketForm(b), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/basket-items/names", Summary: "Put names on tickets in a basket", Tag: "Selling", Allow: app.Sell, Weight: app.Medium,
			Doc: "Of who holds them, where their event takes names; what has to have one cannot be bought without. The time of the basket runs on.",
		}, func(ctx context.Context, c *app.Caller, in nameItemsIn) (changedBasketJSON, error) {
			var names []sales.NamedHolder
			for _, it := range in.Items {
				names = append(names, sales.NamedHolder{ItemID: int64(it.OrderItemID), Name: it.NamedHolder})
			}
			b, err := sales.NameHolders(ctx, a, c, order.ParseKey(string(in.BasketID)), names)
			return changedBasketForm(b), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/basket-items/destroy", Also: []string{"DELETE /basket-items/destroy"},
			Summary: "Remove a sale item from a basket", Tag: "Selling", Allow: app.Sell, Or: toppers, Weight: app.Medium,
		}, func(ctx context.Context, c *app.Caller, in removeItemIn) (changedBasketJSON, error) {
			b, err := sales.RemoveItem(ctx, a, c, sales.ChangeItem{
				Basket: order.ParseKey(string(in.BasketID)), SaleItemID: int64(in.ItemID), SpaceID: int64(in.SpaceID), Channel: apiChannel,
			})
			return changedBasketForm(b), err
		}),
	}
}
