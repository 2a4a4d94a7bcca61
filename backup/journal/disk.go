package journal

import (
	"io"
	"os"

	"marquee/backup/machine"
)

// disk is what a journal does to files besides reading them. Tests make each of
// its calls fail in turn.
type disk interface {
	MakeFolder(dir string) error
	// Create makes a new file for its owner alone.
	Create(path string) (diskFile, error)
	// Remove removes a file; one that is not there is no error.
	Remove(path string) error
	// SyncFolder makes the names in a folder durable.
	SyncFolder(dir string) error
}

type diskFile interface {
	io.WriteCloser
	Sync() error
}

// realDisk is the machine's.
type realDisk struct{}

func (realDisk) MakeFolder(dir string) error { return machine.MakeFolder(dir) }

func (realDisk) Create(path string) (diskFile, error) {
	return os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
}

func (realDisk) Remove(path string) error { return machine.Remove(path) }

func (realDisk) SyncFolder(dir string) error { return machine.SyncFolder(dir) }
