// Package refund voids items of orders that went through, and gives their money back. A plan
// says what and how much; one function carries it out, for whoever made it.
//
// The rules are told in the documentation of package sales; what is picked and what it is worth
// is decided in package rules.
//
//	refund.go    refunds as they are asked for, and begin.go of one order
//	plan.go      what a refund does to an order, and do.go does it
//	wallet.go    what goes to wallets, and what top-ups had credited
//	online.go    asks gateways
//	self.go      refunds by buyers
//	cashout.go   what is left of top-ups is cashed out
//	proceeds.go  sellers are paid for what they sold on
//	erase.go     what erased customers hold is void
package refund
