package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"marquee/kv"
	"marquee/kv/logfile"

	"go.etcd.io/bbolt" // the file: copy-on-write pages, one writer, readers that never block it
	bolterrors "go.etcd.io/bbolt/errors"
)

// ErrNeverInitialised: the file exists but is shorter than an empty store, for example
// after a power cut during the very first start. Nothing is lost by removing it. It is a
// kv.ErrDamaged.
var ErrNeverInitialised = fmt.Errorf("%w: it was never initialised", kv.ErrDamaged)

// Open opens the store at path and creates it if there is none. If another process has it
// open, it returns kv.ErrInUse with that process's id.
func Open(path string, o Options) (*Engine, error) {
	o = o.withDefaults()
	if err := ensure(path); err != nil {
		return nil, err
	}
	warning, err := checkMetas(path)
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
	err = settle(path, db, o)
	if err == nil {
		err = db.View(func(tx *bbolt.Tx) error { return refuseMember(tx, path, o.follows) })
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	e, err := start(path, db, o)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	e.warning = warning
	return e, nil
}

// ensure creates the file if there is none and refuses one that is too short. A log is made
// after the file: where only the log is, the file was lost.
func ensure(path string) error {
	log, err := logfile.Exists(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && log:
		return fmt.Errorf("%w: there is no %s, but its log, %s", ErrFileMissing, path, logfile.Paths(path)[0])
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

// openFile opens the bbolt file with the common options. While it waits for the lock, a
// restore or compaction may give the name to another file; then it opens that one.
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
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, nil, fmt.Errorf("%w: %s is held by %s", kv.ErrInUse, path, holder(path))
	}
	if err != nil {
		return nil, nil, fileError(path, err)
	}
	return db, f, nil
}

// writeHeadAgain writes the two meta pages once more, unchanged. After a failed sync the
// kernel marks pages as clean that it could not write. The next process that opens the
// store then sees a last commit that exists only in the page cache, and would soon
// overwrite pages that the commit on the disk needs.
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

// isStill reports whether path still names the open file.
func isStill(path string, f *os.File) (bool, error) {
	here, err := f.Stat()
	if err != nil {
		return false, err
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(here, there), err
}

// fileOptions never sets NoSync: an acknowledged write is on disk. The list of free pages
// is not written with each commit, because that costs more the longer the list is; Close
// saves it.
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

// Close implements kv.Engine: it finishes waiting transactions, waits for readers, puts
// what the log has into the file, removes the log, and saves the list of free pages so that
// the next Open is quick.
func (e *Engine) Close() error {
	e.gate.Lock()
	if e.closed {
		e.gate.Unlock()
		return nil
	}
	e.closed = true
	close(e.stop)
	close(e.queue)
	e.gate.Unlock()
	<-e.finished
	err := e.endLog()
	if err == nil && !e.isPoisoned() {
		err = saveFreelist(e.db())
	}
	err = errors.Join(err, removeHolder(e.path), e.db().Close())
	e.retired.Wait()
	return err
}

// saveFreelist writes the list of free pages, which commits do not write.
func saveFreelist(db *bbolt.DB) error {
	db.NoFreelistSync = false
	return db.Update(func(*bbolt.Tx) error { return nil })
}
