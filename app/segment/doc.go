// Package segment fills automatic groups of customers: those whose members are whoever
// bought enough of something.
//
//	sync.go  follows the changes of orders
//	rule.go  decides who fits
//
// # RULES
//
//   - Units count for whoever bought them, until they are given back or the order is given
//     to another purchaser. Fees count nowhere, and what was sold in demo mode counts in demo
//     mode alone.
//   - A group follows the changes of orders within a few minutes. A new rule begins with all
//     orders there are.
//   - Whoever fits no more leaves, but not before they were in the group for as long as it
//     says.
package segment
