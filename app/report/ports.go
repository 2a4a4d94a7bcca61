package report

import "marquee/app"

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// Delivered is told of each run that came to its end, in the transaction that ends it: once.
	Delivered func(tx app.Tx, in *Delivery) error
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }
