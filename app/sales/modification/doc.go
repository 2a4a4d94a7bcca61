// Package modification begins orders that are to take the place of others: changed ones, and those
// whose items are moved to other dates. Package sales does the rest when they are bought.
//
// The rules are told in the documentation of package sales.
//
//	modify.go  an order is changed
//	rebook.go  its items are moved to other dates
package modification
