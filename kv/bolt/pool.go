package bolt

import (
	"encoding/binary"
	"time"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// poolBucket is written and deleted at once, to leave free pages behind.
var poolBucket = []byte("\x00pool")

// fillPool makes free pages until there are that many.
func fillPool(db *bbolt.DB, pages int) error {
	if pages < 0 {
		return nil
	}
	if err := dropPool(db); err != nil {
		return err
	}
	missing := pages - freePages(db)
	if missing <= 0 {
		return nil
	}
	err := db.Update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucket(poolBucket)
		if err != nil {
			return err
		}
		return fill(b, missing*pageSize)
	})
	if err != nil {
		return err
	}
	return dropPool(db)
}

// dropPool deletes the bucket, also one that a crash between writing and
// deleting left behind.
func dropPool(db *bbolt.DB) error {
	var there bool
	err := db.View(func(tx *bbolt.Tx) error {
		there = tx.Bucket(poolBucket) != nil
		return nil
	})
	if err != nil || !there {
		return err
	}
	return db.Update(func(tx *bbolt.Tx) error { return tx.DeleteBucket(poolBucket) })
}

// fill writes about size bytes in values of the largest kind.
func fill(b *bbolt.Bucket, size int) error {
	for i := uint32(0); size > 0; i++ {
		n := min(size, kv.MaxValue)
		if err := b.Put(binary.BigEndian.AppendUint32(nil, i), make([]byte, n)); err != nil {
			return err
		}
		size -= n
	}
	return nil
}

// keepPool fills the pool up again when it runs low, in a quiet moment and before a
// copy begins. While an old reader is open it would be of no use: the pages would
// stay bound until that reader ends.
func (e *Engine) keepPool() {
	if e.o.FreePages < 0 || e.isPoisoned() || e.freePages() >= e.o.FreePages/2 {
		return
	}
	if _, _, oldest := e.readers.state(time.Now()); oldest > slowRead {
		return
	}
	if err := fillPool(e.db(), e.o.FreePages); err != nil {
		e.poison.Do(func() { close(e.poisoned) })
	}
}

func (e *Engine) freePages() int { return freePages(e.db()) }

// freePages are those that can be used now or once their last reader has ended.
func freePages(db *bbolt.DB) int {
	s := db.Stats()
	return s.FreePageN + s.PendingPageN
}
