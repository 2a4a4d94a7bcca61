package bolt

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

// TestPagesOfLiveStores puts, changes and deletes in stores of every size: what
// bbolt writes is always what the walk expects, in the file, in a copy made while
// it serves, and in a compacted one.
func TestPagesOfLiveStores(t *testing.T) {
	kvtest.SingleGoroutine(t)
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			is := is.New(t)
			path := filepath.Join(t.TempDir(), "store")
			random := rand.New(rand.NewPCG(seed, 1))
			for range 4 {
				e, err := Open(path, Options{FreePages: 20})
				is.NoErr(err)
				for range 5 {
					is.NoErr(e.Update(t.Context(), func(tx kv.Tx) error { return stir(tx, seed+random.Uint64N(3)) }))
				}
				running := filepath.Join(t.TempDir(), "running")
				w, err := os.Create(running)
				is.NoErr(err)
				_, err = e.CopyTo(t.Context(), w)
				is.NoErr(err)
				is.NoErr(w.Close())
				soundPages(t, running)
				is.NoErr(e.Close())
				soundPages(t, path)
			}
			f, err := OpenFrozen(path)
			is.NoErr(err)
			small := filepath.Join(t.TempDir(), "small")
			is.NoErr(f.CompactTo(small))
			is.NoErr(f.Close())
			soundPages(t, small)
		})
	}
}

// stir writes some hundred pairs of all sizes, and deletes runs of others.
func stir(tx kv.Tx, seed uint64) error {
	random := rand.New(rand.NewPCG(seed, 2))
	for _, s := range []kv.Space{"few", "many", "large"} {
		for range 1 + random.IntN(map[kv.Space]int{"few": 4, "many": 1500, "large": 6}[s]) {
			key := fmt.Appendf(nil, "%0*d", 1+random.IntN(60), random.IntN(4000))
			size := 1 + random.IntN(map[kv.Space]int{"few": 30, "many": 300, "large": 60_000}[s])
			if err := tx.Put(s, key, make([]byte, size)); err != nil {
				return err
			}
		}
		from := fmt.Appendf(nil, "%d", random.IntN(10))
		var gone [][]byte
		for p, err := range tx.Scan(s, kv.Range{From: from, Limit: random.IntN(2000)}) {
			if err != nil {
				return err
			}
			gone = append(gone, append([]byte(nil), p.Key...))
		}
		for _, key := range gone {
			if err := tx.Delete(s, key); err != nil {
				return err
			}
		}
	}
	return nil
}

func soundPages(t *testing.T, path string) {
	t.Helper()
	is := is.New(t)
	f, err := OpenFrozen(path)
	is.NoErr(err)
	is.NoErr(f.CheckPages(func(err error) { t.Error(err) }))
	is.NoErr(f.Close())
}

// TestEveryBitOfTheStructure flips a bit in every byte of a store except keys, values and
// the length of the last entry of a page, which the checksums of records cover, and the names
// of spaces, which whoever declares them knows. The check finds each flip and never crashes.
func TestEveryBitOfTheStructure(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "store")
	e, err := Open(path, Options{FreePages: 5})
	is.NoErr(err)
	for n := range uint64(3) {
		is.NoErr(e.Update(t.Context(), func(tx kv.Tx) error { return stir(tx, n) }))
	}
	is.NoErr(e.Close())
	what, err := Live(path)
	is.NoErr(err)
	whole, err := os.ReadFile(path)
	is.NoErr(err)
	step := 29
	if *FlipCount >= 1000 {
		step = 1
	}
	flips, missed := 0, 0
	for at := 0; at < len(what); at += step {
		if slices.Contains([]string{"", "key", "value", "length of a last entry", "name of a space"}, what[at]) {
			continue
		}
		bit := at % 8 // each bit somewhere
		whole[at] ^= 1 << bit
		found := 0
		checkPages(sliced(whole), int64(len(whole)), func(error) { found++ }, nil)
		whole[at] ^= 1 << bit
		if flips++; found == 0 {
			missed++
			t.Errorf("bit %d of byte %d of page %d, in the %s, was not found", bit, at%pageSize, at/pageSize, what[at])
		}
		if missed > 10 {
			t.FailNow()
		}
	}
	t.Logf("%d flips", flips)
	is.True(flips > 1000)
}

// sliced is a file in memory.
type sliced []byte

func (s sliced) ReadAt(b []byte, at int64) (int, error) {
	if at < 0 || at+int64(len(b)) > int64(len(s)) {
		return 0, os.ErrInvalid
	}
	return copy(b, s[at:]), nil
}

// FuzzPages checks arbitrary files: the check ends and does not crash.
func FuzzPages(f *testing.F) {
	path := filepath.Join(f.TempDir(), "store")
	if err := create(path); err != nil {
		f.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b[:6*pageSize])
	f.Fuzz(func(_ *testing.T, b []byte) {
		for i := range 2 { // a right sum lets the rest of a meta page through
			resum(b, i)
		}
		checkPages(sliced(b), int64(len(b)), func(error) {}, nil)
	})
}

func resum(b []byte, i int) {
	if len(b) < (i+1)*pageSize {
		return
	}
	p := b[i*pageSize+pageHead:]
	sum := metaSum(p)
	for n := range 8 {
		p[metaBytes-8+n] = byte(sum >> (8 * n))
	}
}

func TestTheSealOfTheClock(t *testing.T) {
	is := is.New(t)
	for _, at := range []time.Time{time.UnixMicro(0), time.UnixMicro(1), time.Date(2026, 7, 4, 12, 0, 0, 123456000, time.UTC), time.Date(2111, 1, 1, 0, 0, 0, 0, time.UTC)} {
		n := sealTime(at)
		back, ok := openTime(n)
		is.True(ok && back.Equal(at))
		for bit := range 64 {
			_, ok := openTime(n ^ 1<<bit)
			is.True(!ok)
		}
		old, ok := openTime(uint64(at.UnixMicro())) // from before there was a seal
		is.True(ok && old.Equal(at))
	}
}
