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

// Digest is what the store holds as one figure: a SHA-256 over every space with
// its sequence, and every key and value, in order. Where the pages lie does not
// matter, so a compacted store has the digest of the one it was made from; nor do
// the engine's own free pages and the id of the store.
func (f *Frozen) Digest(ctx context.Context) (string, error) {
	d := digest{h: sha256.New()}
	err := f.db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
			if bytes.Equal(name, poolBucket) || bytes.Equal(name, identityBucket) {
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

// part writes bytes with their length, so that no two stores read alike.
func (d *digest) part(b []byte) {
	d.buf = binary.AppendUvarint(d.buf[:0], uint64(len(b)))
	d.h.Write(append(d.buf, b...))
}

func (d *digest) number(n uint64) {
	d.h.Write(binary.BigEndian.AppendUint64(d.buf[:0], n))
}
