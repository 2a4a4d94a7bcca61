// Package resale lets those who hold tickets sell them on. A seller offers items of one
// order in a listing, each under a contract; buyers put them into a basket like anything
// else. What is done to orders and baskets is package sales' business.
//
// # THE MAP
//
//   - settings_record.go and settings.go: how tickets are sold on, by company, event and
//     sale item.
//   - record.go: listings and contracts. create.go makes a listing; candidate.go says what
//     can be offered, and for how much; close.go ends it.
//   - price.go: what an item costs that is sold on, and who pays the fees.
//   - buy.go: what package sales does with contracts.
//   - buyer.go: what sellers do on the page of their order; offers.go: what an event shows.
//   - payout.go: what sellers get, and when; what goes over a gateway package sales does.
//   - read.go reads and lists. invariant.go says what always holds, limits.go every limit.
//
// # RULES
//
//   - Settings of a sale item count before those of its event, and these before the
//     company's. Resale is off unless it is switched on. Then sellers ask what they want
//     within 20 % of what they paid, buyers pay the fees, and sellers can spend what they
//     earned once it was settled.
//   - Offered is what its purchaser holds, has paid for and has not used: tickets, products
//     and season tickets that stand; no bundles and add-ons; nothing that was transferred,
//     scanned or is being refunded; for an event that is still to come, in the time for
//     which listing is open. All items of a listing are of one order and one event, and
//     either have seats in one area or have none.
//   - An item is offered once at a time. As long as it is, it is locked: gates let nobody
//     in with it, and its order is not refunded.
//   - Buyers pay the price and the fees: those that every item is charged, unless they
//     leave out resale, and those that resold items alone are charged. Of the latter the
//     seller pays a part where the settings say so: all, a percentage of the price, or as
//     much as the seller is ready to; never more than the fees, nor all of the price. The
//     fees in the price of the sale item were paid once and are not charged again.
//   - The price belongs to the seller, and holds no tax. Codes do not reduce it.
//   - What a seller earned is credited to a wallet: at once, or to be spent once it was
//     settled. A contract is settled once, however often somebody asks for it. Or it goes
//     back over the gateway that the seller had paid over, up to what the seller paid there
//     for the item, as a refund of the seller's order; the rest, and all that the gateway
//     does not give back, is credited at once. Such contracts are not settled.
//   - A contract in a basket is reserved: the first basket has it. It is free again when
//     the basket gives it up or expires. As many contracts of a listing are bought together
//     as its seller wants, or all that is left of it. Nobody buys what they sell themselves.
//   - When a basket is bought that has a contract, the item of the seller is void, and the
//     buyer's has its seat under another barcode. The former barcode is historic.
//   - What others sell on is paid at once: not later, not by a deposit, not as a gift. A
//     refund of it gives the buyer the money back; the seller keeps what was earned.
//   - A listing ends when everything was sold, when its time is up, or when somebody ends
//     it. What was sold stays sold, and what is in baskets stays there; it is not offered
//     again when it is not bought. All else is the seller's again, with its barcode. A
//     listing that has ended does not begin again.
package resale
