package kv

import "time"

// Nest runs fn as a part of a transaction. What fn wrote is the transaction's own when it
// returns nil; else nothing of it is left, and the transaction can go on. What the part
// guarded stays guarded: that it failed may be what the transaction goes on to write.
func Nest(whole Tx, fn func(Tx) error) error {
	p := part{NewOverlay(whole, whole.Now(), whole.Wall()), whole}
	if err := fn(p); err != nil {
		return err
	}
	if err := p.Refused(); err != nil {
		return err
	}
	return p.join()
}

// part is the write set of a part, over the transaction that it belongs to.
type part struct {
	*Overlay
	whole Tx
}

// Guard implements [Tx].
func (p part) Guard(s Space, keys ...[]byte) error { return p.whole.Guard(s, keys...) }

// Now implements [Tx].
func (p part) Now() time.Time { return p.whole.Now() }

// Tick implements [Tx]. The times of all parts differ.
func (p part) Tick() time.Time { return p.whole.Tick() }

// join hands what was written to the transaction.
func (p part) join() (err error) {
	p.Writes(func(e Entry) bool {
		if e.Value == nil {
			err = p.whole.Delete(e.Space, e.Key)
		} else {
			err = p.whole.Put(e.Space, e.Key, e.Value)
		}
		return err == nil
	})
	for _, fn := range p.hooks {
		p.whole.AfterCommit(fn)
	}
	return err
}
