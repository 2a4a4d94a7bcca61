// Package extf writes the ledger as a batch of bookings that the usual accounting program of
// German-speaking countries reads: the format EXTF, category 21, version 13.
//
//	chart.go   which account of a chart each account of the ledger is
//	booking.go entries as bookings
//	batch.go   the file, export.go the entries that go into one
//
// # RULES
//
//   - What was earned at a rate of tax is booked with its tax, on the account for sales at that
//     rate: the program takes the tax out by itself.
//   - An entry that has one account on one side is booked against that. Every other one passes
//     through the transit account, which is empty in the end.
//   - What was sold in demo mode is no money and is left out, as is what is not in euros.
//   - A batch is of one year at most, and of at most 99,999 bookings.
package extf
