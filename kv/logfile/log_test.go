package logfile

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/frame"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

var begun = time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)

// writer keeps a log and what it was told.
type writer struct {
	*Log
	path string
	sets []kv.WriteSet
	ends []int64 // where the frames end in the file that is written
}

func made(t *testing.T, size int64) *writer {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store.db")
	l, err := Create(path, "store", begun, size)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return &writer{Log: l, path: path}
}

// frame makes the frame of the next commit.
func (w *writer) frame(size int) kv.WriteSet {
	set := kv.WriteSet{Prev: w.last, At: w.last.Add(time.Millisecond), Writes: []kv.Entry{
		{Space: "s", Key: fmt.Appendf(nil, "key%d", len(w.sets)), Value: make([]byte, size)}, {Space: "s", Key: []byte("z")},
	}}
	w.Frame([]kv.WriteSet{set})
	return set
}

// commit appends one commit with a value of a size.
func (w *writer) commit(size int) error {
	set := w.frame(size)
	if err := w.Append(set.At); err != nil {
		return err
	}
	w.sets = append(w.sets, set)
	w.ends = append(w.ends, w.halves[w.now].end)
	return nil
}

func TestWhatIsAppendedIsRead(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		is := is.New(t)
		w := made(t, 4096)
		file := begun
		for range rapid.IntRange(1, 40).Draw(rt, "commits") {
			size := rapid.IntRange(1, 6000).Draw(rt, "size")
			if w.frame(size); !w.Fits(file) {
				file = w.last // it has everything now
			}
			is.NoErr(w.commit(size))
			got, err := Read(w.path)
			is.NoErr(err)
			is.Equal(got.Store, "store")
			is.Equal(got.End, w.last)
			rest, ok := got.After(file)
			is.True(ok)
			has := slices.IndexFunc(w.sets, func(s kv.WriteSet) bool { return s.Prev.Equal(file) })
			is.Equal(rest, w.sets[has:])
		}
	})
}

// TestATornEndIsTheEnd ends the last frame at every byte, before zeros or what was written
// there before. A file that ends there was cut off.
func TestATornEndIsTheEnd(t *testing.T) {
	w := made(t, 4096)
	is := is.New(t)
	for range 5 {
		is.NoErr(w.commit(50))
	}
	path := Paths(w.path)[w.now]
	whole, err := os.ReadFile(path)
	is.NoErr(err)
	for at := w.ends[3]; at < w.ends[4]; at++ {
		for name, torn := range map[string][]byte{
			"zeros": slices.Concat(whole[:at], make([]byte, len(whole)-int(at))),
			"old":   slices.Concat(whole[:at], whole[maxHeader:maxHeader+200], make([]byte, len(whole)-int(at)-200)),
		} {
			is.NoErr(os.WriteFile(path, torn, 0o600))
			got, err := Read(w.path)
			want := 4
			if bytes.HasPrefix(torn, whole[:w.ends[4]]) {
				want = 5 // what is missing was the same
			}
			if err != nil || len(got.Sets) != want {
				t.Fatalf("byte %d, %s: %v, %v", at, name, got, err)
			}
		}
		is.NoErr(os.WriteFile(path, whole[:at], 0o600))
		_, err := Read(w.path)
		is.True(errors.Is(err, ErrDamaged))
	}
}

// TestWhatSomebodyStoredIsNoFrame: a value holds a frame from far ahead, and what lies around it
// is written over and torn, so that the search for lost commits meets it. The twin knows the
// salt, and is taken for a commit.
func TestWhatSomebodyStoredIsNoFrame(t *testing.T) {
	for _, knows := range []bool{false, true} {
		is := is.New(t)
		w := made(t, 4096)
		is.NoErr(w.commit(50))
		forged := frame.AppendBatch(nil, []kv.WriteSet{{Prev: begun.AddDate(70, 0, 0), At: begun.AddDate(71, 0, 0)}})
		frame.Seal(forged, 7)
		if forged = append(forged, make([]byte, saltBytes)...); knows {
			forged = append(forged[:len(forged)-saltBytes], w.salt...)
		}
		path := Paths(w.path)[w.now]
		b, err := os.ReadFile(path)
		is.NoErr(err)
		copy(b[w.ends[0]+100:], forged)
		is.NoErr(os.WriteFile(path, b, 0o600))
		got, err := Read(w.path)
		if knows {
			is.True(errors.Is(err, ErrDamaged))
			continue
		}
		is.NoErr(err)
		is.Equal(len(got.Sets), 1)
	}
}

// TestAFlippedBitIsNoticed flips a bit of every byte of two full files. In the last frame that
// is an end, as a power cut leaves one; anywhere else it is damage, or the time up to which the
// file may be without it is not in the log any more.
func TestAFlippedBitIsNoticed(t *testing.T) {
	is := is.New(t)
	w := made(t, 2048)
	for range 40 {
		is.NoErr(w.commit(100))
	}
	all, err := Read(w.path)
	is.NoErr(err)
	is.True(len(all.Sets) < len(w.sets)) // the files were written over
	for i, path := range Paths(w.path) {
		whole, err := os.ReadFile(path)
		is.NoErr(err)
		for at := range whole {
			broken := slices.Clone(whole)
			broken[at] ^= 1 << (at % 8)
			is.NoErr(os.WriteFile(path, broken, 0o600))
			got, err := Read(w.path)
			switch {
			case err != nil:
				is.True(errors.Is(err, kv.ErrDamaged))
			case i == w.now && int64(at) >= w.ends[len(w.ends)-2]:
				is.True(got.End.Equal(w.sets[len(w.sets)-2].At) || got.End.Equal(all.End))
			default:
				is.True(got.End.Equal(all.End))
				_, whole := got.After(all.Start)
				same := whole && len(got.Sets) == len(all.Sets)
				is.True(same || !got.Start.Equal(all.Start)) // never less after the same time
			}
		}
		is.NoErr(os.WriteFile(path, whole, 0o600))
	}
}

func TestNothingIsWrittenOverThatTheFileNeeds(t *testing.T) {
	is := is.New(t)
	w := made(t, 2048)
	for w.frame(700); w.Fits(begun); w.frame(700) {
		is.NoErr(w.commit(700))
	}
	is.True(w.Fits(w.last))
	got, err := Read(w.path)
	is.NoErr(err)
	rest, ok := got.After(begun)
	is.True(ok)
	is.Equal(len(rest), len(w.sets))
}

func TestALargeCommitMakesAFileLongerForATime(t *testing.T) {
	is := is.New(t)
	w := made(t, 2048)
	is.NoErr(w.commit(10_000))
	got, err := Read(w.path)
	is.NoErr(err)
	is.Equal(len(got.Sets), 1)
	for range 8 {
		is.NoErr(w.commit(900))
	}
	for _, path := range Paths(w.path) {
		info, err := os.Stat(path)
		is.NoErr(err)
		is.True(info.Size() <= 2048)
	}
}

func TestAfterAnErrorNothingIsWritten(t *testing.T) {
	is := is.New(t)
	w := made(t, 4096)
	is.NoErr(w.commit(10))
	refused := errors.New("the disk refused")
	w.sync = func(*os.File) error { return refused }
	is.True(errors.Is(w.commit(10), refused))
	w.sync = datasync
	is.True(errors.Is(w.commit(10), refused))
}

func TestALogIsMadeWholeOrNotAtAll(t *testing.T) {
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "store.db")
	is.NoErr(os.WriteFile(Paths(path)[1], nil, 0o600))
	_, err := Create(path, "store", begun, 4096)
	is.True(errors.Is(err, os.ErrExist))
	there, err := Exists(path)
	is.NoErr(err)
	is.True(!there)
}

func TestAnotherOrderIsDamage(t *testing.T) {
	is := is.New(t)
	w := made(t, 2048)
	for range 12 {
		is.NoErr(w.commit(300))
	}
	other := made(t, 2048)
	for range 12 {
		is.NoErr(other.commit(301))
	}
	b, err := os.ReadFile(Paths(other.path)[other.now])
	is.NoErr(err)
	is.NoErr(os.WriteFile(Paths(w.path)[w.now], b, 0o600))
	_, err = Read(w.path)
	is.True(errors.Is(err, ErrDamaged))
}

func FuzzRead(f *testing.F) {
	head, chain, err := header(Header{Product: product, Form: form, Store: "s", Number: 1, Start: begun}, 0)
	if err != nil {
		f.Fatal(err)
	}
	batch := frame.AppendBatch(nil, []kv.WriteSet{{Prev: begun, At: begun.Add(1000), Writes: []kv.Entry{{Space: "s", Key: []byte("k"), Value: []byte("v")}}}})
	frame.Seal(batch, chain)
	f.Add(slices.Concat(head, make([]byte, maxHeader-len(head)), batch), []byte(intro))
	f.Fuzz(func(t *testing.T, one, two []byte) {
		path := filepath.Join(t.TempDir(), "store.db")
		for i, b := range [][]byte{one, two} {
			if err := os.WriteFile(Paths(path)[i], b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		got, err := Read(path)
		if err == nil && len(got.Sets) > 0 && !got.Sets[0].Prev.Equal(got.Start) {
			t.Fatal("the first commit follows nothing")
		}
	})
}
