// Package lookup finds what somebody of the staff is looking for: customers, orders, events and
// codes at once, a few of each. It reads, and changes nothing.
//
//	lookup.go  what is found, by what the caller may see
//	limits.go  every limit, with its unit
//
// # RULES
//
//   - Each kind asks for the ability of the list that it stands for, and shows what that list would.
//   - Every read is bounded: of each kind one pass over its lines, and a few records.
//   - A whole reference, or the code of a ticket, names one order: that is what opens.
package lookup
