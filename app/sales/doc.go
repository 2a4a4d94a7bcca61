// Package sales sells: it fills baskets, changes them, turns them into orders and
// ends those whose time is up.
//
// A basket is an order whose status is active, so nothing is copied when a
// basket becomes an order: stock moves from reserved to sold, barcodes are
// issued, a transaction is noted, and the status changes, all in one
// transaction of the store.
//
// # The map
//
//   - Commands: add.go, change.go, complete.go, expire.go, import.go. Each loads a
//     draft (draft.go, resolve.go), holds it against the rules (rules.go,
//     quantity.go, purchaselimit.go, addon.go), moves the stock (reserve.go) and
//     stores it once. settle.go says what pays.
//   - Time: sweep.go is the job that expires what is overdue.
//
// Records, states and reads are package order's, prices package money's.
//
// # Who meets whom
//
// Two buyers of one thing meet at its stock counters (and at the event's, which
// is where a customer's limit is decided), two tills on one basket at the order,
// two baskets of one customer at the unique index of live baskets, two calls with
// one uuid at the stored answer.
package sales
