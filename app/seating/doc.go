// Package seating keeps seating plans, and says which of their seats are free. A plan
// belongs to a venue; an event is sold from a copy of its own.
//
//   - document.go is a plan as people exchange it; layout.go reads it and says what is
//     wrong with it; record.go is how it is stored, pieces.go in which pieces.
//   - make.go imports and deletes plans and finishes what was left half made; attach.go
//     gives events their copies.
//   - revise.go makes the next revision of a plan; takeover.go has an event take it over, by
//     what changes.go finds when it compares two plans. problems.go says what is wrong with
//     a plan, and where.
//   - occupancy.go is who has which seat; seats.go what of an event can be had;
//     mark.go and hold.go what is kept from sale; release.go ends holds.
//   - chart.go is the geometry in memory, best.go chooses the best seats on it; read.go
//     and spaces.go are what is shown.
//
// # How seats are stored
//
// What is on a plan never changes once the plan is ready, so its geometry may be kept in
// memory by the plan's id. It lies in pieces of 500 spaces. Who has a seat is a bit in
// the occupancy of its piece, which is written in the transaction that sells it: whoever
// wants the same seat, or one beside it, writes the same record. The best seats of a
// house of 40,000 are found by reading at most some eighty small records.
//
// # RULES
//
//   - A plan has areas, stands, blocks, rows, tables, gates, stairs, price bands, seats and
//     general admission areas. Every space has a price band. Names of seats are unique in
//     their row or table, those of rows and tables in their block and area.
//   - A plan is imported whole or not at all. A revision never changes; the next one takes its
//     place, under the same id and the next number.
//   - An event gets a copy of a plan of its venue as long as it has sold no tickets, and
//     keeps it from then on. While the copy is made, nothing of the event is sold. What
//     happens to the plan afterwards does not touch the copy, until somebody takes the newest
//     revision over. Then what both have keeps its id, and with it its holds and who has it.
//     A seat is the same if it has the same name, since that stands on the ticket; else if it
//     is at the same place. Nothing is taken over while somebody has a seat that is gone.
//   - A sale item of tickets sells the spaces of one price band. A sale item without a
//     price band sells no seats.
//   - A space is available, unavailable, hidden, or held. What is held is sold by the
//     users of its hold, and by those who may sell from any. What somebody has stays
//     theirs, whatever is marked.
//   - The best seats are those whose distances to the focal point have the least sum; of
//     equal ones the first of the plan. They are side by side, always or where that is
//     possible, as the event wants it, and leave no single seat behind unless the event
//     does not mind, or does not care for neighbours. They never come from holds, general
//     admission areas, or tables that are sold as a whole only.
//   - A season ticket has the same seat at every event of its run, whose plans are copies of
//     one. Only what is free at all of them can be had.
//   - A seat has one order item at most that stands. A general admission area takes as
//     many as its capacity. A hold may keep a number of its places, as many as are free:
//     its users sell those first, those who may sell from any hold the free ones first.
//     What was sold from a hold and is given back goes back to it while it keeps some.
//   - A hold may end by itself. What it keeps then is on sale again; the hold stays, empty.
package seating
