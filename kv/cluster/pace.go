package cluster

import (
	"slices"
	"sync"
	"time"
)

const (
	// Within near another node is at hand: what is sent in one piece needs less of the processors.
	// Each further step is worth one more commit on its way, up to mostInFlight.
	near         = 8 * time.Millisecond
	mostInFlight = 4
	// A commit is sent again by way of another member when it takes hedgeFactor times what is
	// usual, between leastHedge and mostHedge.
	hedgeFactor = 4
	leastHedge  = 25 * time.Millisecond
	mostHedge   = 500 * time.Millisecond
	// paceMemory is how many round trips are remembered.
	paceMemory = 32
)

// inFlight is how many commits may be on their way over a distance.
func inFlight(roundTrip time.Duration) int {
	return min(1+int(roundTrip/near), mostInFlight)
}

// hedgeAfter is when another member is asked too.
func hedgeAfter(usual time.Duration) time.Duration {
	if usual == 0 {
		return mostHedge / 2
	}
	return min(max(usual*hedgeFactor, leastHedge), mostHedge)
}

// pace remembers the last round trips of commits.
type pace struct {
	mu   sync.Mutex
	last [paceMemory]time.Duration
	n    int
}

func (p *pace) took(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last[p.n%paceMemory] = d
	p.n++
}

// trips gives the shortest, which tells of the distance, as the others tell of what else the
// processors have to do; and the usual.
func (p *pace) trips() (shortest, usual time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.n == 0 {
		return 0, 0
	}
	all := slices.Sorted(slices.Values(p.last[:min(p.n, paceMemory)]))
	return all[0], all[len(all)/2]
}
