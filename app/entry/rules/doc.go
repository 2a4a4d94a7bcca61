// Package rules decides whether tickets may pass a gate. It is pure: plain values go in,
// and a decision comes out. No store, clock or randomness is asked, and nothing but the
// standard library is imported, so that the same code runs in the box office and, compiled
// to WebAssembly, on the phones at the doors, where there may be no network.
//
// The rules and their order are told in the documentation of package entry.
//
//	decide.go   the decision
//	values.go   what it rests on
//	status.go   the outcomes
//	remedy.go   what would let in who was refused
//	numbers.go  the same as a row of numbers, as a phone passes it in and out
package rules
