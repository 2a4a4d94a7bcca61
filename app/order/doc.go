// Package order keeps orders: their records and states, the items and barcodes,
// the transactions, and everything that reads them. A basket is an order whose
// status is active. What changes an order is a command of package sales.
//
// # The map
//
//   - Records: record.go, item_record.go, transaction_record.go; states in
//     status.go and item_state.go; what adds up in total.go.
//   - References and barcodes: code.go, what they begin with in series.go.
//   - Reads: basket.go, receipt.go, lookup.go, gate.go, read.go, read_item.go and
//     the lists in list*.go (app.List says how a page stays bounded). overdue.go
//     tells readers what the sweeper has not got to yet.
//   - window.go: when items let their holders in, as it is today; movezone.go tells
//     the gates when an event changed its timezone.
//   - What always holds: check.go for one record, invariant_stock.go,
//     invariant_order.go and invariant_edges.go for the store.
package order
