// Package chain proves that a journal is what was written: its entries are numbered without gaps,
// each has the hash of the one before, and a mark of the last one stands where whoever changes the
// journal does not come. The ledger and the audit log are such journals.
//
//	walk.go    walking one
//	verify.go  proving that those of all companies go on from where a backup ended
package chain
