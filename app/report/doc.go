// Package report knows how the sale goes: the figures of events and of the company, the
// reports, and the pictures and files made of them.
//
// # How figures come about
//
// A sale or a scan pays nothing for them: it writes no counter more. A job follows the
// changes of orders, items and transactions, and the log of scans, a second behind at most,
// and adds them up. What it added for an order it remembers with the order's id, so that
// an order that changes is first taken out of the sums and then added again: whatever
// happens to an order, refund, void, deletion, late money, is counted by the one function
// that counts a new one (countOrder). Rows of the scan log never change; there the id of
// the last one is enough.
//
// The sums lie in cells: a cube (sales, money, gates), a level (all of time, hours,
// minutes, in UTC), what it is of (the event), the period, and the dimensions. An answer
// reads all of time as one cell for each combination of dimensions, and a span of time as
// hours with minutes at both ends. Days, weeks and months are put together of hours, in
// the timezone that is asked for, so that nothing is to be counted anew when a timezone
// changes.
//
// A new table starts empty: an upgraded store is folded in the background from its oldest
// change on, at half of a processor's time at most. A program that counts in another way
// has another countVersion, and makes everything anew.
//
// # The map
//
//   - rate.go is money by the rates of its taxes.
//   - cube.go is what is summed, record.go what is remembered, count.go how an order counts.
//   - fold.go follows orders, scans.go scans; delta.go stores; clear.go starts again.
//   - query.go reads sums; statistics.go and blocks.go are the statistics of an event.
//   - takings.go is the sales report, interval.go its periods.
//   - report.go runs the reports of preset.go: their filters are in filter.go, their columns
//     and rows in families (family.go): sales.go for sums, attendance.go, rows*.go and
//     places.go for records. near.go reads what stands beside records.
//   - saved_record.go is what is stored of reports that companies keep, saved.go saves them,
//     schedule.go is when they are made by the clock, deliver.go makes them, file.go is what
//     they are written to.
//   - picture.go draws pictures of the figures of an event, picture_gates.go those of its
//     gates; door_day.go is a day at the doors by phone; timeline.go is their periods, picture_words.go
//     their words, chart how they look.
//   - invariant.go compares everything with the records it came from.
//
// # RULES
//
//   - Sold is what went through and was neither deleted nor rejected; it counts when its
//     order was completed. What was voided stays issued and is live no more.
//   - The volume of sales is the price of live units without fees and less what was
//     refunded of them; fees have none. Units of complimentary orders count in quantities
//     and have no volume.
//   - Gross is before discounts and refunds; net is gross less both. What was sold counts
//     when its order was completed, and what went back when it did, with its tax and fees:
//     a month that is over keeps its figures. Currencies are never added up.
//   - Everything that counts money tells it by the rate of its tax, and says what the ledger
//     says of the same time: sums of what was sold, of transactions and of takings. What has
//     no event (fees of whole orders, vouchers, top-ups) is a row of its own, for those who
//     see every event.
//   - Who came is counted by sale item, so reports that are finer than that do not tell it.
//   - A report of records is as of now; one of sums is as of the last fold, or refreshed.
//   - Names and addresses are for callers who may see customers, barcodes for those who may
//     list orders, codes for those who may see them.
//   - Money counts when its transaction was made, refunds as negative amounts on the day of
//     the refund. A deposit is of no rate and has no tax, as nothing is sold yet; what completes
//     its order has the tax and the fees of all of it.
//   - A saved report is made by the clock once for each of its moments: of those that passed
//     while the box office was down, for the last one. It has the rights that whoever saved
//     it has then, no more than those of the call that saved it. Its run is ended in the
//     transaction that notes its mails; until then its file is written again under the same
//     name. What is mailed is true when it is handed over.
//   - A time that is asked for counts in whole minutes, the one of its beginning and the one
//     of its end included.
package report
