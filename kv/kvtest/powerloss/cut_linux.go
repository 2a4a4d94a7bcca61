package powerloss

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix" // mounting and shutting down a file system
)

// ErrNoLoop: this machine does not allow mounting a file system on a loop device.
var ErrNoLoop = errors.New("powerloss: cutting a real file system needs root, loop devices and mkfs.ext4")

// Disk is an ext4 file system in a file, on a loop device, that can be cut off as by a
// power cut.
type Disk struct {
	Dir     string // where it is mounted
	device  string
	options string
	mounted bool
}

// NewDisk makes a file system below folder and mounts it with the given options. Close
// removes everything.
func NewDisk(folder string, megabytes int64, options string) (*Disk, error) {
	if os.Geteuid() != 0 {
		return nil, ErrNoLoop
	}
	file := filepath.Join(folder, "disk")
	f, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(f.Truncate(megabytes<<20), f.Close()); err != nil {
		return nil, err
	}
	if out, err := exec.Command("mkfs.ext4", "-q", file).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %w: %s", ErrNoLoop, err, out)
	}
	out, err := exec.Command("losetup", "--find", "--show", file).Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoLoop, err)
	}
	d := &Disk{Dir: filepath.Join(folder, "mounted"), device: strings.TrimSpace(string(out)), options: options}
	err = os.Mkdir(d.Dir, 0o700)
	if err == nil {
		err = d.mount()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrNoLoop, err), d.Close())
	}
	return d, nil
}

func (d *Disk) mount() error {
	err := unix.Mount(d.device, d.Dir, "ext4", 0, d.options)
	d.mounted = err == nil
	return err
}

// Settle writes everything so far to the device.
func (d *Disk) Settle() error {
	f, err := os.Open(d.Dir)
	if err != nil {
		return err
	}
	return errors.Join(unix.Syncfs(int(f.Fd())), f.Close())
}

// The ioctl that shuts a file system down, and its flag not to write the log first.
const (
	shutdown = 0x8004587d // FS_IOC_SHUTDOWN
	noFlush  = 2          // FS_GOING_FLAGS_NOLOGFLUSH
)

// Cut shuts the file system down: nothing more is written to the device. Processes with
// open files get errors.
func (d *Disk) Cut() error {
	f, err := os.Open(d.Dir)
	if err != nil {
		return err
	}
	defer f.Close()
	flags := uint32(noFlush)
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, f.Fd(), shutdown, uintptr(unsafe.Pointer(&flags))); errno != 0 {
		return fmt.Errorf("shutdown of %s: %w", d.Dir, errno)
	}
	return nil
}

// Restart mounts the file system again after a cut. No process may have files open on it.
func (d *Disk) Restart() error {
	if err := unix.Unmount(d.Dir, 0); err != nil {
		return err
	}
	d.mounted = false
	return d.mount()
}

// Close unmounts the file system and frees the loop device.
func (d *Disk) Close() error {
	var err error
	if d.mounted {
		if err = unix.Unmount(d.Dir, 0); err != nil {
			err = unix.Unmount(d.Dir, unix.MNT_DETACH)
		}
	}
	return errors.Join(err, exec.Command("losetup", "--detach", d.device).Run())
}
