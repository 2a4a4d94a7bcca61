// Package door turns phones into scanners for a while.
//
// A supervisor makes a link ([MakeLink]) for an event, some of its zones and a gate. A
// steward opens it, or scans it as a code, and the phone becomes a device ([Join]) with a
// secret of its own. Staff who may scan start their own phone without a link ([Start]).
//
// # RULES
//
//   - A link is good for as many phones as it says, and for as long: one phone and ten
//     minutes, unless told otherwise. Nobody makes a link for more than they may do.
//   - A device scans, checks, keeps its list and uploads, at the zones that it is bound to,
//     and can do nothing else: the API does not know its secret. It acts for the user who
//     made its link, never beyond what that user may do at that moment, and ends with them.
//   - A device ends a day after its event does, when it is revoked, and when its link is.
//     That holds from its next request on.
//   - What a device sends after it was revoked moves nobody. It is kept in the log as
//     refused, so that the office can look at it.
//
// The map:
//
//	link.go     links: made, joined, ended
//	device.go   phones: started, found by their secret, ended
//	scan.go     what phones do, bound to their zones
//	view.go     what a phone knows of its event; list.go the tickets
//	*_record.go the records
//	limits.go   every limit, with its unit
package door
