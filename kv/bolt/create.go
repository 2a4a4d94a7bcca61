package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"go.etcd.io/bbolt"
)

// create writes an empty store to a temporary file, syncs it, and then gives it its
// name: a power cut leaves either no store or a complete one.
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

// emptyStore writes a store that contains nothing but its clock and its id.
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

// giveName links the file to its name instead of renaming it, so that if two processes
// create the same store, the second finds that of the first. If the file system has no
// links it renames.
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
		return nil // Windows cannot sync folders; NTFS journals names by itself
	}
	d, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// The file lock does not tell who holds it, so the holder writes its process id to a
// file beside the store. It is only information; the lock decides.
func holderFile(path string) string { return path + ".holder" }

func writeHolder(path string) error {
	err := os.WriteFile(holderFile(path), []byte(strconv.Itoa(os.Getpid())+"\n"), 0o600)
	if err != nil {
		_ = removeHolder(path) // it may be incomplete
	}
	return err
}

func removeHolder(path string) error { return os.Remove(holderFile(path)) }

// holder names the process that holds the store.
func holder(path string) string {
	b, err := os.ReadFile(holderFile(path))
	if err != nil {
		return "an unknown process"
	}
	return fmt.Sprintf("process %s", strings.TrimSpace(string(b)))
}
