package transfer

import (
	"marquee/app"
	"marquee/app/order"
)

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// HandOver gives sold items to another holder, under other barcodes.
	HandOver func(tx app.Tx, c *app.Caller, in order.Handover) ([]order.Item, error)
	// Offered fires when somebody is to be mailed that something is given to them.
	Offered func(tx app.Tx, in *Transfer) error
	// Taken fires when a transfer is claimed, after the items changed hands.
	Taken func(tx app.Tx, in *Transfer) error
	// Withdrawn fires when a transfer is cancelled.
	Withdrawn func(tx app.Tx, in *Transfer) error
	// Blanked fires when a transfer forgets its sides, because one of them is erased.
	Blanked func(tx app.Tx, in Blanking) error
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }
