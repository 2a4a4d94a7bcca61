package bolt

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"go.etcd.io/bbolt"
)

// create makes an empty store beside path, complete and synced, and only then
// gives it its name: a power cut leaves either no store or a whole one.
func create(path string) error {
	temp, err := tempFile(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	if err := emptyStore(temp); err != nil {
		return err
	}
	if err := giveName(temp, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

func tempFile(folder string) (string, error) {
	f, err := os.CreateTemp(folder, ".new-store-*")
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

// emptyStore writes a store with nothing but its clock and its id.
func emptyStore(path string) error {
	db, err := openFile(path)
	if err != nil {
		return err
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		if _, err := tx.CreateBucket(clockBucket); err != nil {
			return err
		}
		return makeIdentity(tx)
	})
	return errors.Join(err, saveFreelist(db), db.Sync(), db.Close())
}

// giveName links rather than renames, so that of two processes which create the
// same store at once the second finds the first one's. Where a file system has
// no links it renames.
func giveName(temp, path string) error {
	err := os.Link(temp, path)
	switch {
	case err == nil, errors.Is(err, fs.ErrExist):
		return nil
	}
	return os.Rename(temp, path)
}

// syncFolder makes the new name durable.
func syncFolder(folder string) error {
	if runtime.GOOS == "windows" {
		return nil // nobody may sync a folder there, and names are written down by themselves
	}
	d, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
