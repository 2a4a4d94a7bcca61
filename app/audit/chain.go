package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	"marquee/app"
	"marquee/indexes"
)

// hashForm is the first thing in what is hashed, so that it cannot be mistaken for
// anything else that is.
const hashForm = "marquee audit 1"

// hash is that of an entry of a company: of all that it says, and so of the hash of the
// entry before. It does not depend on how entries are stored.
func (e *Entry) hash(company int64) []byte {
	b := append(make([]byte, 0, 512), hashForm...)
	for _, n := range []int64{company, e.Seq, e.At.UnixMicro(), int64(e.Outcome), e.UserID, e.TokenID, e.Count, e.More, int64(len(e.Objects))} {
		b = binary.AppendVarint(b, n)
	}
	for _, s := range []string{e.Through, e.Operation, e.Address, e.Device} {
		b = appendText(b, s)
	}
	for i := range e.Objects {
		o := &e.Objects[i]
		b = appendText(appendText(b, o.Type), o.Key)
		b = binary.AppendVarint(binary.AppendVarint(b, int64(o.Did)), int64(len(o.Fields)))
		for _, f := range o.Fields {
			b = appendText(appendText(appendText(b, f.Name), f.Before), f.After)
		}
	}
	sum := sha256.Sum256(append(b, e.Before...))
	return sum[:]
}

// appendText writes a text behind its length, so that no two lists of texts look alike.
func appendText(b []byte, s string) []byte {
	return append(binary.AppendVarint(b, int64(len(s))), s...)
}

// errChain is that the log is not what was written.
var errChain = errors.New("the audit log is broken")

func isBroken(err error) bool { return errors.Is(err, errChain) }

// chain walks entries in their order and holds each against the one before.
type chain struct {
	company int64
	seq     int64
	hash    []byte
	id      int64
	begun   bool
	// look is called with every entry that follows rightly; it may be nil.
	look func(seq int64, hash []byte)
}

// begin starts behind the entries that are not kept any more.
func (c *chain) begin(r app.Reader) error {
	h, err := headOf(r)
	if err == nil {
		c.begun, c.seq, c.hash = true, h.Gone, h.GoneHash
	}
	return err
}

// next takes the entry that follows.
func (c *chain) next(e *Entry) error {
	switch {
	case e.Seq != c.seq+1:
		return fmt.Errorf("%w: entry %d follows entry %d", errChain, e.Seq, c.seq)
	case !bytes.Equal(e.Before, c.hash):
		return fmt.Errorf("%w: entry %d does not follow from the entry before as it is", errChain, e.Seq)
	}
	c.seq, c.hash, c.id = e.Seq, e.hash(c.company), e.ID
	if c.look != nil {
		c.look(c.seq, c.hash)
	}
	return nil
}

// some takes the next entries of a snapshot, and tells how many there were; 0 is no limit.
func (c *chain) some(r app.Reader, limit int) (n int, err error) {
	if !c.begun {
		if err := c.begin(r); err != nil {
			return 0, err
		}
	}
	for hit, err := range entries.Scan(app.Whole(r), indexes.From(c.id+1).Limit(limit)) {
		if err == nil {
			err = c.next(&hit.Rec)
		}
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// ends holds the head against the entries that were walked.
func (c *chain) ends(r app.Reader) error {
	h, err := headOf(r)
	if err == nil && (h.Seq != c.seq || !bytes.Equal(h.Hash, c.hash)) {
		err = fmt.Errorf("%w: the head says entry %d, the last one is %d", errChain, h.Seq, c.seq)
	}
	return err
}
