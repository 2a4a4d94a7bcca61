package voucher

import "marquee/app"

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// Redeemed fires in the transaction that redeems a voucher.
	Redeemed func(tx app.Tx, in Redemption) error
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }
