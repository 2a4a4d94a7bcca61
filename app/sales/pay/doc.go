// Package pay opens payments by card, and does what is to be done at their gateways beside
// taking the money, which package sales does.
//
// The rules are told in the documentation of package sales.
//
//	intent.go   opens them
//	effects.go  cancels, gives back, completes what nobody completed, and settles by hand
//	local.go    asks about vouchers
package pay
