package apptest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"slices"
	"strings"

	"marquee/kv"
)

// Digest is a fingerprint of everything that is stored, but for the tables whose
// names are given. Two equal digests mean that nothing changed.
func (w *World) Digest(except ...string) string {
	w.t.Helper()
	sum := sha256.New()
	err := w.App.Engine().View(context.Background(), func(r kv.Reader) error {
		sum.Reset()
		for _, space := range w.App.Schema().Spaces() {
			table, _, _ := strings.Cut(string(space), ".")
			if slices.Contains(except, table) {
				continue
			}
			for p, err := range r.Scan(space, kv.Range{}) {
				if err != nil {
					return err
				}
				add(sum, p)
			}
		}
		return nil
	})
	w.must(err)
	return hex.EncodeToString(sum.Sum(nil))
}

// Digest is a fingerprint of the company's own records.
func (s *Side) Digest() string {
	s.world.t.Helper()
	sum := sha256.New()
	head := kv.Int.Append(nil, s.Company.ID)
	err := s.world.App.Engine().View(context.Background(), func(r kv.Reader) error {
		sum.Reset()
		for _, table := range s.world.App.Schema().Tables() {
			if table.Global {
				continue
			}
			for p, err := range r.Scan(table.Space, kv.Range{From: head}) {
				if err != nil {
					return err
				}
				if !bytes.HasPrefix(p.Key, head) {
					break
				}
				add(sum, p)
			}
		}
		return nil
	})
	s.world.must(err)
	return hex.EncodeToString(sum.Sum(nil))
}

// add puts a pair into a fingerprint, so that no two lists of pairs look alike.
func add(sum hash.Hash, p kv.Pair) {
	var n [16]byte
	binary.BigEndian.PutUint64(n[:8], uint64(len(p.Key)))
	binary.BigEndian.PutUint64(n[8:], uint64(len(p.Value)))
	sum.Write(n[:])
	sum.Write(p.Key)
	sum.Write(p.Value)
}
