// Package event has the screens of events: their list, a new one, and of one its overview, its
// name, time and place, and what it sells.
//
//	events.go, event.go, basics.go, tickets.go, ticket.go   a file for each screen
//	sections.go  the tabs of what it sells: groups.go, group.go, fees.go, fee.go, fee_form.go, resale.go
//	live.go      what of the overview goes on while somebody looks
//	copy.go, table.go, times.go, page.go, questions.go, queue.go   the others, each with its template
//	needed.go    what an event still needs to be sold
//	becomes.go   what comes of a price while it is typed
package event
