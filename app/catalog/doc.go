// Package catalog holds what there is to sell: venues, events and their
// timeslots, inventory items, sale items with their prices, and the stock
// counters of every layer.
//
// Configuration and counters are kept apart: a sale item is rewritten when
// somebody edits it, its [Stock] whenever somebody buys. All layers a purchase
// touches (event, event per type, sale item, inventory item) move together in
// one transaction, through [Reserve], [Release], [Sell] and [Restock] and
// nothing else.
//
// The map:
//
//	*_record.go       what is stored, with its indexes and invariants
//	read.go           reads for the areas below, one or many at a time
//	onsale.go         whether something may be sold, and why not; refusal.go says so
//	stock.go          the moves of stock through all layers
//	ports.go          what the areas below are told, and asked
//	page_text.go      what the page of an event says beside its description
//	zone.go           wall times and time zones
//	event_change.go   an event as it would be stored, and what is wrong with it
//	event_state.go    published, on sale, hidden, cancelled
//	event_around.go   what a change of an event makes or moves beside it
//	event_save.go     creating and changing events
//	event_copy.go     copies of events; event_copy_sale.go of what they sell
//	event_mass.go     taking fields over to other events
//	event_delete.go   deleting an event with what is on sale there
//	event_list.go     the list of events and its filters
//	event_family.go   events of companies below another, as that one sees them
//	event_view.go     an event with what hangs on it; the price range
//	translation.go    texts in the languages of the company
//	trash.go          what was made by mistake: deleted, and restored
//	activation.go     what scanning devices see
//	approval.go       asking for an event to be published
//	tickets.go        when and how buyers get tickets; passes.go whether phones keep them
//	timeslot.go, tag.go, venue.go
//	saleitem_change.go  a sale item and its inventory item as they would be stored
//	saleitem_save.go    putting something on sale
//	saleitem_update.go  changing it, and everything made from the same definition
//	saleitem_bulk.go    changing many at once
//	saleitem_view.go    the list of sale items, and one with what hangs on it
//	pricehistory.go     the list of the prices that were
//	saleperiod.go       when an event is sold
//	slotseries.go       many timeslots at once, and deleting one
//	schedule.go         runs of events that belong together
//	season.go           season tickets, and the events that they let in at
//	season_window.go    when they let in at each
//	group.go            tickets that share a pool
//	feeitem.go          what orders show of a fee
//	inventory.go      the list of inventory items
//	invariant.go      what must hold between these records
//	page.go, text.go, limits.go
//
// # Rules
//
//   - A new event is published unless its request says no or its maker may not publish.
//   - Cancelling is final: off sale, hidden, never published or sold again. Orders,
//     tickets and scans stay as they are.
//   - Something may be sold while its event is published, on sale, neither cancelled nor
//     over, its timeslot and its own window are open, its channel is open, and what it is
//     an add-on of may be sold too. Missing stock is another matter: out of stock.
//   - An event with sale periods is sold within one of them only; the windows of sale
//     items count as well. One period is general at most; presales have both ends.
//   - A sale-item group is of tickets of one event that are in no timeslot. They share its
//     pool; its window and its switch count for each. It is not deleted while it has
//     tickets.
//   - A schedule is a run of two events at least; an event is in one at most. When fewer
//     than two are left it dissolves, and the events stay.
//   - A season ticket is sold at its event and lets in at all events of the schedule, or
//     at those that were chosen, with one barcode. It takes stock of each. Its events are
//     fixed once it was sold, whatever becomes of the schedule. Events with timeslots have
//     none. The limit for each customer is that of its own event. When it lets in is said
//     for its own event, and counts at each other one as it lies around that: from an hour
//     before the start is from an hour before each start.
//   - The timeslots of a series have the same length and settings; they begin by the
//     clocks at the event, on the last day of a month that is too short. A timeslot that was sold is not deleted: its items are taken
//     off sale.
//   - An add-on is in the timeslot of what it is an add-on of: sold when that is, good when
//     that is, and a part of what the timeslot holds.
//   - Windows are half open: from the first moment up to, not including, the last. A bound
//     that is absent is open.
//   - A change of timezone keeps the wall times of the event and all that belongs to it.
//   - A bundle brings units of tickets, products and guests of its event, and top-ups, for one price. It is
//     on sale while all of these are, and there are as many as there is stock of them. They
//     cost a fixed price by themselves, have no seats, hang on nothing, are in no other
//     bundle, and need approval all or none. What was sold as a bundle brings the same for
//     good.
//   - A limit below what is sold and reserved is raised to that; an allocation above a
//     finite global stock is refused.
//   - A donation and a gift voucher cost something: a fixed price is at least one minor
//     unit, and so is the least amount that a buyer may name. A processing fee that is a
//     percentage is that of the base.
//   - Names and descriptions have one text for each language of the company. A write
//     changes that of its own language. A reader gets the language asked for, else the
//     fallback, else English, else any.
//   - A parent lists the events of its children among its own, whatever their state, unless it
//     is asked to hide them; who sees only some of the parent's events sees none of them. All
//     else about them is said, and done, in the company whose they are.
//   - A venue is not deleted while an event takes place there, a tax band not while a sale
//     item uses it, an event not while an order knows it. A sale item that was sold is
//     taken off sale instead. What is deleted is kept, and can be restored.
package catalog
