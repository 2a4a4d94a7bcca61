// Package customers has the screens of customers: their list and groups, and of one customer what is
// known, changed, given out, erased, and taken together with another.
//
//	customers.go, customer.go, data.go, groups.go, merge.go   a file for each
package customers
