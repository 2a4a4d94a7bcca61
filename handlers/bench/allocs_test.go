//go:build !race

package bench

import "testing"

// pageAllocations is the most that a page of a hundred rows may allocate, the
// request and its recorder included. A row costs two or three on the way from the
// store: the more of them each row makes, the more the collector has to do. The race detector
// empties pools at random, so nothing is counted under it.
var pageAllocations = map[string]float64{
	"list 100 orders":      640,
	"orders changed since": 710,
	"entry sync page":      830,
}

func TestAllocationsOfPages(t *testing.T) {
	s := openHotStore(t)
	for _, p := range hotPaths {
		most, held := pageAllocations[p.name]
		if !held {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			n := testing.AllocsPerRun(20, func() { p.do(s, 0, "") })
			if n > most {
				t.Errorf("a page takes %.0f allocations, %.0f are allowed", n, most)
			}
		})
	}
}
