// Package entry lets people in: zones, scans, and the list a gate keeps for
// when the network is gone.
//
// A scan reads the barcode, the order item behind it, the state of the ticket,
// the zone and its counter, and judges plain values (rules.Decide). It then changes
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
// # RULES
//
// Every event owns one Entry zone from its first moment: its name is fixed, it cannot
// be deleted, its direction is in or in&out, it has no ages, hours or items of its
// own. It may have a capacity, scansInMax, and ignore validity.
//
// A scan is decided in this order, and the first rule that is broken is the answer;
// of several tickets the first in the order of the request speaks, and none passes:
//
//  1. a uuid that was admitted before: the stored answer, or a refusal (below)
//  2. the zone and its event stand, and the caller may scan
//  3. tags beat barcodes; repeats count once; barcodes in any case, with blanks and dashes
//  4. an unknown code: denied; one that was replaced: denied, historicBarcode
//  5. an item that is not sold, nor good before that: denied; sold in demo mode, while the company
//     takes real money: denied, soldInDemoMode; frozen: denied, orderLocked; void: denied;
//     approval due or refused: denied, itemDoesNotQualify
//  6. on the way in: a sale item that the device does not take: itemDoesNotQualify;
//     the zone is closed: zoneClosed; it does not take the item: itemDoesNotQualify;
//     the window of the sale item as it is now, with its grace at both ends, is not
//     open: outsideOfValidityPeriod
//  7. auto goes out when inside, else in; in while inside: alreadyIn, but for zones
//     that only let in, and more than once; out while outside: alreadyOut
//  8. on the way in: entries used up: scansInExceeded; ages, counted on the day on
//     which the event starts; capacity for all of the request together: full
//  9. on the way in, in a precise zone that is not automatic: when add-ons of the
//     ticket could be meant too: requiresConfirmation, with codes of each that a confirmed
//     scan is taken by
//
// So whoever is inside may leave: closing, a changed list or a window that is over
// hold nobody in. A zone that names no items takes tickets, season tickets, those of a run too, and guests;
// products enter only where they are named. An Entry zone that only lets in does so
// once for each ticket, unless scansInMax says more. Attendance is who is inside; of a
// zone that only lets in, who ever came.
//
// An upload is not judged: who was let in is in, twice counts once, and above a
// capacity is reported. A barcode that was replaced counts for the ticket that it was of. Its times lie within a day of the event, and another user's
// name needs zones.override. Rows of a ticket whose times are brought to one moment keep their order. A zone that hides
// its attendees lists them nowhere; phones that scan there know how tickets stand, and tell nobody. What
// concerns many tickets (the items of a zone, the window of a sale item, the timezone of
// an event, the name of a holder) commits at
// once, and the tickets are touched in batches, so that devices hear of it.
//
// Whoever scans at an event judges all that lets in there, also where they do not see the event
// that it was sold for, or what else is in its order. The lists of an event tell nothing of
// where else a season ticket was.
//
// A tag is paired with one ticket of an event at most, and is scanned in its place. Pairing
// moves a tag from another ticket of the event, and changes the order items of both; a ticket
// that has a tag is paired anew only when that is asked for. What no gate lets in is not
// paired. Whoever gets a ticket from somebody else gets it without its tag, and what staff
// wrote down of the holder before stays with that one.
//
// The guests of one order on one list who share a holder are a party. How many of it came
// can be told as a number, which lets barcodes of the party in at the Entry zone or takes
// them back: scans and numbers count each guest once. The newest of both counts, also where it
// says what was known. Whoever leaves for a while has come all the same; of whom it was taken
// back never came, is counted nowhere, and may come as if for the first time.
//
// The tickets of an order are let in together at the Entry zones of their events, all that
// are not in yet or none; products, season tickets and guests are left alone.
//
// A zone may set moments at which everybody is scanned out who has been inside since
// before. The leaving counts from that moment, whenever it is written: also where somebody
// tells of the coming only later. Phones know the moments, and do so by themselves while
// they have no network.
//
// A scan lists what its zone asks and nobody has answered for the ticket; the uuid of the
// scan is enough to answer.
//
// Where the contract leaves room:
//
//   - ignoreCapacity and ignoreAgeRestrictions count only for callers who hold
//     zones.override. For others the rule stands: the scan is refused as full or
//     tooYoung like any other, its row in the log says that an override was asked
//     for, and so do the answer and the program's log. confirmed and disabledItems never let
//     through what would be refused without them.
//   - Only admitted requests are stored under their uuid; a refused one is looked
//     at anew. A known uuid with another zone, direction or ticket is refused: the
//     stored answer is about somebody else. The log keeps the attempt.
//   - An upload may come again under its uuid in other pieces, if every scan in it has
//     a uuid of its own: those that are known are passed over. So are the further tickets
//     of a live scan, under its uuid with /1, /2 and so on. A uuid that is known for another
//     ticket, zone or direction, or for a refusal, leads nowhere, and that is noted. A live scan
//     that arrives after its device brought it in an upload is done already.
//   - A phone that waited in vain for an answer, and turned the guest away by itself, says so
//     when it brings that. Whom the scan had let in did not come, then, unless something moved
//     the ticket since. Nobody else can have heard the answer: a phone asks once under a uuid.
//     A request that arrives after that lets nobody in.
//
// Who may override the rules may let in a ticket that is inside by what the gates know: its
// guest stepped out, and nobody scanned that. It takes no place and no entry that is not used
// already; the row in the log keeps who did it, and why.
//
// What a device did since a moment can be taken back: the tickets that it moved last are again
// what they were before, and what anybody else did with them since stands. Its rows stay in the
// log, and count for nothing.
//
// The tickets of a zone can be shared out among phones (package door). A ticket that another
// phone alone lets in is refused, itemDoesNotQualify, unless a supervisor overrides that;
// whoever is inside may leave at any gate. Admissions of one ticket by two devices that could
// not hear of each other are kept, and listed.
//
// The map:
//
//	rules/             the decision about a scan, for the box office and for phones
//	fold.go            from the rows of a ticket to its state
//	gate.go            what a decision needs, read
//	store.go           what follows from it, written
//	pair.go            tickets and tags
//	admit_order.go     the tickets of an order
//	guest.go           parties of guests; guest_list.go lists them, guest_attend.go
//	                   is told how many came
//	scan_out.go        everybody out at set moments
//	scan.go            ScanZone and CheckZone
//	result.go          what a gate is told
//	status.go          the outcomes
//	zone.go            making, changing and deleting zones
//	zone_view.go       zones with their statistics
//	zone_items.go      the tickets of a zone
//	sync.go            the offline list; sync_load.go fills its lines
//	upload.go          what devices did offline; upload_rows.go looks it up, upload_known.go
//	                   tells what is there already, upload_fold.go moves the tickets and
//	                   counters
//	lease.go           what it asks about tickets that are shared out
//	double.go          tickets that came in twice
//	undo.go            what a device did, taken back
//	touch.go           tickets that devices hear of because settings changed;
//	                   touch_holder.go because their holder did
//	hooks.go           what sales, customers and the catalogue tell the gates
//	invariant.go       what always holds
//	read.go            small look-ups
//	*_record.go        the records; codec.go their compact form
//	limits.go          every limit, with its unit
package entry
