package backup

import (
	"errors"
	"io"
	"os"

	"marquee/backup/machine"
	"marquee/kv/bolt"
)

// disk is what backup, restore and compact do to files besides reading them.
// Tests make each of its calls fail in turn.
type disk interface {
	// Create makes a new file for its owner alone.
	Create(path string) (file, error)
	Rename(from, to string) error
	// Link gives a file a second name.
	Link(from, to string) error
	// Remove removes a file; one that is not there is no error.
	Remove(path string) error
	// SyncFolder makes the names in a folder durable.
	SyncFolder(dir string) error
}

type file interface {
	io.WriteCloser
	Sync() error
}

// realDisk is the machine's.
type realDisk struct{}

func (realDisk) Create(path string) (file, error) {
	return os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
}

func (realDisk) Rename(from, to string) error { return os.Rename(from, to) }

func (realDisk) Link(from, to string) error { return os.Link(from, to) }

func (realDisk) Remove(path string) error { return machine.Remove(path) }

func (realDisk) SyncFolder(dir string) error { return machine.SyncFolder(dir) }

// writeFile makes a file, whole and synced or not at all. A large one is synced as
// it grows, for the sake of those who commit meanwhile.
func writeFile(d disk, path string, write func(w io.Writer) error) error {
	f, err := d.Create(path)
	if err != nil {
		return err
	}
	err = write(bolt.Steady(f))
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, d.Remove(path))
	}
	return nil
}

// writeBytes is writeFile for what is in memory.
func writeBytes(d disk, path string, b []byte) error {
	return writeFile(d, path, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}
