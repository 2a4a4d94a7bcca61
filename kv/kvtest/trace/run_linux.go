//go:build linux && (amd64 || arm64)

package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix" // ptrace, and reading another process's memory
)

const defaultTimeout = 2 * time.Minute

// tracer traces one command. All of it runs on one system thread, because ptrace accepts
// requests only from the tracing thread.
type tracer struct {
	o       Options
	log     *Log
	main    int
	threads map[int]*thread
	stdout  string // the name of the command's standard output in /proc

	names map[string]int // which file a path is
	inos  map[uint64]int // which file an inode is
	files int
}

// thread is one thread of the command, and the relevant call that it is in, if any.
type thread struct {
	id    int
	fresh bool // has not reported yet
	call  *call
}

// Run runs a command until it and its children have ended. It returns ErrRefused if
// processes cannot be traced.
func Run(o Options) (*Log, error) {
	folder, err := filepath.EvalSymlinks(o.Folder)
	if err != nil {
		return nil, err
	}
	if o.Folder, err = filepath.Abs(folder); err != nil {
		return nil, err
	}
	t := &tracer{
		o: o, log: &Log{Folder: o.Folder, Calls: map[Call]int{}, Code: -1},
		threads: map[int]*thread{}, names: map[string]int{}, inos: map[uint64]int{},
	}
	if err := t.begin(); err != nil {
		return nil, err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return t.log, t.run()
}

func (t *tracer) run() error {
	var said, complained bytes.Buffer
	out, err := newPipe(&said)
	if err != nil {
		return err
	}
	bad, err := newPipe(&complained, t.o.Stderr)
	if err != nil {
		return err
	}
	cmd, err := launcher(t.o)
	if err != nil {
		return err
	}
	if t.o.Stdin != nil {
		cmd.Stdin = t.o.Stdin
	}
	cmd.Stdout, cmd.Stderr = out.in, bad.in
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true, Setpgid: true}
	if t.stdout, err = os.Readlink(fmt.Sprintf("/proc/self/fd/%d", out.in.Fd())); err != nil {
		return err
	}
	if err = cmd.Start(); err == nil {
		err = t.follow(cmd.Process)
		_ = cmd.Process.Release()
	} else if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSYS) {
		err = fmt.Errorf("%w: %w", ErrRefused, err)
	}
	out.end()
	bad.end()
	t.log.Stdout, t.log.Stderr = said.String(), complained.String()
	if err == nil && t.log.Code == launchFailed {
		err = fmt.Errorf("%w: %s", ErrRefused, t.log.Stderr)
	}
	return err
}

// follow lets the command run from stop to stop until all its threads have ended.
func (t *tracer) follow(p *os.Process) error {
	t.main = p.Pid
	t.threads[t.main] = &thread{id: t.main}
	var status unix.WaitStatus
	if _, err := unix.Wait4(t.main, &status, unix.WALL, nil); err != nil {
		return err
	}
	const options = unix.PTRACE_O_TRACESECCOMP | unix.PTRACE_O_TRACESYSGOOD | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_TRACEFORK |
		unix.PTRACE_O_TRACEVFORK | unix.PTRACE_O_TRACEEXEC | unix.PTRACE_O_EXITKILL
	if err := unix.PtraceSetOptions(t.main, options); err != nil {
		_ = p.Kill()
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	timeout := t.o.Timeout
	if timeout == 0 {
		timeout = defaultTimeout
	}
	hanging := time.AfterFunc(timeout, func() { _ = unix.Kill(-p.Pid, unix.SIGKILL) })
	defer hanging.Stop()
	if t.o.Started != nil {
		go t.o.Started(p)
	}
	t.resume(t.threads[t.main], 0)
	for {
		// This process may have other children; the command has a group of its own.
		id, err := unix.Wait4(-t.main, &status, unix.WALL|unix.WNOTHREAD, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.ECHILD):
			return nil
		case err != nil:
			return err
		default:
			if err := t.report(id, status); err != nil {
				_ = unix.Kill(-p.Pid, unix.SIGKILL)
				return err
			}
		}
	}
}

// report handles one thread that stopped or ended.
func (t *tracer) report(id int, status unix.WaitStatus) error {
	if !status.Stopped() {
		if id == t.main && status.Exited() {
			t.log.Code = status.ExitStatus()
		}
		delete(t.threads, id)
		return nil
	}
	th := t.threads[id]
	if th == nil {
		th = &thread{id: id, fresh: true}
		t.threads[id] = th
	}
	var err error
	switch signal := status.StopSignal(); {
	case signal == unix.SIGTRAP|0x80:
		err = t.leaves(th)
	case signal == unix.SIGTRAP && status.TrapCause() == unix.PTRACE_EVENT_SECCOMP:
		err = t.enters(th)
	case signal == unix.SIGTRAP && status.TrapCause() > 0:
		t.born(id, status.TrapCause())
	case signal == unix.SIGSTOP && th.fresh:
		th.fresh = false
	default:
		t.resume(th, signal)
		return nil
	}
	if err != nil && !errors.Is(err, unix.ESRCH) {
		return err
	}
	t.resume(th, 0)
	return nil
}

// born records a new thread or child, which may have stopped before its parent did.
func (t *tracer) born(parent, cause int) {
	if cause == unix.PTRACE_EVENT_EXEC {
		return
	}
	if id, err := unix.PtraceGetEventMsg(parent); err == nil && t.threads[int(id)] == nil {
		t.threads[int(id)] = &thread{id: int(id), fresh: true}
	}
}

// resume lets a thread run to the exit of the relevant call that it is in, else to its next
// one. If it was killed meanwhile, Wait4 reports it.
func (t *tracer) resume(th *thread, signal syscall.Signal) {
	if th.call != nil {
		_ = unix.PtraceSyscall(th.id, int(signal))
		return
	}
	_ = unix.PtraceCont(th.id, int(signal))
}

// pipe copies output of the command to a buffer.
type pipe struct {
	in, out *os.File
	done    sync.WaitGroup
}

func newPipe(to ...io.Writer) (*pipe, error) {
	var all []io.Writer
	for _, w := range to {
		if w != nil {
			all = append(all, w)
		}
	}
	out, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p := &pipe{in: in, out: out}
	p.done.Go(func() { _, _ = io.Copy(io.MultiWriter(all...), out) })
	return p, nil
}

func (p *pipe) end() {
	_ = p.in.Close()
	p.done.Wait()
	_ = p.out.Close()
}

// inside reports whether a path is in the traced folder.
func (t *tracer) inside(path string) bool {
	return path == t.o.Folder || strings.HasPrefix(path, t.o.Folder+"/")
}
