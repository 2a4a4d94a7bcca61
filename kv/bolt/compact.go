package bolt

import (
	"errors"

	"go.etcd.io/bbolt"
)

// compactStep is how much one transaction of a compaction writes, in bytes.
const compactStep = 8 << 20

// compactGrowth is the step in which the new file grows, in bytes.
const compactGrowth = 1 << 20

// CompactTo writes the content of the store, including sequences, into a new file and
// syncs it. The new file has no free pages but those that the next start would make at
// once: it would grow the file in large steps then. The file must not exist. After an error the caller
// removes it.
func (f *Frozen) CompactTo(path string) error {
	o := fileOptions()
	o.InitialMmapSize = 0 // a large map makes the file grow in large steps
	db, err := bbolt.Open(path, 0o600, o)
	if err != nil {
		return err
	}
	db.AllocSize = compactGrowth
	err = bbolt.Compact(db, f.db, compactStep)
	if err == nil {
		err = fillPool(db, poolPages)
	}
	if err == nil {
		err = saveFreelist(db)
	}
	return errors.Join(err, db.Sync(), db.Close())
}
