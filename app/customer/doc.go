// Package customer holds the people who buy and hold tickets (domain 8).
//
// A customer belongs to one company and is known there by the e-mail. The name
// is stored whole, in whatever script it was given; first name and surname are
// read out of it.
//
//	record.go  the stored record and its indexes
//	name.go    first name and surname
//	fields.go  what a caller may set, and the rules for it
//	find.go    look-ups, and FindOrCreate for a sale
//	write.go   the commands Create and Edit
//	list.go    the list
//
// [Changed] fires when a customer's data was edited: gates show it.
package customer
