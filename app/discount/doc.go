// Package discount keeps the discount codes of a company, and decides what one of
// them takes off a basket. It knows nothing of orders: who sells hands it the units
// of a basket and asks what comes off.
//
//   - record.go is a code as it is stored; write.go makes and changes codes, and
//     check.go says what they must be like; trash.go deletes and restores; read.go
//     and list.go read.
//   - reduce.go decides about a basket: whether the code counts, and what it takes
//     off each unit. The arithmetic is package money's.
//
// # RULES
//
//   - A code is letters and digits, unique in the company without case. It is of one
//     type for good: a fixed amount in one currency, a percentage with at most two
//     decimals, or "buy some of this, get some of that" (bxgy) for a percentage less.
//   - A code that names sale items reduces only these. Donations, content of a bundle,
//     resold items and whatever does not attract discounts are never reduced; of fees
//     those that say they do.
//   - The price that is reduced is the base, without processing fees. A code for net prices
//     counts its amount against the price without tax.
//   - A fixed amount goes off once for each order, shared by price; with maxUsesPerOrder
//     above one it goes off each of so many units, the dearest first. A percentage goes
//     off each unit, of at most maxUsesPerOrder the dearest. bxgy reduces the cheapest
//     units; maxUsesPerOrder limits its groups.
//   - What a code takes off one order is at most maximumDiscount of the order's
//     currency, where there is one; zero takes nothing. Above it all discounts shrink
//     in proportion.
//   - minimumSpend is the base price of everything but fees that attracts discounts,
//     before discount. It is in the code's currency.
//   - A day as validFrom is its start, as validTo its end, in the company's time zone.
//   - A code that orders were made with is disabled instead of deleted. Restoring
//     takes both back; it is refused when another code has the same letters.
package discount
