package bolt

import (
	"encoding/binary"
	"time"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// poolBucket is written and immediately deleted, which leaves free pages behind.
var poolBucket = []byte("\x00pool")

// fillPool creates free pages until there are as many as given.
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

// dropPool deletes the bucket, also after a crash between writing and deleting it.
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

// fill writes about size bytes in values of the largest size.
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

// keepPool refills the pool when it runs low, after a time without commits and before a
// copy begins. It does nothing while an old reader is open, because the new free pages
// could not be used until that reader ends.
func (e *Engine) keepPool() {
	if e.o.FreePages < 0 || e.isPoisoned() || e.freePages() >= e.o.FreePages/2 {
		return
	}
	if _, _, oldest := e.readers.state(time.Now()); oldest > slowRead {
		return
	}
	if err := fillPool(e.db(), e.o.FreePages); err != nil {
		e.poisonIt()
	}
}

func (e *Engine) freePages() int { return freePages(e.db()) }

// freePages is the number of pages that are free now or once their last reader ends.
func freePages(db *bbolt.DB) int {
	s := db.Stats()
	return s.FreePageN + s.PendingPageN
}
