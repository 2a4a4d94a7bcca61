package bolt

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"marquee/kv"

	"github.com/matryer/is"
)

// largeSpace has a tree of three levels.
func largeSpace(t testing.TB) *Engine {
	t.Helper()
	e := openTemp(t, Options{FreePages: -1})
	for from := int64(0); from < 120_000; from += 20_000 {
		if err := e.Update(background, func(tx kv.Tx) error {
			for i := from; i < from+20_000; i++ {
				if err := tx.Put("s", kv.Int.Append(kv.Int.Append(nil, 1), i), []byte{1}); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

func TestRangesAreCountedByTheirPages(t *testing.T) {
	is := is.New(t)
	e := largeSpace(t)
	is.NoErr(e.View(background, func(kr kv.Reader) error {
		r := kr.(*reader)
		c := counter{file: mapped(r.tx), alive: r.alive}
		n, err := c.between(uint64(r.space("s").bucket.Root()), kv.Int.Append(kv.Int.Append(nil, 1), 7), nil, 0)
		is.Equal(n, int64(119_993))
		is.True(c.pages < 3000)
		return err
	}))
}

// A damaged page is told, whatever is wrong with it: it does not end the process.
func TestCountingSurvivesDamagedPages(t *testing.T) {
	is := is.New(t)
	e := largeSpace(t)
	is.NoErr(e.View(background, func(kr kv.Reader) error {
		r := kr.(*reader)
		root := uint64(r.space("s").bucket.Root())
		file := bytes.Clone(mapped(r.tx))
		random := rand.New(rand.NewPCG(1, 2))
		told := 0
		for range 2000 {
			p := head(file[root*pageSize:])
			id := p.id
			if random.IntN(2) == 0 {
				id = p.entry(random.IntN(p.count)).child
			}
			at := id*pageSize + uint64(random.IntN(64))
			flip := byte(1 + random.IntN(255))
			file[at] ^= flip
			c := counter{file: file, alive: func() error { return nil }}
			_, err := c.between(root, kv.Int.Append(kv.Int.Append(nil, 1), random.Int64N(120_000)), kv.Int.Append(nil, 2), 0)
			if err != nil {
				is.True(errors.Is(err, kv.ErrDamaged))
				told++
			}
			file[at] ^= flip
		}
		is.True(told > 100)
		return nil
	}))
}

func BenchmarkCount(b *testing.B) {
	e := largeSpace(b)
	whole := kv.Range{From: kv.Int.Append(nil, 1)}
	for name, count := range map[string]func(*reader) (int64, error){
		"pages": func(r *reader) (int64, error) { return r.Count("s", whole) },
		"walk":  func(r *reader) (int64, error) { return kv.Count(&r.snapshot, "s", whole) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				err := e.View(background, func(r kv.Reader) error {
					_, err := count(r.(*reader))
					return err
				})
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
