package powerloss

import (
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"marquee/kv/kvtest/trace"
)

// Image is a folder as it may look after a power cut.
type Image struct {
	Log *trace.Log
	// Point is the index of the first event after the cut.
	Point int
	choice
	left *disk
}

// Acked are the acknowledgements that were sent before the cut.
func (i Image) Acked() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, e := range i.Log.Events[:i.Point] {
			if e.Kind == trace.Ack && !yield(string(e.Data)) {
				return
			}
		}
	}
}

// Save writes the image into an empty folder in place of the log's.
func (i Image) Save(dir string) error {
	inside := func(path string) string { return filepath.Join(dir, strings.TrimPrefix(path, i.Log.Folder)) }
	folders := []string{}
	for path := range i.left.folders {
		folders = append(folders, path)
	}
	slices.Sort(folders)
	there := map[string]bool{filepath.Dir(i.Log.Folder): true}
	for _, path := range folders {
		if there[path] = there[filepath.Dir(path)]; !there[path] || path == i.Log.Folder {
			continue
		}
		if err := os.Mkdir(inside(path), 0o700); err != nil {
			return err
		}
	}
	for path, file := range i.left.names {
		if content := i.left.files[file]; content != nil && there[filepath.Dir(path)] {
			if err := content.save(inside(path)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Images yields about n different images of a log, fewer if it has fewer, ordered by the
// point of the cut. The same seed gives the same images.
func Images(log *trace.Log, n int, seed uint64) iter.Seq[Image] {
	rng := rand.New(rand.NewPCG(seed, 0))
	tries := moments(log, n, rng)
	return func(yield func(Image) bool) {
		d := newDisk(log.Folder)
		for point := range tries {
			if point > 0 {
				d.take(point-1, log.Events[point-1])
			}
			seen := map[string]bool{}
			for range tries[point] {
				c := another(d, seen, rng)
				if c == nil {
					break
				}
				if !yield(Image{log, point, *c, c.apply(d)}) {
					return
				}
			}
		}
	}
}

// atTheEnd is how many of the images are cut behind the last event.
const atTheEnd = 20

// moments chooses the points of n cuts in a log: one half anywhere, the other half at
// events that are not plain writes, which are rarer.
func moments(log *trace.Log, n int, rng *rand.Rand) []int {
	tries := make([]int, len(log.Events)+1)
	var rare []int
	for i, e := range log.Events[log.First:] {
		if e.Kind != trace.Write {
			rare = append(rare, log.First+i+1)
		}
	}
	for i := range n {
		switch {
		case i%atTheEnd == 0:
			tries[len(log.Events)]++
		case i%2 == 0 && len(rare) > 0:
			tries[rare[rng.IntN(len(rare))]]++
		default:
			tries[log.First+rng.IntN(len(log.Events)-log.First+1)]++
		}
	}
	return tries
}

// another is a choice that was not used at this point yet, or nil if it finds none.
func another(d *disk, seen map[string]bool, rng *rand.Rand) *choice {
	for range 20 {
		c := choose(d, rng)
		if len(d.data) == 0 {
			c.how, c.grown = "none", false
		}
		_, part, _ := strings.Cut(c.String(), ":")
		if !seen[part] {
			seen[part] = true
			return &c
		}
	}
	return nil
}
