// Package pass is what phones keep of tickets in their wallets.
//
// # RULES
//
//   - An item has one pass: one that gates read, whose code does not rotate. Gift vouchers
//     have none.
//   - A pass is got by a download link. Its serial number is another one once the item has
//     another holder or barcode, or links of its order were revoked. Whoever shows the token
//     in a pass gets that serial number again as it is by then: as soon as it is not good any
//     more, a pass that is void and says no more than which event it was of. Serial numbers
//     and tokens are reckoned and not stored.
//   - A pass is for the slot of its ticket, or for all dates of a season ticket, and is not over
//     before the last.
//   - A company, and each of its events, says whether phones are offered passes. What a phone
//     has stays as good as its ticket, whether passes are still offered, and its tickets open,
//     or not.
//   - Phones that ask to be told of changes are known by a name that they made up, and are
//     forgotten when they say so, or when the buyer is erased, or whoever held the item
//     meanwhile.
//
// # MAP
//
//	offer.go   for which phones a company makes passes
//	read.go    what stands on a pass
//	again.go   the same pass, later
//	record.go  the phones that keep passes as they are stored
//	phone.go   phones that begin and end to keep one, and what changed for them
//	person.go  the phones of a person: telling them, and forgetting them
//	area.go    tables and invariants
package pass
