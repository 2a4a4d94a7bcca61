package sales

import (
	"context"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales/sold"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type moveSeatIn struct {
	wire.DryRunIn
	OrderItemID rest.ID `json:"orderItemId" required:"true" min:"1"`
	SpaceID     rest.ID `json:"spaceId" required:"true" min:"1" doc:"A free seat of the same event."`
}

type movedSeatJSON struct {
	OrderItemID   int64  `json:"orderItemId"`
	SpaceID       int64  `json:"spaceId"`
	FullSpaceName string `json:"fullSpaceName"`
}

func seats(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/order-items/move-seat", Summary: "Move a sold item to another seat", Tag: "Orders",
			Doc: "Of whatever price band: the price stays, and so does the barcode.", Allow: app.EditOrders,
		}, func(ctx context.Context, c *app.Caller, in moveSeatIn) (movedSeatJSON, error) {
			return wire.Do(ctx, a, c, in.DryRunIn, func(a *app.App) (movedSeatJSON, error) {
				return rest.As(movedSeatForm)(sold.MoveSeat(ctx, a, c, int64(in.OrderItemID), int64(in.SpaceID)))
			})
		}),
	}
}

func movedSeatForm(it order.Item) movedSeatJSON {
	return movedSeatJSON{it.ID, it.Place.SpaceID, it.Place.FullName()}
}
