package bolt

import (
	"errors"

	"go.etcd.io/bbolt"
)

// compactStep is how much one transaction of a compaction writes, in bytes.
const compactStep = 8 << 20

// CompactTo writes the content of the store, including sequences, into a new file
// without free pages and syncs it. The file must not exist. After an error the caller
// removes it.
func (f *Frozen) CompactTo(path string) error {
	o := fileOptions()
	o.InitialMmapSize = 0 // a large map makes the file grow in large steps
	db, err := bbolt.Open(path, 0o600, o)
	if err != nil {
		return err
	}
	err = bbolt.Compact(db, f.db, compactStep)
	if err == nil {
		err = saveFreelist(db)
	}
	return errors.Join(err, db.Sync(), db.Close())
}
