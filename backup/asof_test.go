package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"marquee/backup/journal"
	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
	"go.etcd.io/bbolt"
	"pgregory.net/rapid"
)

// quick is a check that looks at nothing but the digest.
func quick(ctx context.Context, path string, _ Depth, _ func(Finding)) (r Report, err error) {
	f, err := bolt.OpenFrozen(path)
	if err != nil {
		return r, err
	}
	if r.LastCommit, err = f.LastCommit(); err == nil {
		r.Digest, err = f.Digest(ctx)
	}
	return r, errors.Join(err, f.Close())
}

// kept is a store with a journal, and what it held at each moment.
type kept struct {
	dir, store string
	k          *Keeper
	engine     *bolt.Engine
	journal    *journal.Journal
	copies     int
	moments    []time.Time
	digests    []string
}

func newKept(t *testing.T) *kept {
	dir, err := os.MkdirTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	h := &kept{dir: dir, store: filepath.Join(dir, "marquee.db"), k: here(t)}
	h.k.Check = quick
	h.open(t)
	t.Cleanup(func() { h.engine.Close() })
	return h
}

func (h *kept) open(t *testing.T) {
	t.Helper()
	var err error
	if h.engine, err = bolt.Open(h.store, bolt.Options{FreePages: -1}); err != nil {
		t.Fatal(err)
	}
	h.journal, err = journal.Start(h.engine, journal.Options{Dir: h.journals(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
}

func (h *kept) close(t *testing.T) {
	t.Helper()
	if err := h.engine.Close(); err != nil {
		t.Fatal(err)
	}
	h.journal.Close()
}

func (h *kept) journals() string { return filepath.Join(h.dir, "journal") }
func (h *kept) backups() string  { return filepath.Join(h.dir, "backups") }

// copy makes a hot copy and gives its moment and digest.
func (h *kept) copy(t *testing.T) (path string, r Report) {
	t.Helper()
	h.copies++
	path = filepath.Join(h.dir, fmt.Sprintf("copy%d", h.copies))
	err := writeFile(realDisk{}, path, func(w io.Writer) error {
		_, err := h.engine.CopyTo(t.Context(), w)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if r, err = quick(t.Context(), path, Full, nil); err != nil {
		t.Fatal(err)
	}
	return path, r
}

func (h *kept) backup(t *testing.T) {
	t.Helper()
	path, _ := h.copy(t)
	if err := os.MkdirAll(h.backups(), 0o700); err != nil {
		t.Fatal(err)
	}
	made := time.Unix(1e9, 0).Add(time.Duration(h.copies) * time.Second)
	if _, err := h.k.Take(t.Context(), path, filepath.Join(h.backups(), nameOf(Manifest{Made: made}, false)), nil); err != nil {
		t.Fatal(err)
	}
}

// note remembers what the store holds now.
func (h *kept) note(t *testing.T) {
	t.Helper()
	path, r := h.copy(t)
	h.moments, h.digests = append(h.moments, r.LastCommit), append(h.digests, r.Digest)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

func (h *kept) restore(t *testing.T, until time.Time) (Restored, error) {
	t.Helper()
	return h.k.Restore(t.Context(), Restoring{
		Source: h.backups(), Journal: h.journals(), AsOf: until, Store: filepath.Join(h.dir, "restored.db"), Dry: true,
	})
}

func (h *kept) write(t *testing.T, key string) {
	t.Helper()
	err := h.engine.Update(t.Context(), func(tx kv.Tx) error { return tx.Put("words", []byte(key), []byte("v"+key)) })
	if err != nil {
		t.Fatal(err)
	}
}

// histories is how many are lived: each costs some twenty syncs.
const histories = 30

// TestAsOfAnyMoment writes at random, with restarts and backups in between, and has
// the store of any moment since the first backup again, and of the last.
func TestAsOfAnyMoment(t *testing.T) {
	kvtest.SingleGoroutine(t)
	lived := 0
	rapid.Check(t, func(rt *rapid.T) {
		is := is.New(t)
		if lived++; lived > histories {
			return
		}
		h := newKept(t)
		n := rapid.IntRange(2, 8).Draw(rt, "commits")
		h.backup(t)
		h.note(t)
		for range n {
			is.NoErr(h.engine.Update(t.Context(), anyWrites(rt)))
			h.note(t)
			switch rapid.IntRange(0, 5).Draw(rt, "and then") {
			case 0:
				h.backup(t)
			case 1:
				h.close(t)
				h.open(t)
			}
		}
		h.close(t)
		i := rapid.IntRange(0, n).Draw(rt, "moment")
		out, err := h.restore(t, h.moments[i])
		is.NoErr(err)
		is.Equal(out.Report.Digest, h.digests[i])
		out, err = h.restore(t, time.Time{})
		is.NoErr(err)
		is.Equal(out.Report.Digest, h.digests[n])
	})
}

func anyWrites(rt *rapid.T) func(kv.Tx) error {
	key := rapid.StringN(1, 2, 4)
	space := rapid.SampledFrom([]kv.Space{"a", "b"}).Draw(rt, "space")
	put := rapid.SliceOfN(key, 1, 4).Draw(rt, "put")
	gone := rapid.SliceOfN(key, 0, 3).Draw(rt, "gone")
	return func(tx kv.Tx) error {
		for i, k := range put {
			if err := tx.Put(space, []byte(k), fmt.Append(nil, i, k)); err != nil {
				return err
			}
		}
		for _, k := range gone {
			if err := tx.Delete(space, []byte(k)); err != nil {
				return err
			}
		}
		return nil
	}
}

// TestAWholeSecondCountsToItsEnd, and a moment is that moment, also at the end of a second.
func TestAWholeSecondCountsToItsEnd(t *testing.T) {
	is := is.New(t)
	noon := time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)
	end := noon.Add(time.Second - time.Microsecond)
	is.Equal(Restoring{AsOf: noon, Second: true}.asked(), asked{noon, end})
	is.Equal(Restoring{AsOf: noon}.asked(), asked{noon, noon})
	is.Equal(Restoring{AsOf: end}.asked(), asked{end, end})
}

// TestAsOfRefusals: what does not lead to the moment is refused in words.
func TestAsOfRefusals(t *testing.T) {
	is := is.New(t)
	h := newKept(t)
	h.write(t, "one")
	h.note(t)
	first := h.moments[0]
	h.write(t, "two")
	h.backup(t)
	h.write(t, "three")
	h.note(t)
	third := h.moments[1]
	refused := func(until time.Time, words string) {
		t.Helper()
		_, err := h.restore(t, until)
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("refused with %v, not with %q", err, words)
		}
		left, _ := filepath.Glob(filepath.Join(h.dir, "restored*"))
		is.Equal(len(left), 0)
	}
	refused(first, "no good backup in")
	refused(time.UnixMicro(-1), "begins at")

	h.close(t) // writes that no journal sees
	e, err := bolt.Open(h.store, bolt.Options{FreePages: -1})
	is.NoErr(err)
	h.engine = e
	h.write(t, "unseen")
	h.note(t)
	is.NoErr(e.Close())
	h.open(t)
	h.write(t, "four")
	h.note(t)
	refused(h.moments[3], "does not go on from the newest good backup")
	refused(third.Add(time.Microsecond), "has a gap")
	out, err := h.restore(t, third) // before the gap everything is as it was
	is.NoErr(err)
	is.Equal(out.Report.Digest, h.digests[1])

	h.backup(t)
	h.write(t, "five")
	h.note(t)
	out, err = h.restore(t, time.Time{})
	is.NoErr(err)
	is.Equal(out.Report.Digest, h.digests[4])
	is.Equal(out.Replayed, 1)
	h.close(t)

	segments, err := filepath.Glob(filepath.Join(h.journals(), "*.journal"))
	is.NoErr(err)
	last := segments[len(segments)-1]
	b, err := os.ReadFile(last)
	is.NoErr(err)
	b[strings.LastIndex(string(b), "vfive")] ^= 1
	is.NoErr(os.WriteFile(last, b, 0o600))
	refused(time.Time{}, "the journal is damaged: segment "+filepath.Base(last)+", byte ")
	is.NoErr(os.RemoveAll(h.journals()))
	refused(time.Time{}, "there is no journal in")
}

func TestRestoreOfALivedFestivalToItsEnd(t *testing.T) {
	is := is.New(t)
	path, e, a := festival(t)
	dir := filepath.Dir(path)
	j, err := StartJournal(a, filepath.Join(dir, "journal"), "test", false, slog.New(slog.DiscardHandler))
	is.NoErr(err)
	k := here(t)
	copied := filepath.Join(dir, "copy")
	_, err = HotCopy(t.Context(), a, copied)
	is.NoErr(err)
	taken, err := k.Take(t.Context(), copied, dir, nil)
	is.NoErr(err)
	l := begin(t, e, 4)
	for l.done.Load() < 200 {
		runtime.Gosched()
	}
	again := filepath.Join(dir, "again") // a copy under load
	_, err = HotCopy(t.Context(), a, again)
	is.NoErr(err)
	out, err := k.Compare(t.Context(), Comparing{Copy: again, Source: taken.Path, Journal: filepath.Join(dir, "journal")})
	is.NoErr(err)
	is.True(out.Replayed > 0)
	close(l.stop)
	l.running.Wait()
	is.NoErr(e.Close())
	j.Close()
	want, err := DigestAt(t.Context(), path)
	is.NoErr(err)
	is.NoErr(os.Remove(path)) // the disaster
	restored, err := k.Restore(t.Context(), Restoring{Source: dir, Journal: filepath.Join(dir, "journal"), Store: path})
	is.NoErr(err)
	is.Equal(restored.Report.Digest, want)
	is.Equal(restored.Base, taken.Path)

	t.Run("a journal that says something else is noticed", func(t *testing.T) {
		is := is.New(t)
		db, err := bbolt.Open(again, 0o600, nil)
		is.NoErr(err)
		is.NoErr(db.Update(func(tx *bbolt.Tx) error {
			return tx.Bucket([]byte(loadSpace)).Put([]byte("left"), []byte("tampered"))
		}))
		is.NoErr(db.Close())
		is.NoErr(os.Rename(again, filepath.Join(dir, "tampered")))
		_, err = k.Compare(t.Context(), Comparing{Copy: filepath.Join(dir, "tampered"), Source: taken.Path, Journal: filepath.Join(dir, "journal")})
		var differs *DiffersError
		is.True(errors.As(err, &differs))
	})
}
