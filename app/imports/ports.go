package imports

import (
	"context"

	"marquee/app"
	"marquee/app/order"
)

// Ports are what the area asks of others: app/areas fills them.
type Ports struct {
	// ImportOrder keeps an order that was sold elsewhere.
	ImportOrder func(ctx context.Context, a *app.App, c *app.Caller, in order.ForeignOrder) (order.Order, error)
}
