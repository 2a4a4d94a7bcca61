// Package trace runs a command and records, in order, what it and its children do to the
// files of one folder and what they acknowledge. The command is the unmodified binary: its
// system calls are observed with ptrace, which needs no root and no instrumentation. A seccomp
// filter stops it at the relevant ones only; this process starts itself anew to install it.
//
// It also simulates failing disks: the n-th call of a kind on a file in the folder, or
// every call from then on, fails with an error or writes only half of its data.
//
// A sync covers the writes that had ended before it began, and an acknowledgement counts
// from just before it is sent: where threads overlap, the log is the strictest order that
// may have happened.
//
// Writes through a shared memory mapping are not seen; bbolt maps its file read-only.
//
//   - event.go: the recorded events. fault.go: how a call fails.
//   - run_linux.go: following threads and children. filter_linux.go: where they stop.
//     begin_linux.go: the state before the start. calls_linux.go, numbers_linux.go: the
//     relevant calls, and making them fail. did_linux.go: what they did. peek_linux.go:
//     reading the memory of the process. regs_linux_*.go: registers of the processor.
//   - run_other.go: the stub for other systems.
package trace
