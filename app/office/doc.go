// Package office reads what staff see of a company on the pages of the office: each page in
// one snapshot. It changes nothing; staff change things by the operations of the API.
//
//	events.go   the events of a state, with what they sold
//	event.go    one event with everything on sale at it
//	live.go     how its sale goes right now
//	door.go     how its doors go
//	order.go    one order with what happened, who bought it, and its money
//	standing.go whether an event sells, and if not, why
//	customers.go the customers, with what they bought; customer.go one of them
//	group.go    a group of users, with what it sees; company.go how much there is of a company
//	limits.go   every limit, with its unit
//
// # RULES
//
//   - Nobody sees here what the API would not tell them: money is for who may see reports.
//   - What was taken in is what was paid for what stands, less discounts and refunds; each
//     currency is by itself.
//   - How many there are of something is told where there is a limit for all of it.
package office
