// Package money is the part of the office about money: what is in doubt, what came by transfer, the refunds of
// events, accounts, vouchers and the ledger.
//
//	screens.go    all of them; sections.go the tabs between them
//	doubt.go      payments in doubt; payment.go one of them, settled by hand; payments.go all
//	transfers.go  statements and what they pay; transfer.go one transfer
//	refunds.go    refunds of events; refund.go one, before, while and after
//	accounts.go   accounts; account.go one of them
//	vouchers.go   gift vouchers
//	ledger.go     the ledger by day, order and account
package money
