package apptest

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"

	"marquee/app"
	"marquee/kv"
)

// Digest is a fingerprint of everything that is stored, but for the tables whose
// names are given. Two equal digests mean that nothing changed.
func (w *World) Digest(except ...string) string {
	w.t.Helper()
	sum := sha256.New()
	err := w.App.Engine().View(context.Background(), func(r kv.Reader) error {
		sum.Reset()
		for _, space := range app.Schema.Spaces() {
			table, _, _ := strings.Cut(string(space), ".")
			if slices.Contains(except, table) {
				continue
			}
			for p, err := range r.Scan(space, kv.Range{}) {
				if err != nil {
					return err
				}
				var n [16]byte
				binary.BigEndian.PutUint64(n[:8], uint64(len(p.Key)))
				binary.BigEndian.PutUint64(n[8:], uint64(len(p.Value)))
				sum.Write(n[:])
				sum.Write(p.Key)
				sum.Write(p.Value)
			}
		}
		return nil
	})
	w.must(err)
	return hex.EncodeToString(sum.Sum(nil))
}
