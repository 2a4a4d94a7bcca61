package audit

import "marquee/app"

// post numbers an entry, chains it to the one before and stores it.
func post(tx app.Tx, e Entry) error {
	h, err := headOf(tx)
	if err != nil {
		return err
	}
	e.ID, e.Seq, e.At, e.Before = 0, h.Seq+1, tx.Now(), h.Hash
	h.Seq, h.Hash = e.Seq, e.hash(tx.Company())
	if err := entries.Insert(tx, &e); err != nil {
		return err
	}
	return heads.Put(tx, &h)
}
