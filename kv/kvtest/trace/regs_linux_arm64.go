package trace

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

func withOld(all map[uint64]where) map[uint64]where { return all }

// flagsOf returns the flags of an open call.
func flagsOf(c *call) uint64 { return c.args[2] }

const (
	statusRegisters = 1     // NT_PRSTATUS
	callRegister    = 0x404 // NT_ARM_SYSTEM_CALL
)

// skip makes the kernel skip the call at its entry.
func skip(id int) error {
	number := int32(-1)
	v := unix.Iovec{Base: (*byte)(unsafe.Pointer(&number))}
	v.SetLen(int(unsafe.Sizeof(number)))
	_, _, errno := unix.Syscall6(unix.SYS_PTRACE, unix.PTRACE_SETREGSET, uintptr(id), callRegister, uintptr(unsafe.Pointer(&v)), 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// setResult sets the result of a call at its exit.
func setResult(id int, result int64) error {
	return change(id, func(r *unix.PtraceRegsArm64) { r.Regs[0] = uint64(result) })
}

// setThird changes the third argument of a call at its entry.
func setThird(id int, value uint64) error {
	return change(id, func(r *unix.PtraceRegsArm64) { r.Regs[2] = value })
}

func change(id int, fn func(*unix.PtraceRegsArm64)) error {
	var r unix.PtraceRegsArm64
	if err := unix.PtraceGetRegSetArm64(id, statusRegisters, &r); err != nil {
		return err
	}
	fn(&r)
	return unix.PtraceSetRegSetArm64(id, statusRegisters, &r)
}
