package entry

import (
	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:  &p,
		Tables: []indexes.Declared{Zones.Declared, touches.Declared, holderTouches.Declared, ZoneCounters.Declared, TicketStates.Declared, TicketCounts.Declared, Scans.Declared},
		Jobs: []app.Job{
			{Name: TouchTickets, Every: touchEvery, Each: touchDue},
			{Name: EmptyZones, Every: scanOutEvery, ByClock: true, Each: scanOutDue},
		},
		Invariants: []app.Invariant{
			{Name: "the state of a ticket follows from its log", Check: checkStates},
			{Name: "the counters of a zone are the sum of its tickets", Check: checkCounters},
			{Name: "a ticket enters as often as it may", Check: checkEntries},
			{Name: "a refusal admits nobody", Check: checkRefusals},
			{Name: "every event owns one entry zone", Check: checkEntryZones},
			{Name: "every sold ticket is on the offline list", Check: checkListed},
		},
	}
}

// EmptyZones is the name of the job that scans everybody out at set times.
const EmptyZones = "scan out automatically"

// TouchTickets is the name of the job that touches the tickets of what changed.
const TouchTickets = "touch tickets of what changed"

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// LetInElsewhere asks whether another phone than that of the token alone lets a ticket in.
	LetInElsewhere func(r app.Reader, in Claim) (bool, error)
	// ScanSaved fires with the rows of the scan log that were written.
	ScanSaved func(tx app.Tx, in []indexes.Change[Scan]) error
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }
