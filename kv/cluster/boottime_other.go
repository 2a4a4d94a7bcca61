//go:build !linux

package cluster

import "time"

// A machine that sleeps is no node of a cluster here: where the clock stands still meanwhile, a
// leader takes itself for one a little longer when it wakes up, and its reads may be old.
func boottime() time.Duration { return time.Since(started) }
