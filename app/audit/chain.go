package audit

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"

	"marquee/app"
	"marquee/app/chain"
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

// walk walks entries in their order and holds each against the one before.
type walk struct {
	chain.Walk
	id int64
}

func walkOf(company int64) *walk { return &walk{Walk: chain.Walk{Company: company, Broken: errChain}} }

// Walked implements chain.Journal.
func (w *walk) Walked() *chain.Walk { return &w.Walk }

// Begin implements chain.Journal.
func (w *walk) Begin(r app.Reader) error {
	h, err := headOf(r)
	if err == nil {
		w.Stand(h.Gone, h.GoneHash)
	}
	return err
}

// Some implements chain.Journal.
func (w *walk) Some(r app.Reader, limit int) (n int, err error) {
	for hit, err := range entries.Scan(app.Whole(r), indexes.From(w.id+1).Limit(limit)) {
		if err == nil {
			err = w.Next(hit.Rec.Seq, hit.Rec.Before, hit.Rec.hash)
		}
		if err != nil {
			return n, err
		}
		w.id = hit.Rec.ID
		n++
	}
	return n, nil
}

// Ends implements chain.Journal.
func (w *walk) Ends(r app.Reader) error {
	h, err := headOf(r)
	if err == nil {
		err = w.End(h.Seq, h.Hash)
	}
	return err
}

// MarkOf is the mark of the reader's company; ok is false while it has no entry.
func MarkOf(r app.Reader) (m chain.Mark, ok bool, err error) {
	h, err := headOf(r)
	return chain.Mark{Company: r.Company(), Entries: h.Seq, Hash: h.Hash}, h.Seq > 0, err
}

// Verify walks the logs of all companies. Each must be whole, and go on from the earlier mark of
// its company where there is one.
func Verify(ctx context.Context, a *app.App, since []chain.Mark) ([]chain.Verified, error) {
	return chain.Verify(ctx, a, "log", since, func(company int64) chain.Journal { return walkOf(company) })
}

// checkChain walks the log from its first entry on, in constant memory.
func checkChain(r app.Reader, report func(app.Breach)) error {
	return chain.Check(r, walkOf(r.Company()), "audit entry", report)
}

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
