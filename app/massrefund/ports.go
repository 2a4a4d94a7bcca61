package massrefund

import "marquee/app"

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// Begun fires with a run that begins.
	Begun func(tx app.Tx, in *Run) error
	// Ended fires with a run that came to its end, or was stopped, in the transaction that ends
	// it.
	Ended func(tx app.Tx, in *Run) error
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }
