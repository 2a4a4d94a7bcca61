//go:build linux && (amd64 || arm64)

package trace

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// leave records what a successful call did.
func (t *tracer) leave(id int, c *call, result int64) error {
	switch c.kind {
	case CallOpen:
		return t.opened(id, c, int32(result))
	case CallWrite:
		return t.wrote(id, c, result)
	case CallResize:
		return t.onFile(id, c.fd, func(file int, info fs.FileInfo) {
			t.add(Event{Kind: Resize, File: file, Size: info.Size()})
		})
	case CallSync:
		return t.synced(id, c)
	}
	t.named(c)
	return nil
}

// named records a call that changed only names.
func (t *tracer) named(c *call) {
	file := t.names[c.path]
	switch c.kind {
	case CallFolder:
		t.add(Event{Kind: Folder, Path: c.path})
	case CallRemove:
		delete(t.names, c.path)
		t.add(Event{Kind: Remove, Path: c.path, File: file})
	case CallLink:
		t.names[c.to] = file
		t.add(Event{Kind: Link, Path: c.path, To: c.to, File: file})
	case CallRename:
		delete(t.names, c.path)
		t.names[c.to] = file
		t.add(Event{Kind: Rename, Path: c.path, To: c.to, File: file})
	}
}

// opened records a file that this call created or truncated.
func (t *tracer) opened(id int, c *call, fd int32) error {
	info, err := os.Stat(descriptor(id, fd))
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	path := pathOf(id, fd)
	_, old := t.names[path]
	file := t.known(path, info)
	if old && flagsOf(c)&unix.O_TRUNC != 0 {
		t.add(Event{Kind: Resize, File: file})
	}
	return nil
}

// wrote records written bytes. For plain calls they are still in the memory of the
// process; otherwise they are read back from the file.
func (t *tracer) wrote(id int, c *call, n int64) error {
	if n == 0 {
		return nil
	}
	at, data := int64(0), []byte(nil)
	switch c.number {
	case unix.SYS_PWRITE64:
		at, data = int64(c.args[3]), memory(id, c.args[1], int(n))
	case unix.SYS_WRITE:
		at, data = position(id, c.fd)-n, memory(id, c.args[1], int(n))
	case unix.SYS_PWRITEV, unix.SYS_PWRITEV2:
		at = int64(c.args[3])
	default:
		at = position(id, c.fd) - n
	}
	var err error
	if int64(len(data)) != n {
		if data, err = content(id, c.fd, at, n); err != nil {
			return fmt.Errorf("trace: what was written to %s: %w", c.path, err)
		}
	}
	return t.onFile(id, c.fd, func(file int, _ fs.FileInfo) {
		t.add(Event{Kind: Write, File: file, Offset: at, Data: data})
	})
}

func (t *tracer) synced(id int, c *call) error {
	info, err := os.Stat(descriptor(id, c.fd))
	if err != nil {
		return err
	}
	if info.IsDir() {
		t.add(Event{Kind: SyncFolder, Path: c.path, Begin: c.begin})
		return nil
	}
	return t.onFile(id, c.fd, func(file int, _ fs.FileInfo) {
		t.add(Event{Kind: Sync, File: file, Begin: c.begin})
	})
}

// onFile calls fn with the file that a descriptor of a process refers to.
func (t *tracer) onFile(id int, fd int32, fn func(file int, info fs.FileInfo)) error {
	info, err := os.Stat(descriptor(id, fd))
	if err != nil {
		return err
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok && t.inos[s.Ino] > 0 {
		fn(t.inos[s.Ino], info)
	}
	return nil
}
