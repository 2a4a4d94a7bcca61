package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"time"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// ErrReadOnly answers a write to a store that was opened for reading alone.
var ErrReadOnly = errors.New("kv: store is open for reading alone")

// Frozen is a store that nobody writes to, opened for reading alone: a stopped
// one, or a copy. Reads may take as long as they like. A damaged file can end
// the whole process, not only the call: look at doubtful ones in a process of
// their own.
type Frozen struct{ db *bbolt.DB }

var _ kv.Engine = (*Frozen)(nil)

// OpenFrozen opens the store at path. Several may read it at once, nobody can
// open it for writing meanwhile. It answers kv.ErrInUse when somebody has.
func OpenFrozen(path string) (*Frozen, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() < minFile {
		return nil, neverInitialised(path, info.Size())
	}
	if _, err := glance(path); err != nil {
		return nil, err
	}
	var db *bbolt.DB
	err = Guarded(func() error {
		db, err = bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: lockWait, FreelistType: bbolt.FreelistArrayType})
		return err
	})
	if errors.Is(err, bbolt.ErrTimeout) {
		return nil, fmt.Errorf("%w: %s is held by %s", kv.ErrInUse, path, holder(path))
	}
	if err != nil {
		return nil, fileError(path, err)
	}
	return &Frozen{db}, nil
}

// View implements kv.Engine, without a limit of time.
func (f *Frozen) View(ctx context.Context, fn func(kv.Reader) error) error {
	return engineError(f.db.View(func(tx *bbolt.Tx) error {
		r := &reader{ctx: ctx}
		r.begin(tx)
		return fn(r)
	}))
}

// Update implements kv.Engine: it is refused.
func (f *Frozen) Update(context.Context, func(kv.Tx) error) error { return ErrReadOnly }

// Limits implements kv.Engine.
func (f *Frozen) Limits() kv.Limits {
	return kv.Limits{MaxKey: kv.MaxKey, MaxValue: kv.MaxValue}
}

// Close implements kv.Engine.
func (f *Frozen) Close() error { return f.db.Close() }

// LastCommit is the moment of the last transaction in the store.
func (f *Frozen) LastCommit() (at time.Time, err error) {
	err = f.db.View(func(tx *bbolt.Tx) error {
		at = lastTime(tx)
		return nil
	})
	return at, err
}

// CheckPages looks at every page: that it is exactly as bbolt writes it, reached
// once or free, and that keys are in order. It reports each thing wrong; the error
// is about the reading. bbolt's own check, which a damaged file may crash, comes
// last and only when nothing else was found.
func (f *Frozen) CheckPages(report func(error)) error {
	file, err := os.Open(f.db.Path())
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	found := 0
	checkPages(file, info.Size(), func(err error) { found++; report(err) }, nil)
	if found > 0 {
		return nil
	}
	return f.db.View(func(tx *bbolt.Tx) error {
		for err := range tx.Check(bbolt.WithKVStringer(bbolt.HexKVStringer())) {
			report(err)
		}
		return nil
	})
}

// FreeBytes tells how many bytes of the file are pages free for use. Where no list
// of them was saved that is a look at each page.
func (f *Frozen) FreeBytes() (free int64, err error) {
	file, err := os.Open(f.db.Path())
	if err != nil {
		return 0, err
	}
	defer file.Close()
	m, _, ok := newestMeta(file)
	if !ok {
		return 0, kv.ErrDamaged
	}
	if m.freelist == noFreelist {
		all, _ := freePagesIn(file, m)
		return int64(len(all)) * pageSize, nil
	}
	b := make([]byte, pageHead+8)
	if _, err := file.ReadAt(b, int64(m.freelist)*pageSize); err != nil {
		return 0, err
	}
	n := uint64(head(b).count)
	if n == manyFree {
		n = binary.NativeEndian.Uint64(b[pageHead:])
	}
	return int64(n) * pageSize, nil
}

// Spaces lists the spaces that are there, but for the engine's own.
func (f *Frozen) Spaces() (all []kv.Space, err error) {
	err = f.db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, _ *bbolt.Bucket) error {
			own := bytes.Equal(name, clockBucket) || bytes.Equal(name, poolBucket) || bytes.Equal(name, identityBucket)
			if !own {
				all = append(all, kv.Space(name))
			}
			return nil
		})
	})
	return all, err
}
