//go:build linux && (amd64 || arm64)

package trace

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// stop is what the kernel reports about a thread at a system call: struct
// ptrace_syscall_info, which is the same on every architecture.
type stop struct {
	number uint64
	args   [6]uint64
	result int64
}

// stopOf asks the kernel about a stopped thread.
func stopOf(id int) (s stop, err error) {
	var raw [88]byte
	_, _, errno := unix.Syscall6(unix.SYS_PTRACE, unix.PTRACE_GET_SYSCALL_INFO, uintptr(id), uintptr(len(raw)), uintptr(unsafe.Pointer(&raw)), 0, 0)
	if errno == unix.EIO || errno == unix.EINVAL {
		return s, fmt.Errorf("%w: Linux 5.3 is needed: %w", ErrRefused, errno)
	}
	if errno != 0 {
		return s, errno
	}
	word := func(i int) uint64 { return binary.NativeEndian.Uint64(raw[24+8*i:]) }
	switch raw[0] {
	case unix.PTRACE_SYSCALL_INFO_SECCOMP:
		s.number = word(0)
		for i := range s.args {
			s.args[i] = word(1 + i)
		}
	case unix.PTRACE_SYSCALL_INFO_EXIT:
		s.result = int64(word(0))
	}
	return s, nil
}

// memory reads n bytes from a process, or fewer if the rest is not mapped.
func memory(id int, at uint64, n int) []byte {
	b := make([]byte, n)
	if n == 0 {
		return b
	}
	local := []unix.Iovec{{Base: &b[0]}}
	local[0].SetLen(n)
	got, err := unix.ProcessVMReadv(id, local, []unix.RemoteIovec{{Base: uintptr(at), Len: n}}, 0)
	if err != nil {
		return nil
	}
	return b[:got]
}

// text reads a string page by page, because the page behind it may not be mapped.
func text(id int, at uint64) string {
	const page = 4096
	var all []byte
	for len(all) < 2*page {
		part := memory(id, at, int(page-at%page))
		if end := bytes.IndexByte(part, 0); end >= 0 {
			return string(append(all, part[:end]...))
		}
		if len(part) == 0 {
			break
		}
		all = append(all, part...)
		at += uint64(len(part))
	}
	return string(all)
}

// pathAt reads a path from the process's memory and resolves it relative to a folder that
// the process has open.
func pathAt(id int, folder int32, at uint64) string {
	path := text(id, at)
	if !filepath.IsAbs(path) {
		from := fmt.Sprintf("/proc/%d/cwd", id)
		if folder != unix.AT_FDCWD {
			from = descriptor(id, folder)
		}
		base, err := os.Readlink(from)
		if err != nil {
			return ""
		}
		path = filepath.Join(base, path)
	}
	if parent, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(parent, filepath.Base(path))
	}
	return filepath.Clean(path)
}

// pathOf is the name of what a descriptor refers to: "pipe:[…]" for a pipe.
func pathOf(id int, fd int32) string {
	path, err := os.Readlink(descriptor(id, fd))
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(path, " (deleted)")
}

func descriptor(id int, fd int32) string { return fmt.Sprintf("/proc/%d/fd/%d", id, fd) }

// position is the file offset of a descriptor.
func position(id int, fd int32) (at int64) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/fdinfo/%d", id, fd))
	if err == nil {
		_, _ = fmt.Sscanf(string(b), "pos: %d", &at)
	}
	return at
}

// content reads from a file that a process has open.
func content(id int, fd int32, at, n int64) ([]byte, error) {
	f, err := os.Open(descriptor(id, fd))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b := make([]byte, n)
	_, err = f.ReadAt(b, at)
	return b, err
}
