//go:build !race

package bench

import (
	"runtime"
	"testing"

	files "marquee/app/report/sheet"
)

// pageAllocations is the most that a page of a hundred rows may allocate, the
// request and its recorder included. A row costs two or three on the way from the
// store: the more of them each row makes, the more the collector has to do. The race detector
// empties pools at random, so nothing is counted under it.
var pageAllocations = map[string]float64{
	"list 100 orders":      630,
	"orders changed since": 700,
	"entry sync page":      825,
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

// rowAllocations and rowBytes are the most that a row of the attendance as CSV may allocate.
// One of them is the moment on the clocks of its place.
// A file has a million of them: what they leave to the collector, those who scan wait for.
const (
	rowAllocations = 10
	rowBytes       = 830
)

func TestAllocationsOfExport(t *testing.T) {
	s := openHotStore(t)
	s.exported(t, files.CSV) // fills what is kept from then on
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	rows := s.exported(t, files.CSV)
	runtime.ReadMemStats(&after)
	allocations, size := (after.Mallocs-before.Mallocs)/uint64(rows), (after.TotalAlloc-before.TotalAlloc)/uint64(rows)
	if allocations > rowAllocations || size > rowBytes {
		t.Errorf("a row takes %d allocations of %d bytes, %d of %d are allowed", allocations, size, rowAllocations, rowBytes)
	}
}
