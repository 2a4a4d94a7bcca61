// Package money is the arithmetic of prices: what one unit costs, the tax in it,
// and amounts shared so that the parts add up. It keeps nothing: plain values in,
// plain values out, in minor units.
//
// # RULES
//
//   - Amounts are whole numbers of the currency's minor unit; tax rates are
//     ten-thousandths of a percent.
//   - A unit costs its base and the fees that are charged on top. A hidden fee is
//     inside the base and is only reported. What is discounted goes off after that.
//   - A variable price is the caller's amount, within its bounds; the fees are taken
//     out of it, and are cut where they exceed it. A processing fee that is a percentage
//     is that of the amount. A custom price replaces the base, and the fees come on top.
//   - Tax is inside the price: price * rate / (100 % + rate); or it comes on top of it:
//     price * rate / 100 %. It is calculated for each order and rate over the sum, rounded
//     half up once, and spread over the units: each gets its floor, and what is left over
//     goes one by one to the largest remainders, ties to the earlier unit. The base's share
//     is spread alone and the fees have the rest, so that the parts add up; or base and
//     each fee are taxed and rounded by themselves. What one unit is said to cost before it
//     is bought is its price alone.
//   - A fee on an amount is a share of it, rounded half up, and a fixed sum, within a
//     least and a largest amount, by steps of the amount. A step of nothing is no fee.
//   - An amount is shared in proportion to weights: each part gets its floor, and
//     the units left over go one by one to the largest remainders, ties to the
//     first. The parts always add up.
package money
