// Package texts keeps the texts of neighbours in one value and finds parts of them, and keeps
// sets of ids as bits. It is pure; indexes.Texts puts both to use.
//
//	block.go   the texts of some ids in a row
//	marks.go   sets of ids
package texts
