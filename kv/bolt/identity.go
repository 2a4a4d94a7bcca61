package bolt

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"
)

// identityBucket holds no keys: its sequence is the store's id, sealed like the
// moment of the last commit. The id is random, made with the store, and stays with
// it through copies, compaction, backup and restore. It is no part of the digest:
// it says whose content this is, not what the content is.
var identityBucket = []byte("\x00store")

// identityOf is the id of the store that tx shows; empty in one that an older
// program made and this one has not opened yet.
func identityOf(tx *bbolt.Tx) string {
	b := tx.Bucket(identityBucket)
	if b == nil {
		return ""
	}
	return identityText(b.Sequence())
}

func identityText(sequence uint64) string {
	return fmt.Sprintf("%013x", sequence&(1<<momentBits-1))
}

// makeIdentity gives a store its id when it has none.
func makeIdentity(tx *bbolt.Tx) error {
	b, err := tx.CreateBucketIfNotExists(identityBucket)
	if err != nil || b.Sequence() != 0 {
		return err
	}
	var random [8]byte
	if _, err := rand.Read(random[:]); err != nil {
		return err
	}
	id := binary.BigEndian.Uint64(random[:]) & (1<<momentBits - 1)
	return b.SetSequence(id | sealOf(id)<<momentBits)
}

// identify reads the id of an open store, and makes the one of a store that an
// older program made. That is no transaction: the moment of the last commit stays.
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

// Identity is the store's id: 13 hexadecimal digits, or empty when an older program
// made the store and this one has not opened it yet.
func (f *Frozen) Identity() (id string, err error) {
	err = f.db.View(func(tx *bbolt.Tx) error {
		id = identityOf(tx)
		return nil
	})
	return id, err
}
