package bolt

import (
	"errors"

	"go.etcd.io/bbolt"
)

// compactStep is how many bytes one transaction of a compaction writes.
const compactStep = 8 << 20

// CompactTo writes what the store holds into a new file without free pages,
// sequences included, and syncs it. The file must not exist; whoever calls it
// removes the file when it went wrong.
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
