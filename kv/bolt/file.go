package bolt

import (
	"sync"

	"go.etcd.io/bbolt"
)

// file is the open file of a store. Rewriting a store replaces its file while it is in
// use; running reads finish on the old one.
type file struct {
	*bbolt.DB

	mu      sync.Mutex
	readers int
	retired bool
	closed  func() // called after the file was retired and its last reader ended
}

// enter registers a reader. It returns false if the file is retired.
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

// retire closes the file as soon as its last reader has ended, and then calls closed.
// bbolt's own Close also waits for readers, but blocks those that end meanwhile.
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

// db is the current file of the store, for the writer.
func (e *Engine) db() *bbolt.DB { return e.file.Load().DB }

// read opens a read transaction on the current file; done ends it.
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
