package trace

import (
	"maps"

	"golang.org/x/sys/unix"
)

// withOld adds calls that exist only on this architecture.
func withOld(all map[uint64]where) map[uint64]where {
	maps.Copy(all, map[uint64]where{
		unix.SYS_OPEN:   {kind: CallOpen, from: -1, name: 0},
		unix.SYS_CREAT:  {kind: CallOpen, from: -1, name: 0},
		unix.SYS_MKDIR:  {kind: CallFolder, from: -1, name: 0},
		unix.SYS_UNLINK: {kind: CallRemove, from: -1, name: 0},
		unix.SYS_RMDIR:  {kind: CallRemove, from: -1, name: 0},
		unix.SYS_RENAME: {kind: CallRename, from: -1, name: 0, into: -1, second: 1},
		unix.SYS_LINK:   {kind: CallLink, from: -1, name: 0, into: -1, second: 1},
	})
	return all
}

// flagsOf returns the flags of an open call.
func flagsOf(c *call) uint64 {
	switch c.number {
	case unix.SYS_OPEN:
		return c.args[1]
	case unix.SYS_CREAT:
		return unix.O_TRUNC
	}
	return c.args[2]
}

// skip makes the kernel skip the call at its entry.
func skip(id int) error {
	return change(id, func(r *unix.PtraceRegs) { r.Orig_rax = ^uint64(0) })
}

// setResult sets the result of a call at its exit.
func setResult(id int, result int64) error {
	return change(id, func(r *unix.PtraceRegs) { r.Rax = uint64(result) })
}

// setThird changes the third argument of a call at its entry.
func setThird(id int, value uint64) error {
	return change(id, func(r *unix.PtraceRegs) { r.Rdx = value })
}

func change(id int, fn func(*unix.PtraceRegs)) error {
	var r unix.PtraceRegs
	if err := unix.PtraceGetRegs(id, &r); err != nil {
		return err
	}
	fn(&r)
	return unix.PtraceSetRegs(id, &r)
}
