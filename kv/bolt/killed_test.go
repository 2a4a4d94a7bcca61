package bolt

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"marquee/kv"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
	"go.etcd.io/bbolt"
	"pgregory.net/rapid"
)

// killed is the file of a store that was written to and never closed.
func killed(t testing.TB, o Options, seeds ...uint64) []byte {
	t.Helper()
	is := is.New(t)
	dir, err := os.MkdirTemp("", "killed")
	is.NoErr(err)
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "store")
	e, err := Open(path, o)
	is.NoErr(err)
	for _, seed := range seeds {
		is.NoErr(e.Update(background, func(tx kv.Tx) error { return stir(tx, seed) }))
	}
	b, err := os.ReadFile(path)
	is.NoErr(err)
	is.NoErr(e.Close())
	return b
}

// put makes a file of bytes.
func put(t testing.TB, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// asBboltFinds returns the free pages that bbolt finds by itself.
func asBboltFinds(t testing.TB, path string) (free []uint64) {
	t.Helper()
	is := is.New(t)
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoFreelistSync: true, PageSize: pageSize})
	is.NoErr(err)
	defer db.Close()
	is.NoErr(db.View(func(tx *bbolt.Tx) error {
		for id := 2; ; id++ {
			p, err := tx.Page(id)
			if p == nil || err != nil {
				return err
			}
			if p.Type == "free" {
				free = append(free, uint64(id))
			}
		}
	}))
	return free
}

// readied does to a file what opening it does before bbolt sees it.
func readied(t testing.TB, path string) (before, after meta) {
	t.Helper()
	is := is.New(t)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	is.NoErr(err)
	defer f.Close()
	before, _, ok := newestMeta(f)
	is.True(ok)
	is.NoErr(afterKill(f))
	after, _, ok = newestMeta(f)
	is.True(ok)
	return before, after
}

func TestFreePagesAfterAKillAreThoseThatBboltFinds(t *testing.T) {
	kvtest.SingleGoroutine(t)
	lived := 0
	rapid.Check(t, func(r *rapid.T) {
		if lived++; lived > 20 {
			return // each costs many syncs
		}
		is := is.New(r)
		seeds := rapid.SliceOfN(rapid.Uint64(), 1, 6).Draw(r, "seeds")
		pool := rapid.SampledFrom([]int{-1, 3, 700}).Draw(r, "pool")
		b := killed(t, Options{FreePages: pool}, seeds...)
		path := put(t, b)
		wanted := asBboltFinds(t, path)
		f, err := os.Open(path)
		is.NoErr(err)
		defer f.Close()
		m, _, ok := newestMeta(f)
		is.True(ok)
		is.Equal(m.freelist, uint64(noFreelist))
		free, ok := freePagesIn(f, m)
		is.True(ok)
		is.True(slices.Equal(free, wanted))
		content := digestOfFile(t, path)

		_, after := readied(t, path)
		is.True(after.freelist != noFreelist)
		is.Equal(after.txid, m.txid+1)
		soundPages(t, path)
		is.Equal(digestOfFile(t, path), content)
		left := asBboltFinds(t, path)
		for _, id := range left {
			is.True(slices.Contains(wanted, id))
		}
		is.True(len(left) <= len(wanted))
	})
}

// digestOfFile is what a store holds.
func digestOfFile(t testing.TB, path string) string {
	t.Helper()
	is := is.New(t)
	f, err := OpenFrozen(path)
	is.NoErr(err)
	defer f.Close()
	sum, err := f.Digest(background)
	is.NoErr(err)
	return sum
}

// freeIn are the free pages of a file in memory.
func freeIn(b []byte) (free []uint64, ok bool) {
	m, _ := metaOf(b)
	return freePagesOf(b[:m.high*pageSize], m)
}

// TestNoFlipFreesAPage flips a bit in every byte with a meaning of a store whose process
// was killed: either no list is made, or the list before the flip. The exception is the
// number of a space's first page, which nothing else contradicts.
func TestNoFlipFreesAPage(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	whole := killed(t, Options{FreePages: 20}, 0, 1, 2)
	what, err := Live(put(t, whole))
	is.NoErr(err)
	wanted, ok := freeIn(whole)
	is.True(ok)
	step := 31
	if *FlipCount >= 1000 {
		step = 1
	}
	refused, same := map[string]int{}, map[string]int{}
	for at := 2 * pageSize; at < len(what); at += step {
		if what[at] == "" {
			continue
		}
		bit := at % 8
		whole[at] ^= 1 << bit
		free, ok := freeIn(whole)
		whole[at] ^= 1 << bit
		switch {
		case !ok:
			refused[what[at]]++
		case slices.Equal(free, wanted):
			same[what[at]]++
		case what[at] != "head of a space":
			t.Fatalf("bit %d of byte %d of page %d, in the %s", bit, at%pageSize, at/pageSize, what[at])
		}
	}
	t.Logf("refused %v, no difference %v", refused, same)
	is.True(refused["head of a page"] > 0 && refused["key of a branch"] > 0)
}

// TestAfterAKillNothingElseIsTouched: what the newest meta page needs stays as it is, byte
// for byte, and so does that page.
func TestAfterAKillNothingElseIsTouched(t *testing.T) {
	is := is.New(t)
	b := killed(t, Options{FreePages: 50}, 3, 4)
	path := put(t, b)
	what, err := Live(path)
	is.NoErr(err)
	f, err := os.Open(path)
	is.NoErr(err)
	defer f.Close()
	_, slot, _ := newestMeta(f)
	readied(t, path)
	after, err := os.ReadFile(path)
	is.NoErr(err)
	changed := 0
	for at := range b {
		if b[at] == after[at] {
			continue
		}
		changed++
		is.True(at/pageSize == 1-slot || at >= 2*pageSize && what[at] == "")
	}
	is.True(changed > 0)
}

func TestTheListLiesBehindTheStoreWhenItsPagesAreScattered(t *testing.T) {
	is := is.New(t)
	at, n, rest := pagesForList([]uint64{5, 7, 9}, 20)
	is.Equal([]uint64{at, n}, []uint64{5, 1})
	is.Equal(rest, []uint64{7, 9})
	many := make([]uint64, 600) // two pages of list
	for i := range many {
		many[i] = uint64(3 + 2*i)
	}
	at, n, rest = pagesForList(many, 2000)
	is.Equal([]uint64{at, n}, []uint64{2000, 2})
	is.Equal(rest, many)
	many[599] = many[598] + 1
	at, n, rest = pagesForList(many, 2000)
	is.Equal([]uint64{at, n}, []uint64{many[598], 2})
	is.Equal(rest, many[:598])
	at, n, rest = pagesForList(nil, 20)
	is.Equal([]uint64{at, n, uint64(len(rest))}, []uint64{20, 1, 0})
}

// TestListsOfEveryLength are read by bbolt as they were written.
func TestListsOfEveryLength(t *testing.T) {
	kvtest.SingleGoroutine(t)
	for _, n := range []int{0, 1, 510, 511, manyFree - 1, manyFree, manyFree + 1, 100_000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			is := is.New(t)
			b := killed(t, Options{FreePages: -1})
			path := put(t, b)
			f, err := os.OpenFile(path, os.O_RDWR, 0)
			is.NoErr(err)
			defer f.Close()
			m, slot, ok := newestMeta(f)
			is.True(ok)
			free, ok := freePagesIn(f, m)
			is.True(ok)
			for range n { // unused pages at the end of the file
				free = append(free, m.high)
				m.high++
			}
			is.NoErr(f.Truncate(int64(m.high) * pageSize))
			is.NoErr(saveList(f, m, 1-slot, free))
			soundPages(t, path)
			at, list, rest := pagesForList(free, m.high)
			is.True(list >= 1)
			db, err := bbolt.Open(path, 0o600, &bbolt.Options{PageSize: pageSize, NoFreelistSync: true})
			is.NoErr(err)
			defer db.Close()
			is.Equal(db.Stats().FreePageN, len(rest))
			is.True(listSaved(db) && at > 1)
		})
	}
}

func TestOddFilesAreLeftToBbolt(t *testing.T) {
	kvtest.SingleGoroutine(t)
	sound := killed(t, Options{FreePages: 20}, 0, 1)
	m, newest := metaOf(sound)
	cases := map[string]func(b []byte) []byte{
		"one that was closed":  func([]byte) []byte { return closedStore(t) },
		"one that was cut off": func(b []byte) []byte { return b[:(m.high-1)*pageSize] },
		"one that is empty":    func([]byte) []byte { return nil },
		"one without a meta page that counts": func(b []byte) []byte {
			b[pageHead+20] ^= 1
			b[pageSize+pageHead+20] ^= 1
			return b
		},
		"one of which the list of spaces is no such": func(b []byte) []byte { b[m.root*pageSize+8] ^= 0x10; return b },
		"one whose list of spaces lies behind its end": func(b []byte) []byte {
			behind := m
			behind.root = m.high
			copy(b[newest*pageSize:], behind.page(newest))
			return b
		},
		"somebody else's": func([]byte) []byte { return foreignStore(t) },
	}
	for name, change := range cases {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			b := change(bytes.Clone(sound))
			path := put(t, b)
			f, err := os.OpenFile(path, os.O_RDWR, 0)
			is.NoErr(err)
			defer f.Close()
			is.NoErr(afterKill(f))
			after, err := os.ReadFile(path)
			is.NoErr(err)
			is.True(bytes.Equal(after, b)) // nothing was written
		})
	}
}

func metaOf(b []byte) (newest meta, slot int) {
	for i := range 2 {
		if m, err := readMeta(b[i*pageSize+pageHead:]); err == nil && m.txid > newest.txid {
			newest, slot = m, i
		}
	}
	return newest, slot
}

func closedStore(t *testing.T) []byte {
	is := is.New(t)
	path := put(t, killed(t, Options{FreePages: 5}, 1))
	e, err := Open(path, Options{FreePages: -1})
	is.NoErr(err)
	is.NoErr(e.Close())
	b, err := os.ReadFile(path)
	is.NoErr(err)
	return b
}

// foreignStore has a space inside a space, which no store of ours has.
func foreignStore(t *testing.T) []byte {
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "foreign")
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{PageSize: pageSize, NoFreelistSync: true})
	is.NoErr(err)
	is.NoErr(db.Update(func(tx *bbolt.Tx) error {
		outer, err := tx.CreateBucket([]byte("outer"))
		if err != nil {
			return err
		}
		inner, err := outer.CreateBucket([]byte("inner"))
		if err != nil {
			return err
		}
		return inner.Put([]byte("key"), make([]byte, 2*pageSize))
	}))
	is.NoErr(db.Close())
	b, err := os.ReadFile(path)
	is.NoErr(err)
	return b
}

// TestAfterAKillEitherMetaPageMayBeTorn checks that the undamaged one is used.
func TestAfterAKillEitherMetaPageMayBeTorn(t *testing.T) {
	for torn := range 2 {
		is := is.New(t)
		b := killed(t, Options{FreePages: 20}, 0, 1)
		_, err := rand.Read(b[torn*pageSize+pageHead : torn*pageSize+512])
		is.NoErr(err)
		path := put(t, b)
		content := digestOfFile(t, path)
		before, after := readied(t, path)
		is.Equal(after.txid, before.txid+1)
		is.Equal(after.root, before.root)
		soundPages(t, path)
		is.Equal(digestOfFile(t, path), content)
	}
}

func TestAStoreInUseIsNotReadied(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: 5})
	before, err := os.ReadFile(e.path)
	is.NoErr(err)
	_, err = Open(e.path, Options{})
	is.True(errors.Is(err, kv.ErrInUse))
	after, err := os.ReadFile(e.path)
	is.NoErr(err)
	is.True(bytes.Equal(before, after))
}
