package bolt

import (
	"flag"
	"os"

	"go.etcd.io/bbolt"
)

// FlipCount is how many bits of each file are flipped; from a thousand on, a bit
// of every byte of the structure too.
var FlipCount = flag.Int("flips", 150, "how many bits of each file are flipped")

// Live tells of every byte of a sound file that means something what it is; ""
// for padding and free pages.
func Live(path string) ([]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	what := make([]string, info.Size())
	var bad error
	checkPages(file, info.Size(), func(err error) { bad = err }, func(w string, from, to int64) {
		for i := from; i < to; i++ {
			what[i] = w
		}
	})
	return what, bad
}

// BBoltAlone is what bbolt finds by itself: whether the file opens, and its check.
func BBoltAlone(path string) error {
	f, err := OpenFrozen(path)
	if err != nil {
		return err
	}
	defer f.Close()
	var first error
	err = f.db.View(func(tx *bbolt.Tx) error {
		for err := range tx.Check() {
			if first == nil {
				first = err
			}
		}
		return nil
	})
	if first == nil {
		first = err
	}
	return first
}
