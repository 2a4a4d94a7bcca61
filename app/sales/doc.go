// Package sales sells: baskets, orders, their items and barcodes, prices,
// payments.
//
// A basket is an order whose status is active, so nothing is copied when a
// basket becomes an order: stock moves from reserved to sold, barcodes are
// issued, a transaction is noted, and the status changes, all in one
// transaction of the store.
package sales
