package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"marquee/kv"

	"github.com/matryer/is"
)

func yield() { runtime.Gosched() }

func TestReadPastItsLimitIsEnded(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1, ReadLimit: time.Millisecond})
	is.NoErr(e.Update(background, func(tx kv.Tx) error {
		for i := range int64(300) {
			if err := tx.Put("s", kv.Int.Append(nil, i), []byte("x")); err != nil {
				return err
			}
		}
		return nil
	}))
	read := 0
	err := e.View(background, func(r kv.Reader) error {
		for _, err := range r.Scan("s", kv.Range{}) {
			if err != nil {
				return err
			}
			if read++; read == 10 {
				pass(2 * time.Millisecond)
			}
		}
		return nil
	})
	is.True(errors.Is(err, kv.ErrReaderTooOld))
	is.True(read < 300)
	is.True(errors.Is(e.View(background, func(r kv.Reader) error {
		pass(2 * time.Millisecond)
		_, err := r.Get("s", kv.Int.Append(nil, 0))
		return err
	}), kv.ErrReaderTooOld))
	is.NoErr(e.View(kv.Alone(background), func(r kv.Reader) error { // nobody else is kept waiting
		pass(2 * time.Millisecond)
		_, err := r.Get("s", kv.Int.Append(nil, 0))
		return err
	}))
	is.True(errors.Is(e.View(background, func(r kv.Reader) error {
		pass(2 * time.Millisecond)
		_, err := r.GetMany("s", [][]byte{kv.Int.Append(nil, 0)})
		return err
	}), kv.ErrReaderTooOld))
	is.True(errors.Is(e.View(background, func(r kv.Reader) error {
		pass(2 * time.Millisecond)
		_, err := kv.Count(r, "s", kv.Range{})
		return err
	}), kv.ErrReaderTooOld))
	is.True(errors.Is(e.View(background, func(r kv.Reader) error {
		pass(2 * time.Millisecond)
		_, err := kv.Nth(r, "s", kv.Range{}, 0)
		return err
	}), kv.ErrReaderTooOld))
}

// pass lets the clock go on by d, working.
func pass(d time.Duration) {
	for start := time.Now(); time.Since(start) <= d; {
		yield()
	}
}

func TestScanNoticesAnEndedContext(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1})
	is.NoErr(e.Update(background, write("a")))
	ctx, cancel := context.WithCancel(background)
	is.True(errors.Is(e.View(ctx, func(r kv.Reader) error {
		cancel()
		for _, err := range r.Scan("s", kv.Range{}) {
			return err
		}
		return nil
	}), context.Canceled))
}

func TestReadersAreWatched(t *testing.T) {
	is := is.New(t)
	var r readers
	old, young := new(openRead), new(openRead)
	r.begin(old)
	r.begin(young)
	start := old.since
	young.since = start.Add(slowRead)
	r.look(start.Add(slowRead + time.Millisecond))
	open, slow, oldest := r.state(start.Add(time.Second))
	is.Equal(open, 2)
	is.Equal(slow, uint64(1)) // only the old one so far
	is.Equal(oldest, time.Second)
	r.look(start.Add(slowRead + 2*time.Millisecond))
	_, slow, _ = r.state(start)
	is.Equal(slow, uint64(1)) // each reader counts once
	r.end(old)
	r.end(young)
	open, _, oldest = r.state(start)
	is.Equal(open, 0)
	is.Equal(oldest, time.Duration(0))
}

func TestStatsShowReadersAndFile(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{})
	is.NoErr(e.View(background, func(kv.Reader) error {
		is.Equal(e.Stats().Readers, 1)
		return nil
	}))
	s := e.Stats()
	is.Equal(s.Readers, 0)
	is.True(s.FreePages >= poolPages)
	is.True(s.FileBytes >= poolPages*pageSize)
}

func TestCopyWhileServing(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1})
	is.NoErr(e.Update(background, write("before")))
	var copied bytes.Buffer
	n, err := e.CopyTo(background, &copied)
	is.NoErr(err)
	is.Equal(n, int64(copied.Len()))
	is.NoErr(e.Update(background, write("behind")))
	path := filepath.Join(t.TempDir(), "copy.db")
	is.NoErr(os.WriteFile(path, copied.Bytes(), 0o600))
	c, err := Open(path, Options{FreePages: -1})
	is.NoErr(err)
	defer c.Close()
	is.True(has(c, "before"))
	is.True(!has(c, "behind"))
}

func TestCopyEndsWithItsContext(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1})
	ctx, cancel := context.WithCancel(background)
	cancel()
	_, err := e.CopyTo(ctx, &bytes.Buffer{})
	is.True(errors.Is(err, context.Canceled))
}

func TestAppendOnlySpacesAreDense(t *testing.T) {
	is := is.New(t)
	size := func(o Options) int64 {
		o.FreePages = -1
		e := openTemp(t, o)
		for n := range int64(20) {
			is.NoErr(e.Update(background, func(tx kv.Tx) error {
				for i := range int64(200) {
					if err := tx.Put("log", kv.Int.Append(nil, 200*n+i), fmt.Appendf(nil, "%0200d", i)); err != nil {
						return err
					}
				}
				return nil
			}))
		}
		var copied bytes.Buffer
		_, err := e.CopyTo(background, &copied)
		is.NoErr(err)
		return int64(usedPages(t, e, "log"))
	}
	dense, plain := size(Options{AppendOnly: func(s kv.Space) bool { return s == "log" }}), size(Options{})
	is.True(dense*100 < plain*70) // at most 70 % of the pages
}
