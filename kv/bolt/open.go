package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"marquee/kv"

	"go.etcd.io/bbolt" // the file: copy-on-write pages, one writer, readers that never block it
)

// ErrNeverInitialised: the file exists but was cut off before it held anything,
// as after a power cut during the very first start. Nothing is lost by removing it.
// It is a kv.ErrDamaged.
var ErrNeverInitialised = fmt.Errorf("%w: it was never initialised", kv.ErrDamaged)

// Open opens the store at path and creates it when there is none. It answers
// kv.ErrInUse when another process holds it, with that process's id.
func Open(path string, o Options) (*Engine, error) {
	o = o.withDefaults()
	if err := ensure(path); err != nil {
		return nil, err
	}
	warning, err := glance(path)
	if err != nil {
		return nil, err
	}
	db, err := openFile(path)
	if err != nil {
		return nil, err
	}
	if err := removeLeftovers(path); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	e, err := start(path, db, o)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	e.warning = warning
	return e, nil
}

// ensure creates the file when there is none and refuses a stump.
func ensure(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return create(path)
	case err != nil:
		return err
	case info.Size() < minFile:
		return neverInitialised(path, info.Size())
	}
	return nil
}

func neverInitialised(path string, size int64) error {
	return fmt.Errorf("%w: %s has %d bytes, at least %d are needed; remove it and start again", ErrNeverInitialised, path, size, minFile)
}

// openFile opens the bbolt file with the options that every store is opened with.
// While it waits for the lock, restore or compaction may give the name to another
// file; then it takes that one.
func openFile(path string) (*bbolt.DB, error) {
	for {
		db, f, err := openOnce(path)
		if err != nil {
			return nil, err
		}
		same, err := isStill(path, f)
		if same {
			err = writeHeadAgain(f)
		}
		if same && err == nil {
			return db, nil
		}
		if err = errors.Join(err, db.Close()); err != nil {
			return nil, err
		}
	}
}

func openOnce(path string) (db *bbolt.DB, f *os.File, err error) {
	o := fileOptions()
	o.OpenFile = func(name string, flag int, mode os.FileMode) (*os.File, error) {
		if f, err = os.OpenFile(name, flag, mode); err != nil {
			return nil, err
		}
		if err = prepare(name, f); err != nil {
			return nil, errors.Join(err, f.Close())
		}
		return f, nil
	}
	err = Guarded(func() error {
		db, err = bbolt.Open(path, 0o600, o)
		return err
	})
	if errors.Is(err, bbolt.ErrTimeout) {
		return nil, nil, fmt.Errorf("%w: %s is held by %s", kv.ErrInUse, path, holder(path))
	}
	if err != nil {
		return nil, nil, fileError(path, err)
	}
	return db, f, nil
}

// writeHeadAgain writes the two pages that lead to everything else once more, as they are.
// After a failed sync the system takes what it could not write for written: the
// process that opens the store next sees a last commit that is in the memory of
// the system only, and would soon write over pages that the one on the disk needs.
func writeHeadAgain(f *os.File) error {
	head := make([]byte, 2*pageSize)
	if _, err := f.ReadAt(head, 0); err != nil {
		return err
	}
	if _, err := f.WriteAt(head, 0); err != nil {
		return err
	}
	return f.Sync()
}

// isStill tells whether an open file is the one that has the name.
func isStill(path string, f *os.File) (bool, error) {
	here, err := f.Stat()
	if err != nil {
		return false, err
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(here, there), err
}

// fileOptions never sets NoSync: an acknowledged write is on disk. The list of
// free pages is not written with each commit, which would cost more the larger
// the list; a clean Close saves it.
func fileOptions() *bbolt.Options {
	o := &bbolt.Options{
		Timeout:        lockWait,
		NoFreelistSync: true,
		FreelistType:   bbolt.FreelistArrayType,
		PageSize:       pageSize,
	}
	if strconv.IntSize == 64 {
		o.InitialMmapSize = mapSize
	}
	return o
}
