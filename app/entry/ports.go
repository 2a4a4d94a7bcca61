package entry

import (
	"marquee/app"
	"marquee/indexes"
)

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// LetInElsewhere asks whether another phone than that of the token alone lets a ticket in.
	LetInElsewhere func(r app.Reader, in Claim) (bool, error)
	// ScanSaved fires with the rows of the scan log that were written.
	ScanSaved func(tx app.Tx, in []indexes.Change[Scan]) error
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }
