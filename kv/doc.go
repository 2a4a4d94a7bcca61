// Package kv is the bytes below everything: ordered key spaces, read in
// snapshots and written in transactions. It does not know what a record is.
//
// An engine promises snapshot isolation with "first committer wins", plus
// [Tx.Guard]. kv/bolt gives more than that, kv/mem gives exactly that, so a
// test on kv/mem finds the code that leans on more. The rule which follows for
// callers: every decision writes (or guards) a key that its rival would also
// write.
//
// The map of the package:
//
//   - kv.go: what an engine is. errors.go: what it may answer. limits.go: what a
//     key and a value may measure.
//   - overlay.go: the write set of one transaction, laid over an engine's
//     snapshot. Every engine uses it, so "reads its own writes" and "a failed
//     closure leaves no trace" are written once. tree.go: the ordered tree below.
//   - codec.go, codec_int.go, codec_bytes.go, codec_tuple.go: keys whose bytes
//     sort as their values do.
//
// The engines live in kv/bolt (one file on disk) and kv/mem (memory, for tests);
// kv/kvtest holds the suite that each of them passes.
package kv
