// Package entry lets people in: zones, scans, and the list a gate keeps for
// when the network is gone.
//
// A scan reads the barcode, the order item behind it, the state of the ticket,
// the zone and its counter, and judges plain values (decideScan). It then changes
// four small things and appends one: the state of the ticket ([TicketState]), the
// counters of the zone and of the sale item in it ([ZoneCounter]), the stored
// answer for the device's uuid, the feed of the offline list, and a row in the
// scan log ([Scan]). The order item, a much larger record, is only read.
//
// What a ticket's state is follows from its rows in the log alone, by the times
// of the scans. A live scan is always the latest, so it only moves the state on;
// an upload that comes late folds the ticket's rows anew. A counter is the sum
// over the tickets of its zone.
//
// Two rules where the contract leaves room:
//
//   - ignoreCapacity and ignoreAgeRestrictions count only for callers who hold
//     zones.override. For others the rule stands: the scan is refused as full or
//     tooYoung like any other, its row in the log says that an override was asked
//     for, and so does the program's log. confirmed and disabledItems never let
//     through what would be refused without them.
//   - Only admitted requests are stored under their uuid; a refused one is looked
//     at anew. A known uuid with another zone, direction or ticket is refused: the
//     stored answer is about somebody else. The log keeps the attempt.
//   - An upload may come again under its uuid in other pieces, if every scan in it has
//     a uuid of its own: those that are known are passed over.
//
// The map:
//
//	decide.go          the decision about a scan (domain 22.4)
//	fold.go            from the rows of a ticket to its state
//	gate.go            what a decision needs, read
//	store.go           what follows from it, written
//	scan.go            ScanZone and CheckZone
//	result.go          what a gate is told
//	status.go          the outcomes and their slugs
//	zone.go            making, changing and deleting zones
//	zone_view.go       zones with their statistics
//	zone_items.go      the tickets of a zone
//	sync.go            the offline list; sync_load.go fills its lines
//	upload.go          what devices did offline
//	hooks.go           what sales, customers and the catalogue tell the gates
//	invariant.go       what always holds
//	read.go            small look-ups
//	*_record.go        the records; codec.go their compact form
//	limits.go          every limit, with its unit
package entry
