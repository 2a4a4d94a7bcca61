package logfile

import (
	"errors"
	"os"
	"runtime"
)

// syncFolder makes the names in a folder durable.
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
