package bolt

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"

	"go.etcd.io/bbolt"
)

// Digest is a SHA-256 of the content of the store: every space with its sequence, and
// every key and value, in order. It does not depend on the layout of pages, on free pages,
// on the id of the store or on the cluster it belongs to, so a compacted store has the same digest as the original.
func (f *Frozen) Digest(ctx context.Context) (string, error) {
	d := digest{h: sha256.New()}
	err := f.db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
			if ownBucket(name) && !bytes.Equal(name, clockBucket) {
				return nil
			}
			d.part(name)
			d.number(b.Sequence())
			return d.pairs(ctx, b)
		})
	})
	return hex.EncodeToString(d.h.Sum(nil)), err
}

type digest struct {
	h   hash.Hash
	buf []byte
}

func (d *digest) pairs(ctx context.Context, b *bbolt.Bucket) error {
	n := uint64(0)
	err := b.ForEach(func(k, v []byte) error {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		n++
		d.part(k)
		d.part(v)
		return nil
	})
	d.number(n)
	return err
}

// part hashes bytes with their length, so that different stores never hash the same
// input.
func (d *digest) part(b []byte) {
	d.buf = binary.AppendUvarint(d.buf[:0], uint64(len(b)))
	d.h.Write(append(d.buf, b...))
}

func (d *digest) number(n uint64) {
	d.h.Write(binary.BigEndian.AppendUint64(d.buf[:0], n))
}
