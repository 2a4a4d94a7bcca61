// Package kvtest holds what every engine has to pass, and wrappers for tests of
// what stands on an engine.
//
//   - conform.go and its neighbours: Conform, the suite of the promises in
//     package kv.
//   - chaos.go: Chaos runs every Update at least twice and spoils the bytes that
//     a closure kept for itself.
//   - alone.go: Alone panics when a transaction is begun inside another.
//   - meter.go: Meter counts what an operation reads and writes.
//
// Below it stand trace, which writes down and spoils what a process does to its
// files, and powerloss, which makes of that what a power cut may leave.
package kvtest
