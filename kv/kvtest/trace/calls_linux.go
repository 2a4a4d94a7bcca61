//go:build linux && (amd64 || arm64)

package trace

import (
	"bytes"
	"syscall"

	"golang.org/x/sys/unix"
)

// call is one relevant system call between its entry and its exit.
type call struct {
	number uint64
	args   [6]uint64
	kind   Call
	fd     int32  // the file that it changes, for calls on descriptors
	path   string // the path that it changes, in the folder
	to     string // its new name
	begin  int    // number of events before it
	fail   syscall.Errno
}

// enters handles a call that is about to begin.
func (t *tracer) enters(th *thread) error {
	s, err := stopOf(th.id)
	if err != nil {
		return err
	}
	if th.call = t.enter(th, s); th.call == nil {
		return nil
	}
	return t.maybeFail(th.id, th.call)
}

// leaves handles a call that has ended.
func (t *tracer) leaves(th *thread) error {
	c := th.call
	th.call = nil
	s, err := stopOf(th.id)
	switch {
	case err != nil || c == nil:
		return err
	case c.fail != 0:
		return setResult(th.id, -int64(c.fail))
	case s.result < 0:
		return nil
	}
	return t.leave(th.id, c, s.result)
}

// enter returns the call that begins, or nil if it changes nothing in the folder.
func (t *tracer) enter(th *thread, s stop) *call {
	c := &call{number: s.number, args: s.args, begin: len(t.log.Events)}
	if by, ok := onDescriptor[s.number]; ok {
		c.kind, c.fd = by.kind, int32(s.args[by.file])
		c.path = pathOf(th.id, c.fd)
		if c.kind == CallWrite {
			t.acknowledge(th.id, c)
		}
	} else if at, ok := onPath[s.number]; ok {
		c.kind = at.kind
		c.path = pathAt(th.id, at.folder(s.args, at.from), s.args[at.name])
		if at.second > 0 {
			c.to = pathAt(th.id, at.folder(s.args, at.into), s.args[at.second])
		}
	}
	if c.kind == "" || !t.inside(c.path) {
		return nil
	}
	return c
}

// on is the position of the descriptor among a call's arguments.
type on struct {
	kind Call
	file int
}

// where is the positions of a call's paths and of the folders they are relative to among
// its arguments; -1 is the working folder.
type where struct {
	kind         Call
	from, name   int
	into, second int
}

func (where) folder(args [6]uint64, i int) int32 {
	if i < 0 {
		return unix.AT_FDCWD
	}
	return int32(args[i])
}

// acknowledge records what is about to leave the process.
func (t *tracer) acknowledge(id int, c *call) {
	socket := t.o.Sockets && len(c.path) > 7 && c.path[:7] == "socket:"
	if c.path != t.stdout && !socket {
		return
	}
	data := memory(id, c.args[1], int(min(c.args[2], 64<<10)))
	if !socket || bytes.HasPrefix(data, []byte("HTTP/")) {
		t.add(Event{Kind: Ack, Data: data})
	}
}

// maybeFail counts the call and makes it fail if the fault says so.
func (t *tracer) maybeFail(id int, c *call) error {
	t.log.Calls[c.kind]++
	f := t.o.Fault
	if f == nil || f.Call != c.kind {
		return nil
	}
	switch f.decide(t.log.Calls[c.kind]) {
	case refused:
		t.log.Fired++
		c.fail = f.Error
		return skip(id)
	case halved:
		t.log.Fired++
		if n := c.args[2]; (c.number == unix.SYS_WRITE || c.number == unix.SYS_PWRITE64) && n > 1 {
			return setThird(id, n/2)
		}
	}
	return nil
}
