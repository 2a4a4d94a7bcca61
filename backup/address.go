package backup

import (
	"fmt"
	"os"
	"path/filepath"
)

// socketName is the socket's file in the data folder.
const socketName = "admin.sock"

// maxAddress is what every system takes as a socket's path, in bytes.
const maxAddress = 100

// withAddress calls fn with a path of the socket that is short enough for the
// system: a long one goes through the open folder's own short name.
func withAddress(dir string, fn func(path string) error) error {
	path := filepath.Join(dir, socketName)
	if len(path) <= maxAddress {
		return fn(path)
	}
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer folder.Close()
	short := fmt.Sprintf("/proc/self/fd/%d/%s", folder.Fd(), socketName)
	if _, err := os.Stat(filepath.Dir(short)); err != nil {
		return fmt.Errorf("socket %s: the path is longer than %d bytes", path, maxAddress)
	}
	return fn(short)
}
