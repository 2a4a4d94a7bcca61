// Package ledger is the journal of all money and credit of a company: double entry,
// append-only, chained by hashes. Whoever moves money posts an entry in the transaction
// in which it moves; nobody changes or removes one.
//
//	account.go    the accounts
//	entry.go      what is stored: entries, and the head with the balances
//	post.go       the one way in which an entry is written
//	chain.go      hashes, and walking the chain
//	period.go     walking the entries of a period; find.go looking for some
//	invariant.go  what always holds
//
// # RULES
//
//   - An entry moves amounts between accounts. What an account is credited is positive,
//     what it is debited negative, and for each currency the amounts of an entry add up
//     to zero. Hence all balances of a currency do, at every entry.
//   - What was sold, paid and given in demo mode is no money. It has accounts of its own, and
//     the amounts of an entry add up to zero among them and among those of money, each by
//     itself: an entry that would make money of it cannot be written.
//   - Where money comes from has a balance below zero: cash, cards, a gateway hold as much
//     as their accounts are short of. What is owed or earned is above zero.
//   - Entries of a company are numbered without gaps. Each tells the balance of every
//     account that it moves before and after it, what it was made for, and the hash of
//     the entry before. So no entry can be changed, left out or put in between without
//     changing all hashes that follow, and the last hash stands for the whole journal.
//   - What was earned, the fees in it and the tax on both have an account for each rate of
//     tax, so that the tax of a period can be told rate by rate. An order whose first entry
//     is older than these accounts stays on those without a rate.
//   - The head keeps the number and the hash of the last entry, and the balances of all
//     accounts but wallets. Wallets are many: each has a balance of its own,
//     which never is below zero, so that an entry costs as much with a million of them.
//   - What an order pays from a wallet, or gives back to it, passes through the clearing
//     account: the order posts one side and the wallet the other, in one transaction.
//   - A price is split into what is sold, fees and tax. What a gift voucher is worth is
//     owed to whoever has it until it is redeemed or voided. Money on a deposit is held
//     until its order is complete, and is kept when that expires. What is given away
//     (complimentary) is no money: it makes an entry only where something is owed for it.
//   - Amounts are whole minor units and shares of them always add up, so nothing is ever
//     rounded between accounts.
//   - Entries of orders that are older than the journal were written when their store was
//     upgraded, in the order of companies and orders.
package ledger
