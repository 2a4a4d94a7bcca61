package chain

import (
	"bytes"
	"errors"
	"fmt"

	"marquee/app"
)

// Walk holds each entry of a journal of a company against the one before.
type Walk struct {
	Company int64
	// Seq and Hash are those of the last entry that was walked, or of the last that is not kept.
	Seq  int64
	Hash []byte
	// Broken is what a journal is that was read and is wrong.
	Broken error
	since  Mark
	vouch  int64 // the entry up to which the mark vouches, 0: none
}

// Journal is what is walked.
type Journal interface {
	// Begin starts behind the entries that are not kept any more.
	Begin(r app.Reader) error
	// Some takes the next entries of a snapshot, and tells how many there were; 0 is no limit.
	Some(r app.Reader, limit int) (n int, err error)
	// Ends holds the head against the entries that were walked.
	Ends(r app.Reader) error
	// Walked is how far that has come.
	Walked() *Walk
}

// Next takes the entry that follows, by its number and the hash that it has of the one before.
func (w *Walk) Next(seq int64, before []byte, hash func(company int64) []byte) error {
	switch {
	case seq != w.Seq+1:
		return w.Wrong("entry %d follows entry %d", seq, w.Seq)
	case !bytes.Equal(before, w.Hash):
		return w.Wrong("entry %d does not follow from the entry before as it is", seq)
	}
	w.Stand(seq, hash(w.Company))
	return nil
}

// Stand goes to an entry.
func (w *Walk) Stand(seq int64, hash []byte) {
	if w.Seq, w.Hash = seq, hash; seq == w.since.Entries && bytes.Equal(hash, w.since.Hash) {
		w.vouch = seq
	}
}

// End holds the last entry against what the head says of it.
func (w *Walk) End(seq int64, hash []byte) error {
	if seq != w.Seq || !bytes.Equal(hash, w.Hash) {
		return w.Wrong("the head says entry %d, the last one is %d", seq, w.Seq)
	}
	return nil
}

// Wrong is that the journal is broken, and how.
func (w *Walk) Wrong(format string, args ...any) error {
	return fmt.Errorf("%w: %w", w.Broken, fmt.Errorf(format, args...))
}

// Check walks a journal from its first entry on, and reports what is wrong with it.
func Check(r app.Reader, j Journal, key string, report func(app.Breach)) error {
	err := j.Begin(r)
	if err == nil {
		_, err = j.Some(r, 0)
	}
	if err == nil {
		err = j.Ends(r)
	}
	if w := j.Walked(); errors.Is(err, w.Broken) {
		report(app.Breach{ID: w.Seq, Key: key, Expected: "an unbroken chain", Found: err.Error()})
		return nil
	}
	return err
}
