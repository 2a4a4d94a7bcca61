// Package fee keeps the fees of a company, and decides which of them a basket is charged.
// It knows nothing of orders: who sells hands it the units of a basket and is told what
// to charge. The arithmetic is package money's.
//
//   - record.go is a fee as it is stored; write.go makes and changes fees, and check.go
//     says what they must be like; trash.go deletes and restores; read.go reads and
//     lists.
//   - charge.go decides about a basket, and delivery.go about what it can choose.
//
// # RULES
//
//   - A fee is charged once for each order, once for each event of it, or once for each
//     unit; it is a fixed sum, a percentage, or by steps of the amount it is charged on.
//     That amount is the base price, before discounts and without other fees: of the
//     unit, of all units of the event, or of all units of the order.
//   - A percentage may have a least and a largest amount. Of steps the first begins at
//     zero; one of nothing charges nothing, so that free tickets can be left out.
//   - A fee belongs to the company, to an event, or to sale items of one event. It is
//     charged on the types it names; on none named, on all but donations, top-ups and
//     fees. It counts while it is active, on its channels, in baskets of its currency
//     where it has one, and so many times an order as it says at most.
//   - Of fees with the same group, a unit is charged the most specific alone: that of its
//     sale item before that of its event before that of the company. Different fees
//     stack.
//   - An absorbed fee is inside the prices of what it is charged on: its line costs
//     nothing, and tells how much it is.
//   - What is sold on from one buyer to another is charged fees like everything else, unless
//     they leave it out. Fees that it alone is charged are resale fees; its seller may pay a
//     part of them.
//   - A fee is a line of the order with a tax band of its own. It takes no stock, and is
//     sold by itself nowhere. Discounts reduce it only where it says so.
//   - A fee for a delivery is charged in the baskets that chose it, of those that it is for;
//     it may be free. Its line is a fulfilment fee. Nothing chosen is tickets by e-mail.
//   - Fees follow the basket at each change. Orders keep what they were charged.
package fee
