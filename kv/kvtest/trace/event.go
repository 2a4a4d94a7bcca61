package trace

import (
	"errors"
	"io"
	"os"
	"time"
)

// ErrRefused: this system does not let a process follow another one.
var ErrRefused = errors.New("trace: following a process is refused here")

// Kind is what an event did.
type Kind string

// The kinds of events.
const (
	Create     Kind = "create"      // Path is a new, empty file
	Folder     Kind = "folder"      // Path is a new folder
	Write      Kind = "write"       // Data at Offset
	Resize     Kind = "resize"      // the file has Size bytes
	Sync       Kind = "sync"        // of a file
	SyncFolder Kind = "sync folder" // of the names in Path
	Rename     Kind = "rename"      // Path is To from now on
	Link       Kind = "link"        // Path is To as well
	Remove     Kind = "remove"      // Path is gone
	Ack        Kind = "ack"         // Data is about to leave the process
)

// Event is one thing that succeeded.
type Event struct {
	Kind     Kind
	Path, To string // absolute, without symbolic links
	// File is the file itself, whatever it is called: names come and go.
	File   int
	Offset int64
	Size   int64
	Data   []byte
	// Begin is for syncs: events with a smaller index had ended when it began.
	Begin int
}

// Options of Run.
type Options struct {
	Command []string
	Env     []string // added to that of this process
	Stdin   *os.File
	Stderr  io.Writer // gets what the command says there besides Log.Stderr; may be nil
	// Folder is what is looked at. It must exist.
	Folder string
	// Fault makes calls fail; nil for none.
	Fault *Fault
	// Sockets counts answers over HTTP as acknowledgements, besides what is written
	// to standard output.
	Sockets bool
	// Patience ends a command that hangs; two minutes when zero.
	Patience time.Duration
	// Started is called in a goroutine of its own once the command runs.
	Started func(p *os.Process)
}

// Log is what a command did.
type Log struct {
	Folder string // that was looked at, without symbolic links
	// Events begin with what lay in the folder already, synced.
	Events []Event
	// First is the index of the first event that the command caused.
	First int
	// Calls counts the calls on files of the folder, refused ones included.
	Calls map[Call]int
	// Fired is how many calls were made to fail.
	Fired int
	// Code is the exit code, -1 when a signal ended it.
	Code           int
	Stdout, Stderr string
}
