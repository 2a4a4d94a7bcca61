package machine

import (
	"errors"
	"os"
	"slices"
	"time"
)

// syncedBytes is what is written before each sync: a page.
const syncedBytes = 4096

// Syncs writes a page and syncs it, n times, in a file of its own that is
// removed, and gives the times in order of length.
func Syncs(dir string, n int) (times []time.Duration, err error) {
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(f.Name())) }()
	page := make([]byte, syncedBytes)
	for i := range n {
		page[0] = byte(i)
		start := time.Now()
		if _, err := f.WriteAt(page, 0); err != nil {
			return nil, err
		}
		if err := datasync(f); err != nil {
			return nil, err
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	return times, nil
}
