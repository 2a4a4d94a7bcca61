package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"marquee/backup/machine"

	"github.com/urfave/cli/v2"
)

// keepOwner runs after every command: what root made in a data folder belongs to the
// owner of the folder, whose server could not open it otherwise. A folder without a store
// may be somebody's own that was named by mistake: nothing in it is given away.
func keepOwner(c *cli.Context) error {
	dir := c.Path("data")
	if found, err := hasStore(dir); dir == "" || err != nil || !found {
		return nil
	}
	return machine.ToOwner(dir)
}

// onData is a command to type on a data folder, where it is known.
func onData(command, dir string) string {
	if dir == "" {
		return command
	}
	return command + " --data " + typed(dir)
}

// readOnlyDisk is what to do where nothing can be written.
const readOnlyDisk = `The disk is mounted read only, maybe because it is failing: look into the system log.
Without writing there, these work on a stopped store, the second with a FILE on another disk:
   %s
   %s`

// denied says what to do about a file that the user of this process may not use, or a
// disk that takes nothing; empty for other errors.
func denied(dir string, err error) string {
	if errors.Is(err, syscall.EROFS) {
		return fmt.Sprintf(readOnlyDisk, onData("marquee check", dir), onData("marquee export FILE", dir))
	}
	if !errors.Is(err, fs.ErrPermission) {
		return ""
	}
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return machine.Denied(path.Path, dir)
	case errors.As(err, &link):
		return machine.Denied(link.New, dir)
	}
	return ""
}
