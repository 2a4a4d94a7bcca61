package audit

import "marquee/app"

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// Concerned asks which companies changes outside of any company concern.
	Concerned func(r app.Reader, in []Object) ([]int64, error)
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }
