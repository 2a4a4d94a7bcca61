package bench

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"testing"

	"go.etcd.io/bbolt"
)

// spaceUse is what one space takes of the file.
type spaceUse struct {
	name  string
	pairs int
	used  int // bytes of keys and values with bbolt's heads
	pages int // bytes of the pages they lie in
}

// TestSpaces prints where the bytes of the festival's file are.
func TestSpaces(t *testing.T) {
	if !*speedTable {
		t.Skip("make bench asks for it")
	}
	w := openBaseline(t)
	info, err := os.Stat(w.db.Path())
	must(t, err)
	must(t, w.db.View(func(tx *bbolt.Tx) error { return printSpaces(os.Stdout, tx, info.Size()) }))
}

func printSpaces(out io.Writer, tx *bbolt.Tx, file int64) error {
	var all []spaceUse
	items := 1
	err := tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
		s := b.Stats()
		all = append(all, spaceUse{string(name), s.KeyN, s.LeafInuse + s.BranchInuse, s.LeafAlloc + s.BranchAlloc})
		if string(name) == "orderItems" || string(name) == "order_items" {
			items = s.KeyN
		}
		return nil
	})
	slices.SortFunc(all, func(a, b spaceUse) int { return cmp.Compare(b.pages, a.pages) })
	fmt.Fprintf(out, "\n%-34s %9s %11s %11s %5s %9s\n", "space", "pairs", "used", "pages", "fill", "per item")
	total := 0
	for _, s := range all {
		total += s.pages
		if s.pages >= int(file)/200 {
			fmt.Fprintf(out, "%-34s %9d %11d %11d %4d%% %9.1f\n", s.name, s.pairs, s.used, s.pages, 100*s.used/max(1, s.pages), float64(s.pages)/float64(items))
		}
	}
	fmt.Fprintf(out, "all spaces %d bytes, file %d bytes: %.0f bytes of file per order item (%d items)\n", total, file, float64(file)/float64(items), items)
	return err
}
