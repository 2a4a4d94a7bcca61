//go:build unix

package machine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// SameOwner gives a new file the mode and, when root runs this, the owner of the file
// whose place it takes; where there is none yet, the owner of its folder, and what the
// folder gives to its group.
func SameOwner(path, old string) error {
	like, err := os.Stat(old)
	fresh := errors.Is(err, fs.ErrNotExist)
	if fresh {
		like, err = os.Stat(filepath.Dir(old))
	}
	if err != nil {
		return err
	}
	owner := like.Sys().(*syscall.Stat_t)
	if os.Geteuid() == 0 {
		if err := os.Lchown(path, int(owner.Uid), int(owner.Gid)); err != nil {
			return err
		}
	}
	if !fresh {
		return os.Chmod(path, like.Mode().Perm())
	}
	is, err := os.Stat(path)
	if err != nil || is.Sys().(*syscall.Stat_t).Gid != owner.Gid {
		return err
	}
	return os.Chmod(path, is.Mode().Perm()|shared(like))
}

// shared is what the group of a folder may do with the files in it: nothing, unless it may
// write to the folder.
func shared(folder fs.FileInfo) fs.FileMode {
	if folder.Mode().Perm()&0o020 == 0 {
		return 0
	}
	return folder.Mode().Perm() & 0o060
}

// ToOwner gives what root made in a folder to the owner of the folder, who could not
// use it otherwise. A folder whose group may write shares its files with the group.
// For anybody but root it does nothing. Links, and files with a second name, are left
// alone: they may be of another place.
func ToOwner(dir string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil // there is nothing to give
	}
	owner := info.Sys().(*syscall.Stat_t)
	if owner.Uid == 0 && owner.Gid == 0 {
		return nil
	}
	root, err := os.OpenRoot(dir) // nothing in the folder can lead out of it
	if err != nil {
		return err
	}
	group := shared(info)
	err = fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return toOwner(root, name, owner, group)
	})
	return errors.Join(err, root.Close())
}

func toOwner(root *os.Root, name string, owner *syscall.Stat_t, group fs.FileMode) error {
	info, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // of a server that runs
	}
	if err != nil {
		return err
	}
	is := info.Sys().(*syscall.Stat_t)
	if is.Uid != 0 || name == "." || !info.IsDir() && (!info.Mode().IsRegular() || is.Nlink > 1) {
		return nil
	}
	if group != 0 {
		mode := info.Mode().Perm() | group
		if info.IsDir() {
			mode |= 0o010
		}
		if err := root.Chmod(name, mode); err != nil {
			return err
		}
	}
	return root.Lchown(name, int(owner.Uid), int(owner.Gid))
}

// IsMine reports whether a file belongs to the user of this process.
func IsMine(path string) bool {
	info, err := os.Stat(path)
	return err == nil && int(info.Sys().(*syscall.Stat_t).Uid) == os.Geteuid()
}

// Denied says who may not use a file, whose it is, and how that user gets it: for an
// error that is fs.ErrPermission. It is empty where that is not the reason. Nobody is told to
// take more than the data folder, or a file that was named: what is denied may be a folder
// of the system, in which one was to be made.
func Denied(path, data string) string {
	me := os.Geteuid()
	path, info := existing(path)
	if info == nil {
		return ""
	}
	is := info.Sys().(*syscall.Stat_t)
	if int(is.Uid) == me && info.Mode().Perm()&0o600 == 0o600 {
		return fmt.Sprintf("%s belongs to the user %s, who may use it: something else keeps it from being written, such as chattr +i", path, userName(me))
	}
	if int(is.Uid) == me {
		return fmt.Sprintf("The user %s owns %s, and its mode is %04o\nLet its owner use it: chmod u+rwX %s", userName(me), path, info.Mode().Perm(), Typed(path))
	}
	owner := userName(int(is.Uid))
	text := fmt.Sprintf("The user %s may not use %s, which belongs to %s and has the mode %04o\nRun this as %s, or ", userName(me), path, owner, info.Mode().Perm(), owner)
	switch {
	case data != "" && lies(path, data):
		return text + fmt.Sprintf("give it to the user who runs the server: chown -R %s %s", userName(me), Typed(data))
	case info.IsDir():
		return text + fmt.Sprintf("have a folder made for %s, and name that: install -d -m 0700 -o %s FOLDER", userName(me), userName(me))
	}
	return text + fmt.Sprintf("give it to the user who runs the server: chown %s %s", userName(me), Typed(path))
}

// lies tells whether a path is a folder or lies in it.
func lies(path, dir string) bool {
	path, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return false
	}
	up, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(up)
}

// existing is a path, or the folder nearest to it that is there.
func existing(path string) (string, fs.FileInfo) {
	for {
		info, err := os.Lstat(path)
		if err == nil {
			return path, info
		}
		up := filepath.Dir(path)
		if up == path {
			return path, nil
		}
		path = up
	}
}

// userName is the name of a user with the number, or the number alone.
func userName(uid int) string {
	number := strconv.Itoa(uid)
	if u, err := user.LookupId(number); err == nil {
		return u.Username
	}
	return number
}
