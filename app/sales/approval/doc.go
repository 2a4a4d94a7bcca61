// Package approval decides about items that somebody has to approve.
//
// The rules are told in the documentation of package sales.
//
//	approve.go  finds the items that are meant
//	decide.go   decides about those of one order
package approval
