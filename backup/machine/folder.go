package machine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// SyncFolder makes the names in a folder durable. Windows lets nobody sync a folder
// and writes names down by itself.
func SyncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// MakeFolder makes a folder for its owner alone, with those above it, and makes
// their names durable: what is synced inside is lost with a folder that is not.
func MakeFolder(dir string) error {
	err := os.Mkdir(dir, 0o700)
	if errors.Is(err, fs.ErrNotExist) {
		if err = MakeFolder(filepath.Dir(dir)); err == nil {
			err = os.Mkdir(dir, 0o700)
		}
	}
	if err == nil {
		return SyncFolder(filepath.Dir(dir))
	}
	if info, look := os.Stat(dir); look == nil && info.IsDir() {
		return nil
	}
	return err
}

// Remove removes a file; one that is not there is no error.
func Remove(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Replace gives a file new content, for its owner alone: after a power cut it has
// the old one or the new one, whole.
func Replace(path string, content []byte) error {
	temp := path + ".new"
	f, err := os.OpenFile(temp, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, Remove(temp))
	}
	if err := os.Rename(temp, path); err != nil {
		return err
	}
	return SyncFolder(filepath.Dir(path))
}
