package massrefund

import (
	"context"

	"marquee/app"
	"marquee/app/sales/rules"
)

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// RefundEach refunds items of orders, as many as the caller names, whatever stands in the
	// way of single orders: each has a result, with no items where nothing of it was left.
	RefundEach func(ctx context.Context, a *app.App, c *app.Caller, in rules.Refund, of []rules.OrderItems) ([]rules.RefundResult, error)
	// Refunding tells whether a gateway is still asked about a refund of an order.
	Refunding func(r app.Reader, orderID int64) (bool, error)
	// Begun fires with a run that begins.
	Begun func(tx app.Tx, in *Run) error
	// Ended fires with a run that came to its end, or was stopped, in the transaction that ends
	// it.
	Ended func(tx app.Tx, in *Run) error
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }
