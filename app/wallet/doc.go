// Package wallet keeps what customers have with a company: money they topped up or were
// given back, and tokens that are no money. It moves only through the ledger.
//
//	record.go     a wallet as it is stored
//	topup.go      which credit is used up first, and what of it can be cashed out
//	movement.go   a movement: one credit or debit, the wallet transaction of the API
//	move.go       crediting and debiting, at once
//	pending.go    what is credited, or taken, only once somebody confirms it
//	payout.go     money that leaves by hand; adjust.go, freeze.go, merge.go: what staff do
//	find.go       whose wallet it is, and how a till finds it: by tag, barcode, order item
//	settings.go   what a company allows
//	read.go       reads, list.go lists
//
// # RULES
//
//   - A customer has one wallet in each currency. It comes to be with its first credit.
//   - The balance is what can be spent: all that was credited and confirmed, less what was
//     debited and what is set aside. It is never below zero, at no movement.
//   - A movement tells the balance before and after it and what it was for. It is posted to
//     the ledger in the same transaction, where it passes to or from the account of the
//     company that it is about.
//   - A credit that is not confirmed cannot be spent and changes no balance. When it is
//     confirmed its balances are those of that moment. It is confirmed, or cancelled, once.
//   - Money that is to be paid out is set aside at once. Confirming the payout sends it on
//     its way, cancelling gives it back; either happens once, and without either it stays set
//     aside for ever.
//   - Spending uses up first what cannot be cashed out, then top-ups, the oldest first. So
//     what customers paid in stays theirs as long as possible. Cashing out and payouts to
//     the outside do the same, but that cashing out takes top-ups alone.
//   - What can be cashed out is what is left of top-ups that were paid for with money and
//     have not expired for it: online what was paid over a gateway, by hand all of it.
//     What a card does not hold any more, as other items of its order were refunded, goes back by
//     hand. Tokens are no money and are never cashed out. What was given away is not either.
//   - Money that comes back to a wallet because what it bought was refunded is what it was
//     before: top-ups become top-ups again, as far as they were not refunded meanwhile. What
//     was used up last comes back first.
//   - A top-up is taken back from the wallet that it was credited to, whoever is the purchaser
//     of its order by then.
//   - A top-up that has expired is spent like any other credit. How long top-ups can be
//     cashed out is settled when they are bought.
//   - A wallet that is frozen takes credits and gives nothing. A tag that is frozen pays for
//     nothing, and gates let it in all the same.
//   - Wallets of two customers who are one person are merged: all that is in the one goes to
//     the other, with its top-ups, and whoever looks for the one finds the other.
//   - Two tills that spend the same money meet at its wallet: one has it, the other is told
//     how much is left.
package wallet
