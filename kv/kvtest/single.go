package kvtest

import "testing"

// SingleGoroutine skips a long test under the race detector, which makes it ten times as
// long and has nothing to find in it. `make test` runs it.
func SingleGoroutine(t testing.TB) {
	t.Helper()
	if raced {
		t.Skip("one goroutine: it runs without the race detector")
	}
}

// Fewer is by how much a long test of many goroutines divides what it does under the race
// detector: n there, else 1.
func Fewer(n int) int {
	if raced {
		return n
	}
	return 1
}
