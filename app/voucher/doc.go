// Package voucher redeems gift vouchers. A voucher is an item of an order: its code is the
// barcode that the order gave it, its value what was paid for it without fees, before
// discounts.
//
//   - record.go is a redemption as it is stored, redeem.go makes one and says what a
//     voucher is worth, list.go lists those that were sold.
//
// # RULES
//
//   - A voucher is redeemed once and as a whole, by a customer, in its currency. The
//     redemption is what the customer is credited.
//   - A voucher counts from the completion of its order on, while the item stands: one that
//     was returned, voided or is being changed is refused in the words of an unknown code.
//     One that is being given to somebody is not redeemed before they have it.
//   - Two who redeem one code at once meet at its redemption: one gets it, the other is
//     told that it was redeemed. Who redeems it, and who refunds it or gives it another
//     code or holder at the same time, meet at its item and its order.
package voucher
