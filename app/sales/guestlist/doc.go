// Package guestlist puts guests on the lists of events, as somebody pastes them: one on each line.
//
//	lines.go   what a line says
//	sign.go    each becomes an order of its own, all of them or none
package guestlist
