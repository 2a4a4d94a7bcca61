// Package mem is an engine in memory that keeps exactly what package kv
// promises, and no more: snapshot isolation, first committer wins, Guard. Code
// that leans on kv/bolt running one transaction at a time fails here. For tests
// and simulation.
//
//   - engine.go: View and Update with their retries.
//   - commit.go: what makes an attempt lose, and applying the one that wins.
package mem
