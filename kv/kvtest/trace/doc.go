// Package trace runs a command and writes down, in order, what it and its
// children do to the files of one folder and what they acknowledge. The command
// is the unmodified binary: the system calls are seen through ptrace, so there is
// nothing to build in and nothing to install. It needs no root.
//
// The same instrument makes the disk fail: the n-th call of a kind on a file in
// the folder, once or from then on, is refused with an error or writes only half
// of what it was told to.
//
// A sync covers the writes that had ended before it began, and an acknowledgement
// counts from the moment at which it is about to leave: where threads overlap, the
// log is the strictest order that may have happened.
//
// Bytes that reach a file through a shared mapping are not seen; bbolt maps its
// file for reading alone.
//
//   - event.go: what is written down. fault.go: how a call fails.
//   - run_linux.go: following threads and children. begin_linux.go: what was there
//     before. calls_linux.go, numbers_linux.go: which calls matter, and making them
//     fail. did_linux.go: what they did. peek_linux.go: looking into the process.
//     regs_linux_*.go: the processor.
//   - run_other.go: elsewhere there is no such instrument.
package trace
