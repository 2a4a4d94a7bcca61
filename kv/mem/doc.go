// Package mem is an engine in memory that provides exactly what package kv promises
// and no more: snapshot isolation, first committer wins, Guard. Code that relies on
// kv/bolt running one transaction at a time fails here. It is for tests and
// simulations.
//
//   - engine.go: View, and Update with its retries.
//   - commit.go: detecting conflicts and applying commits.
package mem
