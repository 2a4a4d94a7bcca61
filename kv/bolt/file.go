package bolt

import (
	"sync"

	"go.etcd.io/bbolt"
)

// file is the open file of a store. A store that is rewritten gets another one
// while it serves; who reads the old one then finishes on it.
type file struct {
	*bbolt.DB

	mu      sync.Mutex
	readers int
	retired bool
	closed  func() // after the file was retired and its last reader went
}

// enter counts a reader in; a retired file takes no more.
func (f *file) enter() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.retired {
		return false
	}
	f.readers++
	return true
}

func (f *file) leave() {
	f.mu.Lock()
	f.readers--
	last := f.retired && f.readers == 0
	f.mu.Unlock()
	if last {
		f.end()
	}
}

// retire closes the file as soon as nobody reads it, and calls closed then. bbolt
// would wait for the readers too, but make those that end wait for the others.
func (f *file) retire(closed func()) {
	f.mu.Lock()
	f.retired, f.closed = true, closed
	last := f.readers == 0
	f.mu.Unlock()
	if last {
		f.end()
	}
}

func (f *file) end() {
	_ = f.Close() // nothing was written to it since its last commit
	f.closed()
}

// db is the file that the store lies in now, for the writer.
func (e *Engine) db() *bbolt.DB { return e.file.Load().DB }

// read opens a read transaction on the file of the moment; done ends it.
func (e *Engine) read() (tx *bbolt.Tx, done func(), err error) {
	f := e.file.Load()
	for !f.enter() {
		f = e.file.Load()
	}
	if tx, err = f.Begin(false); err != nil {
		f.leave()
		return nil, nil, engineError(err)
	}
	return tx, func() { _ = tx.Rollback(); f.leave() }, nil
}
