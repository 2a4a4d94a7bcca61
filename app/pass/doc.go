// Package pass is what phones keep of tickets in their wallets.
//
// # RULES
//
//   - An item has one pass: one that gates read, whose code does not rotate. Gift vouchers
//     have none.
//   - A pass is got by a download link, and by no other way. Its serial number is another one
//     once the item has another holder or barcode, or links of its order were revoked: it is
//     reckoned and not stored.
//
// # MAP
//
//	offer.go   for which phones a company makes passes
//	read.go    what stands on a pass
package pass
