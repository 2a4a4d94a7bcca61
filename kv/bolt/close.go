package bolt

import (
	"errors"

	"go.etcd.io/bbolt"
)

// Close implements kv.Engine: it finishes waiting transactions, waits for readers, puts
// what the log has into the file, removes the log, and saves the list of free pages so that
// the next Open is quick.
func (e *Engine) Close() error {
	e.gate.Lock()
	if e.closed {
		e.gate.Unlock()
		return nil
	}
	e.closed = true
	close(e.stop)
	close(e.queue)
	e.gate.Unlock()
	<-e.finished
	err := e.endLog()
	if err == nil && !e.isPoisoned() {
		err = saveFreelist(e.db())
	}
	err = errors.Join(err, removeHolder(e.path), e.db().Close())
	e.retired.Wait()
	return err
}

// saveFreelist writes the list of free pages, which commits do not write.
func saveFreelist(db *bbolt.DB) error {
	db.NoFreelistSync = false
	return db.Update(func(*bbolt.Tx) error { return nil })
}
