package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"marquee/backup"
	"marquee/backup/machine"
)

// scratchNames is how folders are called into which a backup is fetched.
const scratchNames = ".fetched-*"

// scratchLock is the file in such a folder that says that it is in use.
const scratchLock = "lock"

// scratchFor is where a backup from a bucket is fetched to: the data folder, which
// has room for a store, or that for temporary files where there is none. What a
// killed one left there goes first.
func scratchFor(dir, path string) (scratch string, remove func(), err error) {
	if !backup.IsS3(path) {
		return "", func() {}, nil
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		dir = os.TempDir()
	}
	removeLeft(dir)
	for {
		made, err := os.MkdirTemp(dir, scratchNames)
		if err != nil {
			return "", nil, err
		}
		release, err := machine.Lock(filepath.Join(made, scratchLock))
		if errors.Is(err, machine.ErrLocked) || errors.Is(err, fs.ErrNotExist) {
			continue // another one took it for a left one, between these lines
		}
		if err != nil {
			return "", nil, errors.Join(err, os.RemoveAll(made))
		}
		return filepath.Join(made, "backup"), func() { _, _ = release(), os.RemoveAll(made) }, nil
	}
}

// removeLeft removes what was fetched into a folder by somebody who is no more.
func removeLeft(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, scratchNames)) // the pattern is good
	for _, l := range left {
		release, err := machine.Lock(filepath.Join(l, scratchLock))
		if err != nil {
			continue
		}
		_, _ = release(), os.RemoveAll(l)
	}
}
