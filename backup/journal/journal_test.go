package journal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/frame"

	"github.com/matryer/is"
)

var always = time.Unix(1<<40, 0)

// testStore is a store with a journal, which can be stopped in several ways.
type testStore struct {
	t       *testing.T
	store   string
	o       Options
	engine  *bolt.Engine
	journal *Journal
}

func open(t *testing.T) *testStore {
	dir := t.TempDir()
	h := &testStore{t: t, store: filepath.Join(dir, "store.db"), o: Options{
		Dir: filepath.Join(dir, "journal"), Build: "test", Schema: "none", Log: slog.New(slog.DiscardHandler),
		firstRetry: time.Microsecond, timeout: 10 * time.Second,
	}}
	h.start()
	t.Cleanup(func() { h.engine.Close() })
	return h
}

func (h *testStore) start() {
	h.t.Helper()
	var err error
	if h.engine, err = bolt.Open(h.store, bolt.Options{FreePages: -1}); err != nil {
		h.t.Fatal(err)
	}
	if h.journal, err = Start(h.engine, h.o); err != nil {
		h.t.Fatal(err)
	}
}

// stop is a clean end.
func (h *testStore) stop() {
	h.t.Helper()
	if err := h.engine.Close(); err != nil {
		h.t.Fatal(err)
	}
	h.journal.Close()
}

// vanish is an end without a word, as after kill -9.
func (h *testStore) vanish() {
	h.t.Helper()
	if err := h.engine.Close(); err != nil {
		h.t.Fatal(err)
	}
	close(h.journal.stop)
	h.journal.ended.Wait()
	close(h.journal.jobs)
	h.journal.clerk.Wait()
	_ = h.journal.unlock() // as the system does
}

func (h *testStore) write(key string) {
	h.t.Helper()
	if err := h.engine.Update(context.Background(), put(key)); err != nil {
		h.t.Fatal(err)
	}
}

func put(key string) func(kv.Tx) error {
	return func(tx kv.Tx) error { return tx.Put("s", []byte(key), []byte("value of "+key)) }
}

// last is the store's last commit.
func (h *testStore) last() time.Time {
	last, stop := h.engine.Follow(bolt.Follower{})
	stop()
	return last
}

func (h *testStore) generations() []Generation {
	h.t.Helper()
	all, err := Generations(h.o.Dir)
	if err != nil {
		h.t.Fatal(err)
	}
	return all
}

// keys are what the newest generation wrote after a moment, in order.
func (h *testStore) keys(after time.Time) []string {
	h.t.Helper()
	all := h.generations()
	keys, err := keysOf(all[len(all)-1], after, always)
	if err != nil {
		h.t.Fatal(err)
	}
	return keys
}

func keysOf(g Generation, after, until time.Time) (keys []string, err error) {
	err = g.Walk(after, until, func(sets []kv.WriteSet) error {
		for _, s := range sets {
			for _, w := range s.Writes {
				keys = append(keys, string(w.Key))
			}
		}
		return nil
	})
	return keys, err
}

func (h *testStore) newest() string {
	h.t.Helper()
	files, err := list(h.o.Dir)
	if err != nil || len(files) == 0 {
		h.t.Fatal("no segments", err)
	}
	return files[len(files)-1].path
}

func TestEveryCommitIsInTheJournal(t *testing.T) {
	is := is.New(t)
	h := open(t)
	start := h.last()
	var want []string
	for i := range 50 {
		want = append(want, fmt.Sprintf("key%02d", i))
		h.write(want[i])
		is.Equal(h.keys(start), want) // at once: a process that is killed loses nothing
	}
	h.stop()
	is.Equal(h.keys(start), want)
	g := h.generations()[0]
	is.Equal(g.Start, start)
	keys, err := keysOf(g, start, g.End.Add(-time.Microsecond))
	is.NoErr(err)
	is.Equal(len(keys), 49)
}

func TestAJournalGoesOnAfterARestart(t *testing.T) {
	for name, end := range map[string]func(*testStore){
		"a clean one": (*testStore).stop,
		"a kill":      (*testStore).vanish,
		"a kill within a frame": func(h *testStore) {
			h.vanish()
			f, err := os.OpenFile(h.newest(), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				h.t.Fatal(err)
			}
			defer f.Close()
			fmt.Fprint(f, frame.Magic+"torn")
		},
		"a kill before the header": func(h *testStore) {
			h.vanish()
			files, _ := list(h.o.Dir)
			last := files[len(files)-1]
			if err := os.WriteFile(filepath.Join(h.o.Dir, nameOf(last.generation, last.number+1)), []byte(segmentIntro), 0o600); err != nil {
				h.t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			h := open(t)
			start := h.last()
			h.write("one")
			for range 3 { // starts that write nothing leave nothing behind
				end(h)
				h.start()
			}
			h.write("two")
			end(h)
			h.start()
			h.stop()
			is.Equal(len(h.generations()), 1)
			is.Equal(h.keys(start), []string{"one", "two"})
			is.True(h.generations()[0].Segments <= 4)
		})
	}
}

// TestACommitThatNeverWas: the process was killed between the journal and the
// commit, or the commit failed.
func TestACommitThatNeverWas(t *testing.T) {
	for name, before := range map[string][]string{"the first of a segment": nil, "a later one": {"one", "two"}} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			h := open(t)
			start := h.last()
			for _, key := range before {
				h.write(key)
			}
			last := h.last()
			h.journal.before([]kv.WriteSet{{Prev: last, At: last.Add(time.Second), Writes: []kv.Entry{{Space: "s", Key: []byte("ghost"), Value: []byte("x")}}}})
			is.Equal(h.keys(start), append(slices.Clone(before), "ghost"))
			h.vanish()
			h.start()
			h.write("real")
			h.stop()
			is.Equal(h.keys(start), append(slices.Clone(before), "real"))
			is.Equal(len(h.generations()), 1)
		})
	}
}

func TestAGapBeginsANewGeneration(t *testing.T) {
	for name, between := range map[string]func(*testStore){
		"writes without a journal": func(h *testStore) {
			e, err := bolt.Open(h.store, bolt.Options{FreePages: -1})
			if err != nil {
				h.t.Fatal(err)
			}
			defer e.Close()
			if err := e.Update(context.Background(), put("unseen")); err != nil {
				h.t.Fatal(err)
			}
		},
		"a journal that lost its end": func(h *testStore) {
			if err := os.Remove(h.newest()); err != nil {
				h.t.Fatal(err)
			}
		},
		"a journal that is damaged": func(h *testStore) { spoil(h.t, h.newest(), len(segmentIntro)+frame.Head+8) },
		"a segment that lost its end in a power cut": func(h *testStore) {
			files, err := list(h.o.Dir)
			if err != nil || len(files) < 2 {
				h.t.Fatal("too few segments", err)
			}
			path := files[len(files)-2].path
			info, err := os.Stat(path)
			if err == nil {
				err = os.Truncate(path, info.Size()-30)
			}
			if err != nil {
				h.t.Fatal(err)
			}
		},
		"an older store": func(h *testStore) {
			if err := os.Rename(h.store+".old", h.store); err != nil {
				h.t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			h := open(t)
			h.write("one")
			copyStore(t, h)
			h.stop()
			h.start()
			h.write("two")
			h.write("three")
			h.stop()
			between(h)
			h.start()
			start := h.last()
			is.True(h.journal.Status().NeedsBase)
			<-h.journal.Wanted()
			h.write("four")
			h.stop()
			is.Equal(h.keys(start), []string{"four"})
			is.Equal(len(h.generations()), 2)
		})
	}
}

func copyStore(t *testing.T, h *testStore) {
	t.Helper()
	f, err := os.Create(h.store + ".old")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := h.engine.CopyTo(context.Background(), f); err != nil {
		t.Fatal(err)
	}
}

// spoil changes one byte of a file.
func spoil(t *testing.T, path string, at int) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b := []byte{0}
	if _, err := f.ReadAt(b, int64(at)); err != nil && err != io.EOF {
		t.Fatal(err)
	}
	b[0] ^= 0x55
	if _, err := f.WriteAt(b, int64(at)); err != nil {
		t.Fatal(err)
	}
}

func TestSegmentsFollowEachOther(t *testing.T) {
	is := is.New(t)
	h := open(t)
	h.stop()
	h.o.SegmentBytes = 1000
	h.start()
	start := h.last()
	var want []string
	for i := range 100 {
		want = append(want, fmt.Sprintf("key%02d", i))
		h.write(want[i])
	}
	middle := h.last()
	h.write("last")
	h.stop()
	want = append(want, "last")
	is.Equal(h.keys(start), want)
	is.Equal(h.keys(middle), []string{"last"})
	g := h.generations()[0]
	is.True(g.Segments > 5)

	t.Run("what is in a backup can go", func(t *testing.T) {
		is := is.New(t)
		removed, err := h.journal.Prune(middle)
		is.NoErr(err)
		is.True(len(removed) > 3)
		is.Equal(h.keys(middle), []string{"last"})
		g := h.generations()[0]
		is.True(!g.Start.After(middle) && g.Start.After(start))
		_, err = keysOf(g, start, always)
		is.True(isGap(err)) // its front is gone
	})
	t.Run("a missing one is named", func(t *testing.T) {
		is := is.New(t)
		h := open(t)
		h.stop()
		h.o.SegmentBytes = 300
		h.start()
		for i := range 30 {
			h.write(fmt.Sprint(i))
		}
		h.stop()
		g := h.generations()[0]
		is.NoErr(os.Remove(g.files[4].path))
		_, err := keysOf(h.generations()[0], g.Start, always)
		is.True(isGap(err))
		is.Equal(err.Error(), "the journal does not reach: segment "+filepath.Base(g.files[4].path)+" is missing")
	})
}

func isGap(err error) bool { _, ok := err.(*GapError); return ok }

func TestAFolderIsOfOneStore(t *testing.T) {
	is := is.New(t)
	h, other := open(t), open(t)
	dir := other.o.Dir
	other.stop()
	e, err := bolt.Open(other.store, bolt.Options{FreePages: -1})
	is.NoErr(err)
	o := other.o
	o.Dir = h.o.Dir
	_, err = Start(e, o)
	is.True(errors.Is(err, ErrShared))
	is.True(strings.Contains(err.Error(), h.o.Dir)) // which
	is.NoErr(e.Close())
	from := h.last()
	h.write("mine") // it was not disturbed
	h.stop()
	is.Equal(h.keys(from), []string{"mine"})
	h.start() // and the end gives the folder back
	h.stop()
	other.o.Dir = dir
	other.start()
	other.stop()
}

func TestTheJournalOfAnotherStoreIsLeftAlone(t *testing.T) {
	is := is.New(t)
	h, other := open(t), open(t)
	h.write("older")
	h.stop()
	h.o.Store = "ours"
	h.o.SegmentBytes = 300
	other.stop()
	other.o.Store, other.o.Dir = "theirs", h.o.Dir // moved to one folder, one after the other
	other.start()
	from := other.last()
	other.write("theirs")
	other.stop()

	h.start()
	for i := range 20 {
		h.write(fmt.Sprint(i))
	}
	removed, err := h.journal.Prune(h.last())
	is.NoErr(err)
	is.True(len(removed) > 2)
	h.stop()
	all := h.generations()
	is.Equal(len(all), 3) // of an older program, which told no id; theirs; ours
	is.Equal([]string{all[0].Store, all[1].Store, all[2].Store}, []string{"", "theirs", "ours"})
	keys, err := keysOf(all[1], from, always)
	is.NoErr(err)
	is.Equal(keys, []string{"theirs"})
}
