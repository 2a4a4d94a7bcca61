//go:build linux || darwin

package machine

import "golang.org/x/sys/unix"

// SpaceOf reads how much room there is for a folder.
func SpaceOf(dir string) (Space, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return Space{}, err
	}
	return Space{Free: int64(s.Bavail) * int64(s.Bsize), Total: int64(s.Blocks) * int64(s.Bsize)}, nil
}
