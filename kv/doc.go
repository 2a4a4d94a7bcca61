// Package kv defines the storage engine: ordered spaces of keys and values, read in
// snapshots and written in transactions. It does not know what a record is.
//
// An engine provides snapshot isolation with "first committer wins", plus [Tx.Guard].
// kv/bolt provides more (transactions run one after the other); kv/mem provides
// exactly this, so tests on kv/mem find code that relies on more. The rule for
// callers: every transaction that makes a decision must write or guard a key that a
// conflicting transaction also writes or guards.
//
//   - kv.go: the Engine interface. errors.go: its errors. limits.go: the sizes of
//     keys and values.
//   - overlay.go: the write set of one transaction over an engine's snapshot. Every
//     engine uses it, so reading one's own writes and discarding a failed transaction
//     are implemented once. writes.go, tree.go: the data structures below it.
//   - writeset.go: the writes of one transaction, for followers.
//   - codec*.go: keys whose bytes sort like their values.
//
// The engines are kv/bolt (one file on disk) and kv/mem (in memory, for tests).
// kv/kvtest contains the conformance suite that both pass. kv/cluster has several machines
// keep one store.
package kv
