// Package door turns phones into scanners for a while.
//
// A supervisor makes a link ([MakeLink]) for an event, some of its zones and a gate. A
// steward opens it, or scans it as a code, and the phone becomes a device ([Join]) with a
// secret of its own. Staff who may scan start their own phone without a link ([Start]).
//
// # RULES
//
//   - A link is good for as many phones as it says, and for as long: one phone and ten
//     minutes, unless told otherwise. Nobody makes a link for more than they may do. Who has
//     the secret of one that is closed is told why; of any other secret nothing is told.
//
//   - A device scans, checks, keeps its list and uploads, at the zones that it is bound to,
//     and can do nothing else: the API does not know its secret. It acts for the user who
//     made its link, never beyond what that user may do at that moment, and ends with them:
//     also when they are suspended, or may not scan at its event any longer.
//
//   - A device ends a day after its event does, when it is revoked, and when its link is.
//     That holds from its next request on.
//
//   - What a device sends after its end moves nobody. It is kept in the log as
//     refused, so that the office can look at it.
//
//   - A device scans no faster than a steward can, by the times that it gives and by when they
//     reach the server. What is more is kept in the log as refused, moves nobody, and is told to
//     those who run the door. They can take back what a device did since a moment.
//
// # LEASES
//
//   - A supervisor can share the tickets of a zone out among its phones, for when these lose
//     each other. All tickets of an order are in one of 64 parts, and each phone that takes
//     part gets as many parts as the others. A lease is signed.
//   - From then on a phone that nobody answers lets in the tickets of its own lease alone; for
//     others it names the gate that does, or a supervisor overrides that and writes down why.
//     So does the box office itself, as long as it is asked.
//   - A ticket of which a phone knows nothing but its signed code is in the share of its order,
//     which the code says. It says no seat: shared by gates, such a ticket is in no share.
//   - While tickets are shared by gates, none is moved to a seat that has another gate first: a
//     phone that is cut off would not hear of it.
//   - Leases count when every phone of the zone has heard of them, and has brought what it did
//     before. A phone uses its own once it has read the list since it got it.
//   - A lease ends when its phone has given it back: it uses it no more, and has brought what
//     it did. An end in time stops the phone, and frees nothing: nobody knows yet whom it let
//     in. A phone that cannot be asked can have it taken away by who may override, with a
//     reason that is kept. One that is ended before it has heard of the leases is kept among
//     those: if it is cut off, it lets in as before.
//   - So a barcode comes in twice only where a supervisor wrote it down, or after a lease was
//     taken away. A phone that is cut off takes one that was replaced meanwhile for good. Who
//     came in twice is listed, with where, when and by whom, under whatever barcodes.
//
// The map:
//
//	link.go     links: made, joined, ended
//	device.go   phones: started, found by their secret, ended
//	few.go      how many phones and links there may be
//	scan.go     what phones do, bound to their zones; pace.go how fast they may; undo.go what one did, taken back
//	view.go     what a phone knows of its event; list.go the tickets
//	lease.go    tickets that are shared out; lease_end.go phones that end; double.go those that came in twice
//	contact.go  when a phone was heard of, and what it does, in memory alone; gates.go by gate; refused.go who was turned away
//	*_record.go the records
//	limits.go   every limit, with its unit
package door
