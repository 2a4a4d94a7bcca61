package trace

import (
	"fmt"
	"syscall"
)

// Call is a kind of system call that can be made to fail.
type Call string

// The calls, each with its variants.
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

// Fault is what goes wrong with the calls of one kind.
type Fault struct {
	Call Call
	// At is which of them fails, from 1.
	At int
	// Always is for those after it too.
	Always bool
	Error  syscall.Errno
	// Short writes the first half instead, and the next call gets the Error: a disk
	// that is full.
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

// verdict is what becomes of one call.
type verdict int

const (
	untouched verdict = iota
	refused
	halved
)

// decide is about the n-th call of the fault's kind.
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
