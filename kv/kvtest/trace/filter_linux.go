//go:build linux && (amd64 || arm64)

package trace

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	// launching makes a process that imports this package install the filter and become the
	// command that its arguments are: a filter can only be installed from inside.
	launching = "MARQUEE_TRACE_LAUNCH"
	// launchFailed is its exit code when the kernel takes no filter.
	launchFailed = 125
)

func init() {
	if os.Getenv(launching) == "" {
		return
	}
	fmt.Fprintln(os.Stderr, launch(os.Args[1:]))
	os.Exit(launchFailed)
}

// launch returns only if it fails.
func launch(command []string) error {
	runtime.LockOSThread() // a filter belongs to a thread, and outlives exec
	if err := os.Unsetenv(launching); err != nil {
		return err
	}
	if err := install(filter()); err != nil {
		return fmt.Errorf("seccomp: %w", err)
	}
	return syscall.Exec(command[0], command, os.Environ())
}

// launcher is the command that launches another one.
func launcher(o Options) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	program, err := exec.LookPath(o.Command[0])
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, append([]string{program}, o.Command[1:]...)...)
	cmd.Env = append(append(os.Environ(), o.Env...), launching+"=1")
	return cmd, nil
}

// filter stops a process at the relevant calls and lets all others pass: a stop costs more
// than most calls, and a Go program makes thousands of others while it waits.
func filter() []unix.SockFilter {
	const (
		load, equal, done = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, unix.BPF_RET | unix.BPF_K
		number            = 0 // where struct seccomp_data has it
	)
	program := []unix.SockFilter{{Code: load, K: number}}
	relevant := func(call uint64) {
		program = append(program,
			unix.SockFilter{Code: equal, K: uint32(call), Jf: 1},
			unix.SockFilter{Code: done, K: unix.SECCOMP_RET_TRACE})
	}
	for call := range onDescriptor {
		relevant(call)
	}
	for call := range onPath {
		relevant(call)
	}
	return append(program, unix.SockFilter{Code: done, K: unix.SECCOMP_RET_ALLOW})
}

// install installs a filter for this thread, and for what it starts.
func install(program []unix.SockFilter) error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	p := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&p)))
	if errno != 0 {
		return errno
	}
	return nil
}
