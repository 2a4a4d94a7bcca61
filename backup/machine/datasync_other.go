//go:build !linux

package machine

import "os"

// datasync is the sync that a commit makes.
func datasync(f *os.File) error { return f.Sync() }
