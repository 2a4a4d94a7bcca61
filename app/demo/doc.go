// Package demo fills a store with a festival, for looking at, for tests and for
// benchmarks: three days on one site with five zones, twelve kinds of ticket and
// product, customers with names from many scripts, orders in every state, and
// some guests inside already.
//
// # RULES
//
//   - Nothing is stored that a command would refuse, and every promise of the store holds.
//   - What a server does by itself is done: a demo that is opened has nothing left to do.
//   - It is the same festival for the same seed and moment.
//
// The catalogue goes through the same commands a promoter uses. Orders go
// through sales.Import and entries through the upload of offline gates, so that
// every rule and every index holds. The same seed and moment give the same
// festival, but for barcodes and references, which are always random.
package demo
