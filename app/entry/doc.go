// Package entry lets people in: zones, scans, and the list a gate keeps for
// when the network is gone.
//
// A scan changes three small things and appends one: the state of the ticket
// ([TicketState]), the counters of the zone ([ZoneCounter]), the stored answer
// for the device's uuid, and a row in the scan log ([Scan]). The ticket's order
// item, a much larger record, is only read.
package entry
