package listen

import (
	"os"
	"runtime"
)

// calmHeap is how much the heap may grow between two collections beyond what the
// program itself would be allowed, in bytes.
const calmHeap = 24 << 20

// CalmCollector makes garbage collection rarer while the heap is small: a server
// keeps a few megabytes and makes hundreds in a second of a rush, so that by default
// it would collect forty times a second. It holds memory that nobody ever touches,
// so the system never gives it, but the collector counts it. Unlike a higher GOGC
// this costs nothing more when the heap is large for once. Whoever sets GOGC or
// GOMEMLIMIT has chosen already. Call the result at the end.
func CalmCollector() (release func()) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	untouched := make([]byte, calmHeap)
	return func() { runtime.KeepAlive(untouched) }
}
