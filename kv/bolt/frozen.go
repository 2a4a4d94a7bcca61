package bolt

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"time"

	"marquee/kv"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// ErrReadOnly is the error of a write to a store that was opened read-only.
var ErrReadOnly = errors.New("kv: store is open for reading alone")

// Frozen is a stopped store or a copy, opened read-only. Reads have no time limit. A
// damaged file can end the whole process: read doubtful files in a separate process.
type Frozen struct{ db *bbolt.DB }

var _ kv.Engine = (*Frozen)(nil)

// OpenFrozen opens the store at path. What a killed process left in its log alone is put into
// the file first; else nothing is written. Several processes may read it at once; none can
// open it for writing at the same time. It returns kv.ErrInUse if one has.
func OpenFrozen(path string) (*Frozen, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() < minFile {
		return nil, neverInitialised(path, info.Size())
	}
	if err := Settle(path); err != nil {
		return nil, err
	}
	if _, err := checkMetas(path); err != nil {
		return nil, err
	}
	var db *bbolt.DB
	err = Guarded(func() error {
		db, err = bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: lockWait, FreelistType: bbolt.FreelistArrayType})
		return err
	})
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, fmt.Errorf("%w: %s is held by %s", kv.ErrInUse, path, holder(path))
	}
	if err != nil {
		return nil, fileError(path, err)
	}
	if err := Guarded(func() error { return db.View(func(tx *bbolt.Tx) error { return refuseLogged(tx, path) }) }); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Frozen{db}, nil
}

// View implements kv.Engine, without a time limit.
func (f *Frozen) View(ctx context.Context, fn func(kv.Reader) error) error {
	return engineError(f.db.View(func(tx *bbolt.Tx) error {
		r := &reader{ctx: ctx}
		r.begin(tx)
		return fn(r)
	}))
}

// Update implements kv.Engine: it is refused.
func (f *Frozen) Update(context.Context, func(kv.Tx) error) error { return ErrReadOnly }

// AwaitIdle implements kv.Engine: nobody commits.
func (f *Frozen) AwaitIdle(context.Context) {}

// Limits implements kv.Engine.
func (f *Frozen) Limits() kv.Limits {
	return kv.Limits{MaxKey: kv.MaxKey, MaxValue: kv.MaxValue}
}

// Close implements kv.Engine.
func (f *Frozen) Close() error { return f.db.Close() }

// LastCommit is the time of the last transaction in the store.
func (f *Frozen) LastCommit() (at time.Time, err error) {
	err = f.db.View(func(tx *bbolt.Tx) error {
		at = lastTime(tx)
		return nil
	})
	return at, err
}

// CheckPages checks that every page is exactly as bbolt writes it, that it is either
// reached once or free, and that keys are in order. It reports everything wrong; its
// error means that the file could not be read. bbolt's own check, which may crash on a
// damaged file, runs last and only if nothing else was found.
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

// FreeBytes is the size of the free pages in the file. If no list of them was saved it
// has to read every page.
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

// Spaces lists the spaces of the store without the engine's own.
func (f *Frozen) Spaces() (all []kv.Space, err error) {
	err = f.db.View(func(tx *bbolt.Tx) error {
		all, err = spacesOf(tx)
		return err
	})
	return all, err
}

func spacesOf(tx *bbolt.Tx) (all []kv.Space, err error) {
	err = tx.ForEach(func(name []byte, _ *bbolt.Bucket) error {
		if !ownBucket(name) {
			all = append(all, kv.Space(name))
		}
		return nil
	})
	return all, err
}

// ownBucket tells whether a bucket is the engine's own: no space begins with a zero.
func ownBucket(name []byte) bool { return name[0] == 0 }
