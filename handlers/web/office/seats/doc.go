// Package seats has the pages of the seats of an event.
//
//   - sell.go shows which seats are sold, held and free, to be chosen; rows.go puts them into
//     rows, map.go draws them.
//   - holds.go has a hold, taking.go what becomes of the seats with another revision.
//   - draw.go has the plan itself, as a text that a script makes a drawing of.
package seats
