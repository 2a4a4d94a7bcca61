package trace

import (
	"fmt"
	"syscall"
)

// Call is a kind of system call that can be made to fail.
type Call string

// The kinds of calls, each with its variants.
const (
	CallOpen   Call = "open"
	CallWrite  Call = "write" // pwrite as well
	CallSync   Call = "sync"  // fdatasync as well
	CallResize Call = "resize"
	CallRename Call = "rename"
	CallLink   Call = "link"
	CallRemove Call = "remove"
	CallFolder Call = "folder"
)

// Fault describes how calls of one kind fail.
type Fault struct {
	Call Call
	// At is the number of the call that fails, from 1.
	At int
	// Always makes all later ones fail too.
	Always bool
	Error  syscall.Errno
	// Short writes the first half instead, and the next call fails with Error, as on a
	// full disk.
	Short bool
}

func (f Fault) String() string {
	text := fmt.Sprintf("%s %d: %v", f.Call, f.At, f.Error)
	if f.Short {
		text += ", after half of it"
	}
	if f.Always {
		text += ", from then on"
	}
	return text
}

// verdict is what to do with one call.
type verdict int

const (
	untouched verdict = iota
	refused
	halved
)

// decide returns what to do with the n-th call of the fault's kind.
func (f *Fault) decide(n int) verdict {
	if f.Short {
		switch {
		case n == f.At:
			return halved
		case n == f.At+1 || n > f.At && f.Always:
			return refused
		}
		return untouched
	}
	if n == f.At || n > f.At && f.Always {
		return refused
	}
	return untouched
}
