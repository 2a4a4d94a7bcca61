package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"marquee/backup"
	"marquee/backup/machine"
)

// fetchDirPattern is how folders are called into which a backup is fetched.
const fetchDirPattern = ".fetched-*"

// fetchDirLock is the file in such a folder that says that it is in use.
const fetchDirLock = "lock"

// fetchDirFor is where a backup from a bucket is fetched to: the data folder, which
// has room for a store, or that for temporary files where there is none. What a
// killed one left there goes first.
func fetchDirFor(dir, path string) (fetchDir string, remove func(), err error) {
	if !backup.IsS3(path) {
		return "", func() {}, nil
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		dir = os.TempDir()
	}
	removeStaleFetchDirs(dir)
	for {
		made, err := os.MkdirTemp(dir, fetchDirPattern)
		if err != nil {
			return "", nil, err
		}
		release, err := machine.Lock(filepath.Join(made, fetchDirLock))
		if errors.Is(err, machine.ErrLocked) || errors.Is(err, fs.ErrNotExist) {
			continue // another one took it for a left one, between these lines
		}
		if err != nil {
			return "", nil, errors.Join(err, os.RemoveAll(made))
		}
		return filepath.Join(made, "backup"), func() { _, _ = release(), os.RemoveAll(made) }, nil
	}
}

// removeStaleFetchDirs removes what was fetched into a folder by somebody who is no more.
func removeStaleFetchDirs(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, fetchDirPattern)) // the pattern is good
	for _, l := range left {
		release, err := machine.Lock(filepath.Join(l, fetchDirLock))
		if err != nil {
			continue
		}
		_, _ = release(), os.RemoveAll(l)
	}
}
