// Package sales sells: baskets, orders, their items and barcodes, prices,
// payments.
//
// A basket is an order whose status is active, so nothing is copied when a
// basket becomes an order: stock moves from reserved to sold, barcodes are
// issued, a transaction is noted, and the status changes, all in one
// transaction of the store.
//
// # The map
//
//   - Records: order_record.go, item_record.go, transaction_record.go, status.go.
//   - Decisions on plain values: price.go (a unit and its tax), total.go (orders,
//     lines, tax bands), split.go (shares that add up), quantity.go, method.go
//     (what pays), codes in code.go, what they begin with in series.go.
//   - Commands: add.go, change.go, complete.go, expire.go, import.go. Each loads a
//     draft (draft.go, basket.go), holds it against the rules (rules.go,
//     purchaselimit.go, addon.go), moves the stock (reserve.go) and stores it
//     once.
//   - movezone.go keeps the wall times of what was sold when an event changes its
//     timezone.
//   - Time: sweep.go is the job that expires what is overdue; overdue.go tells
//     readers what it has not got to yet.
//   - Reads: basket.go, receipt.go, lookup.go, gate.go, read.go, read_item.go and
//     the lists in list*.go (app.List says how a page stays bounded).
//   - What always holds: order_check.go for one record, invariant_stock.go,
//     invariant_order.go and invariant_edges.go for the store.
//
// # Who meets whom
//
// Two buyers of one thing meet at its stock counters (and at the event's, which
// is where a customer's limit is decided), two tills on one basket at the order,
// two baskets of one customer at the unique index of live baskets, two calls with
// one uuid at the stored answer.
package sales
