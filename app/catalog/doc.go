// Package catalog holds what there is to sell: venues, events and their
// timeslots, inventory items, sale items with their prices, and the stock
// counters of every layer.
//
// Configuration and counters are kept apart: a sale item is rewritten when
// somebody edits it, its [Stock] whenever somebody buys. All layers a purchase
// touches (event, event per type, sale item, inventory item) move together in
// one transaction, through [Reserve], [Release], [Sell] and [Restock] and
// nothing else.
package catalog
