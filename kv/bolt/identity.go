package bolt

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"
)

// identityBucket contains no keys. Its sequence is the store's id, with a checksum like
// that of clockBucket. The id is random, created with the store, and is kept by copies,
// compaction, backup and restore. It is not part of the digest, because it identifies
// the store and not its content.
var identityBucket = []byte("\x00store")

// identityOf is the id of the store; empty if an older program made the store and this
// one has not opened it for writing yet.
func identityOf(tx *bbolt.Tx) string {
	b := tx.Bucket(identityBucket)
	if b == nil {
		return ""
	}
	return identityText(b.Sequence())
}

func identityText(sequence uint64) string {
	return fmt.Sprintf("%013x", sequence&(1<<timeBits-1))
}

// makeIdentity gives a store an id if it has none.
func makeIdentity(tx *bbolt.Tx) error {
	b, err := tx.CreateBucketIfNotExists(identityBucket)
	if err != nil || b.Sequence() != 0 {
		return err
	}
	var random [8]byte
	if _, err := rand.Read(random[:]); err != nil {
		return err
	}
	id := binary.BigEndian.Uint64(random[:]) & (1<<timeBits - 1)
	return b.SetSequence(id | sealOf(id)<<timeBits)
}

// identify reads the id of an open store, or gives it one. This does not count as a
// transaction: the time of the last commit does not change.
func identify(db *bbolt.DB) (id string, err error) {
	read := func(tx *bbolt.Tx) error { id = identityOf(tx); return nil }
	if err := db.View(read); err != nil || id != "" {
		return id, err
	}
	if err := db.Update(makeIdentity); err != nil {
		return "", err
	}
	return id, db.View(read)
}

// Identity is the store's id: 13 hexadecimal digits.
func (e *Engine) Identity() string { return e.identity }

// Identity is the store's id: 13 hexadecimal digits, or empty if an older program made the
// store and this one has not opened it for writing yet.
func (f *Frozen) Identity() (id string, err error) {
	err = f.db.View(func(tx *bbolt.Tx) error {
		id = identityOf(tx)
		return nil
	})
	return id, err
}
