// Package discount keeps the discount codes of a company, and decides what one of
// them takes off a basket. It knows nothing of orders: who sells hands it the units
// of a basket and asks what comes off.
//
//   - record.go is a code as it is stored; write.go makes and changes codes, and
//     check.go says what they must be like. What codes of every kind have in common,
//     children, trash and lists among it, is package codes.
//   - auto.go has the codes that count by themselves.
//     targets.go looks for what codes are narrowed to.
//   - read.go is what others ask; copy.go lets codes count at copies of an event.
//   - reduce.go decides about a basket: whether the code counts, and what it takes
//     off each unit. The arithmetic is package money's.
//
// # RULES
//
//   - A code is letters, digits, dashes and underscores, unique in the company without case,
//     composed or not. It is of one
//     type for good: a fixed amount in one currency, a percentage with at most two
//     decimals, or "buy some of this, get some of that" (bxgy) for a percentage less.
//   - A code that names sale items, inventory items, events, schedules or price bands reduces
//     only what is one of these, or belongs to one. Donations, content of a bundle,
//     resold items and whatever does not attract discounts are never reduced; of fees
//     those that say they do.
//   - The price that is reduced is the base, without processing fees. A code for net prices
//     counts its amount against the price without tax.
//   - A fixed amount goes off once for each order, shared by price; with maxUsesPerOrder
//     above one it goes off each of so many units, the dearest first. A percentage goes
//     off each unit, of at most maxUsesPerOrder the dearest, or with cheapestFirst the
//     cheapest. bxgy reduces the cheapest
//     units; maxUsesPerOrder limits its groups.
//   - What a code takes off one order is at most maximumDiscount of the order's
//     currency, where there is one; zero takes nothing. Above it all discounts shrink
//     in proportion.
//   - minimumSpend is the base price of everything but fees that attracts discounts,
//     before discount. It is in the code's currency.
//   - maxUsesPerEvent and maxUsesPerSchedule count the orders in which units of one event, or
//     of all events of one schedule together, were reduced; from when the code has such a
//     limit. newCustomersOnly is for customers without an order that stands or waits.
//   - Some codes, ten at most, count by themselves in baskets without an entered one: of
//     those that take something off, the one with the lowest priority, of equal ones the
//     oldest. They have no children. One with a limit for each customer counts only when
//     the customer is known.
package discount
