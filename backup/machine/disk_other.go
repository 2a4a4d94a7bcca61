//go:build !linux

package machine

// DiskOf knows nothing of the file system here.
func DiskOf(string) (Disk, error) { return Disk{}, nil }

// Kernel is not known here.
func Kernel() string { return "" }

// MemoryOf is not known here.
func MemoryOf() Memory { return Memory{} }
