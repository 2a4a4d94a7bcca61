package trace

import (
	"errors"
	"io"
	"os"
	"time"
)

// ErrRefused: this system does not allow tracing a process.
var ErrRefused = errors.New("trace: following a process is refused here")

// Kind is the kind of an event.
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

// Event is one successful operation.
type Event struct {
	Kind     Kind
	Path, To string // absolute, without symbolic links
	// File identifies the file itself, independent of its names.
	File   int
	Offset int64
	Size   int64
	Data   []byte
	// Begin is for syncs: events with a smaller index had ended when the sync began.
	Begin int
}

// Options of Run.
type Options struct {
	Command []string
	Env     []string // added to the environment of this process
	Stdin   *os.File
	Stderr  io.Writer // receives the command's standard error in addition to Log.Stderr; may be nil
	// Folder is the traced folder. It must exist.
	Folder string
	// Fault makes calls fail; nil for none.
	Fault *Fault
	// Sockets counts HTTP responses as acknowledgements, in addition to what is written to
	// standard output.
	Sockets bool
	// Timeout is when a hanging command is killed; two minutes when zero.
	Timeout time.Duration
	// Started is called in a new goroutine once the command runs.
	Started func(p *os.Process)
}

// Log is what a command did.
type Log struct {
	Folder string // the traced folder, without symbolic links
	// Events begin with what was already in the folder, as synced.
	Events []Event
	// First is the index of the first event that the command caused.
	First int
	// Calls counts the calls on files of the folder, including failed ones.
	Calls map[Call]int
	// Fired is how many calls were made to fail.
	Fired int
	// Code is the exit code, or -1 if a signal ended the command.
	Code           int
	Stdout, Stderr string
}
