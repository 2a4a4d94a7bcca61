package accesscode

import "marquee/app"

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// Used asks whether orders were made with a code.
	Used func(r app.Reader, in int64) (bool, error)
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }
