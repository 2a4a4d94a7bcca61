// Package order keeps orders: their records and states, the items and barcodes,
// the transactions, and everything that reads them. A basket is an order whose
// status is active. What changes an order is a command of package sales.
//
// # The map
//
//   - Records: record.go, item_record.go, transaction_record.go; states in
//     status.go, walk.go and item_state.go; what adds up in total.go.
//   - References and barcodes: code.go, what they begin with in series.go.
//   - Reads: basket.go, receipt.go, lookup.go, gate.go, read.go, read_item.go and
//     the lists in list*.go (app.List says how a page stays bounded). overdue.go
//     tells readers what the sweeper has not got to yet.
//   - window.go: when items let their holders in, as it is today; held.go: what a
//     customer holds and has reserved, counted.
//   - What always holds: check.go for one record, invariant_stock.go,
//     invariant_order.go and invariant_edges.go for the store.
//
// # RULES
//
//   - A basket is an order whose status is active; ids and references name either.
//     A customer has one live basket of each user who makes them. A reference is unique in the installation,
//     never digits alone, and read without case.
//   - A status follows another only as status.go lists it. What went through cannot
//     expire; what is refunded or failed is final, and what is cancelled, but for money that is returned all the same.
//   - An order that can expire and whose time is up counts as expired for everybody
//     who looks, swept or not: its stock is free.
//   - total is the sum of the prices of the items that were not taken out or rejected,
//     tax of their taxes, fees of what was charged on top and of items that are fees.
//     Returned money does not lower the total. paid and refunded are the sums of the transactions
//     that succeeded, positive both. A complete order is paid in full, or
//     complimentary; one that is not, is paid nothing but its deposit.
//   - An order keeps the states through which it came; each step is one of the table.
//   - A complimentary order keeps its value and is paid nothing. One of which nothing
//     was due is free: it has no transaction.
//   - The date of an order is its completion; before that, its beginning.
//   - The name of an item is that of the moment of sale. Its window is that of its
//     sale item, or slot, as it is today.
//   - Barcodes from elsewhere are found in any case, where no other differs by that alone.
//   - An order has the name that it was bought under, where that is not its customer's own:
//     several people may share an e-mail address. Its tickets have it.
//   - A barcode is issued at completion to what a gate reads, once it needs no
//     approval any more. It has 100 random bits, is unique in the installation, and
//     is never issued again once it was replaced.
//   - An item that gets another holder gets another barcode too, and loses the name on it.
//     No gate takes the barcode before, and no link opens the item that was given out for
//     it: not one to the item, nor one to the whole order.
//   - Items that need approval are paid for once somebody approved them; guests are
//     approved after the order.
//   - An order that somebody takes over, or that is given to another purchaser, has new links:
//     to its page, to what it prints, to its basket and to its payment. None from before opens
//     anything. So has one that is a basket again.
//   - The list of orders shows what went through; reservations and failed ones, and
//     deleted ones, only when asked for; baskets never. Who follows the cursor of
//     the changes misses none.
package order
