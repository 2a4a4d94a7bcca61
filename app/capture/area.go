package capture

import (
	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:  &p,
		Tables: []indexes.Declared{Questions.Declared, Fields.Declared, Responses.Declared},
		Invariants: []app.Invariant{
			{Name: "answers belong to what is there", Check: checkResponses},
		},
	}
}

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// Answered fires with the order items that answers are about which are new or other than before,
	// once they are kept.
	Answered func(tx app.Tx, in []int64) error
	// ZoneEvent asks for the event of a zone that stands, 0 for none.
	ZoneEvent func(r app.Reader, in int64) (int64, error)
	// ScanNamed asks for the scan that a device gave a uuid, the zero Scan for none.
	ScanNamed func(r app.Reader, in string) (Scan, error)
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }
