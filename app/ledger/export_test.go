package ledger

import "marquee/app"

// Tamper changes an entry behind the back of the ledger, as somebody with the file might.
func Tamper(tx app.Tx, seq int64, change func(*Entry)) error {
	_, err := entries.Update(tx, seq, func(e *Entry) error { change(e); return nil })
	return err
}

// Remove takes an entry out.
func Remove(tx app.Tx, seq int64) error { return entries.Delete(tx, seq) }

// TamperHead changes the head.
func TamperHead(tx app.Tx, change func(*Head)) error {
	_, err := heads.Update(tx, headKey, func(h *Head) error { change(h); return nil })
	return err
}

// CheckChain is the invariant of the chain.
var CheckChain = checkChain
