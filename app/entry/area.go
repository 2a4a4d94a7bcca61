package entry

import (
	"marquee/app"
	"marquee/indexes"
)

// Tables are those of this area.
func Tables() []indexes.Declared {
	return []indexes.Declared{Zones.Declared, touches.Declared, holderTouches.Declared, ZoneCounters.Declared, TicketStates.Declared, TicketCounts.Declared, Scans.Declared}
}

// Invariants are what this area promises at every moment.
func Invariants() []app.Invariant {
	return []app.Invariant{
		{Name: "the state of a ticket follows from its log", Check: checkStates},
		{Name: "the counters of a zone are the sum of its tickets", Check: checkCounters},
		{Name: "a ticket enters as often as it may", Check: checkEntries},
		{Name: "a refusal admits nobody", Check: checkRefusals},
		{Name: "every event owns one entry zone", Check: checkEntryZones},
		{Name: "every sold ticket is on the offline list", Check: checkListed},
	}
}

// EmptyZones is the name of the job that scans everybody out at set times.
const EmptyZones = "scan out automatically"

// TouchTickets is the name of the job that touches the tickets of what changed.
const TouchTickets = "touch tickets of what changed"

// Jobs is what this area does by itself.
func Jobs() []app.Job {
	return []app.Job{
		{Name: TouchTickets, Every: touchEvery, Each: touchDue},
		{Name: EmptyZones, Every: scanOutEvery, ByClock: true, Each: scanOutDue},
	}
}
