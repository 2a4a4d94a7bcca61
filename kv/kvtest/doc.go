// Package kvtest contains the conformance suite of engines, and wrappers of engines for
// tests of the code above them.
//
//   - conform*.go: Conform, which checks every promise of package kv.
//   - chaos.go, wrap.go: Chaos runs every Update at least twice and overwrites bytes that
//     a closure kept after its end.
//   - alone.go: Alone panics on a transaction inside another.
//   - meter.go: Meter counts what an operation reads and writes.
//
// Package trace records the file operations of a process and makes them fail. Package
// powerloss builds from such a record what a power cut may leave on the disk.
package kvtest
