// Package audit is the operation that searches the log of what staff change.
//
//	audit.go  the list of entries
package audit
