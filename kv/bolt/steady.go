package bolt

import "io"

// syncedFile is a file that can be made durable.
type syncedFile interface {
	io.Writer
	Sync() error
}

// Steady writes to a file and syncs it every few megabytes. A large file that is synced
// only at its end fills the disk's queue at once, and commits wait behind it: beside the
// copy of a store of 256 MB they waited up to 110 ms, but 25 ms with steps. The caller
// still has to sync the end of the file.
func Steady(f syncedFile) io.Writer { return &steady{f: f} }

type steady struct {
	f       syncedFile
	pending int
}

func (s *steady) Write(b []byte) (n int, err error) {
	n, err = s.f.Write(b)
	if s.pending += n; err == nil && s.pending >= steadyStep {
		s.pending = 0
		err = s.f.Sync()
	}
	return n, err
}
