package backup

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"marquee/backup/journal"

	"github.com/matryer/is"
)

// TestAShippedJournal leads to the store as the journal itself does, packed and
// encrypted.
func TestAShippedJournal(t *testing.T) {
	is := is.New(t)
	h := newKept(t)
	keys := something(t, filepath.Join(h.dir, "keys"), "age1g5ud7zddw88nsudt3l02jnz4j6luj68lzwjuz34wffenmawu7u6qda0ugv\n")
	key := something(t, filepath.Join(h.dir, "key"), "AGE-SECRET-KEY-1QSNZYTAXVTY6NN6QYJH0AUP6VGL7HXRHKQY836MN9RMSQ2UYMY2Q9Q9TKV\n")
	to, err := Recipients(keys)
	is.NoErr(err)
	who, err := Identities(key)
	is.NoErr(err)
	far := filepath.Join(h.dir, "far")
	s, err := NewShipper(h.journals(), far, to, slog.New(slog.DiscardHandler))
	is.NoErr(err)
	h.backup(t)
	for _, word := range []string{"one", "two"} {
		h.write(t, word)
		h.note(t)
		s.Ship(t.Context()) // the segment grows, and is sent again
	}
	sent, err := os.ReadDir(far)
	is.NoErr(err)
	is.Equal(len(sent), 1)
	restore := func(until time.Time, who []Identity) (Restored, error) {
		return h.k.Restore(t.Context(), Restoring{
			Source: h.backups(), Journal: far, AsOf: until, Who: who, Store: filepath.Join(h.dir, "restored.db"), Dry: true,
		})
	}
	for i, at := range h.moments {
		out, err := restore(at, who)
		is.NoErr(err)
		is.Equal(out.Report.Digest, h.digests[i])
	}
	_, err = restore(time.Time{}, nil)
	is.True(IsBad(err)) // not without the key
	there, err := HasJournal(t.Context(), far)
	is.NoErr(err)
	is.True(there)
	all, err := h.k.Generations(t.Context(), far, filepath.Join(h.dir, "restored.db"), who)
	is.NoErr(err)
	is.Equal(len(all), 1)
	is.Equal(all[0].End, h.moments[len(h.moments)-1])
	_, err = h.k.Generations(t.Context(), far, filepath.Join(h.dir, "restored.db"), nil)
	is.True(IsBad(err))
	left, err := filepath.Glob(filepath.Join(h.dir, "restored*"))
	is.NoErr(err)
	is.Equal(left, []string(nil))

	h.close(t)
	h.open(t)
	h.write(t, "three")
	s.Ship(t.Context())
	_, err = h.journal.Prune(time.Now().Add(time.Hour)) // all but the newest segment
	is.NoErr(err)
	s.Ship(t.Context())
	sent, err = os.ReadDir(far)
	is.NoErr(err)
	is.Equal(len(sent), 1) // what the journal no longer keeps goes there too
	h.close(t)
}

// TestWhatWasShippedIsRemovedWhoeverPrunes: the journal is pruned while nobody ships it, and
// what was sent goes all the same.
func TestWhatWasShippedIsRemovedWhoeverPrunes(t *testing.T) {
	is := is.New(t)
	h := newKept(t)
	far := filepath.Join(h.dir, "far")
	ship := func() {
		s, err := NewShipper(h.journals(), far, nil, slog.New(slog.DiscardHandler))
		is.NoErr(err)
		s.Ship(t.Context())
		_, err = s.Lag()
		is.NoErr(err)
	}
	there := func() []string {
		entries, err := os.ReadDir(far)
		is.NoErr(err)
		names := []string{}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	h.backup(t)
	h.write(t, "one")
	ship()
	first := there()
	is.Equal(len(first), 1)
	foreign := something(t, filepath.Join(far, "20200101T000000.000000Z-00000001.journal.zst"), "of somebody else")
	h.close(t)
	h.open(t)
	h.write(t, "two")
	_, err := h.journal.Prune(time.Now().Add(time.Hour))
	is.NoErr(err)
	stale, err := StaleShipped(h.journals())
	is.NoErr(err)
	is.Equal(stale, []string{filepath.Join(far, first[0])})
	ship() // another process
	is.True(!slices.Contains(there(), first[0]))
	is.Equal(len(there()), 2)
	h.close(t)

	second := there()[1]
	removed, err := journal.Clear(h.journals(), "")
	is.NoErr(err)
	is.True(len(removed) > 0)
	left, err := RemoveShipped(t.Context(), h.journals())
	is.NoErr(err)
	is.Equal(len(left), 0)
	is.True(!slices.Contains(there(), second))
	_, err = os.Stat(foreign)
	is.NoErr(err)
}

func TestWhatCannotBeRemovedWhereItWasShippedIsTold(t *testing.T) {
	is := is.New(t)
	dir, far := t.TempDir(), t.TempDir()
	const name = "20260704T120000.000000Z-00000001.journal.zst"
	is.NoErr(os.MkdirAll(filepath.Join(far, name, "full"), 0o700))
	sent := shipped{far: {name}}
	is.NoErr(sent.write(dir, realDisk{}))
	left, err := RemoveShipped(t.Context(), dir)
	is.NoErr(err)
	is.True(left[filepath.Join(far, name)] != nil)
	stale, err := StaleShipped(dir)
	is.NoErr(err)
	is.Equal(len(stale), 1)
}

// TestWhatASenderLeftThatWasKilledIsRemovedToo: it may be whole.
func TestWhatASenderLeftThatWasKilledIsRemovedToo(t *testing.T) {
	is := is.New(t)
	dir, far := t.TempDir(), t.TempDir()
	const name = "20260704T120000.000000Z-00000001.journal.zst"
	left := something(t, filepath.Join(far, name+partialSuffix), "somebody")
	other := something(t, filepath.Join(far, "letter"+partialSuffix), "of somebody else")
	sent := shipped{far: {name}}
	is.NoErr(sent.write(dir, realDisk{}))
	still, err := RemoveShipped(t.Context(), dir)
	is.NoErr(err)
	is.Equal(len(still), 0)
	_, err = os.Stat(left)
	is.True(errors.Is(err, fs.ErrNotExist))
	_, err = os.Stat(other)
	is.NoErr(err)
}

// TestANoteOfWhatWasShippedThatNobodyWrote: no other file is removed because it stands there.
func TestANoteOfWhatWasShippedThatNobodyWrote(t *testing.T) {
	for _, text := range []string{"", "null", "[]", `{"%s":["letter.txt"]}`, `{"%s":["../letter.txt"]}`, `{"%s":["20260704T120000.000000Z-00000001.journal.zst/../letter.txt"]}`} {
		t.Run(text, func(t *testing.T) {
			is := is.New(t)
			h := newKept(t)
			far := filepath.Join(h.dir, "far", "deeper")
			is.NoErr(os.MkdirAll(far, 0o700))
			letter := something(t, filepath.Join(far, "letter.txt"), "of somebody")
			above := something(t, filepath.Join(h.dir, "far", "letter.txt"), "of somebody")
			h.write(t, "one")
			is.NoErr(os.WriteFile(filepath.Join(h.journals(), shippedFile), []byte(strings.ReplaceAll(text, "%s", far)), 0o600))
			s, err := NewShipper(h.journals(), far, nil, slog.New(slog.DiscardHandler))
			is.NoErr(err)
			s.Ship(t.Context())
			_, failed := s.Lag()
			is.True(failed != nil && strings.Contains(failed.Error(), shippedFile) && strings.Contains(failed.Error(), "Move that file away"))
			_, err = RemoveShipped(t.Context(), h.journals())
			is.True(err != nil)
			for _, path := range []string{letter, above} {
				_, err = os.Stat(path)
				is.NoErr(err)
			}
			h.close(t)
		})
	}
}

// TestANoteThatWasTakenAwayBeginsAnew: what a server sent before that is taken away there
// all the same once the journal no longer keeps it.
func TestANoteThatWasTakenAwayBeginsAnew(t *testing.T) {
	is := is.New(t)
	h := newKept(t)
	far := filepath.Join(h.dir, "far")
	h.write(t, "one")
	s, err := NewShipper(h.journals(), far, nil, slog.New(slog.DiscardHandler))
	is.NoErr(err)
	s.Ship(t.Context())
	before, err := readShipped(h.journals())
	is.NoErr(err)
	is.Equal(len(before[far]), 1)
	is.NoErr(os.WriteFile(filepath.Join(h.journals(), shippedFile), []byte("{"), 0o600))
	s.Ship(t.Context())
	_, failed := s.Lag()
	is.True(failed != nil)
	is.NoErr(os.Remove(filepath.Join(h.journals(), shippedFile)))
	s.Ship(t.Context())
	_, failed = s.Lag()
	is.NoErr(failed)
	after, err := readShipped(h.journals())
	is.NoErr(err)
	is.Equal(after, before)
	h.close(t)
}

func TestShippingThatFailsIsTriedAgain(t *testing.T) {
	is := is.New(t)
	h := newKept(t)
	h.write(t, "one")
	far := something(t, filepath.Join(h.dir, "far"), "no folder")
	s, err := NewShipper(h.journals(), far, nil, slog.New(slog.DiscardHandler))
	is.NoErr(err)
	s.Ship(t.Context())
	_, failed := s.Lag()
	is.True(failed != nil)
	is.NoErr(os.Remove(far))
	s.Ship(t.Context())
	_, failed = s.Lag()
	is.NoErr(failed)
	is.NoErr(os.Remove(filepath.Join(far, func() string { e, _ := os.ReadDir(far); return e[0].Name() }())))
	h.close(t)
}

func TestTheEndsOfAShippedJournalAreFetched(t *testing.T) {
	is := is.New(t)
	is.Equal(endsOf([]string{"b-3", "a-1", "b-1", "b-2", "b-4", "c-1", "c-2"}), []string{"a-1", "b-1", "b-3", "b-4", "c-1", "c-2"})
	is.Equal(endsOf(nil), []string(nil))
}

func TestBesideAPlace(t *testing.T) {
	is := is.New(t)
	is.Equal(Beside("/fest/backups/", "journal"), "/fest/journal")
	is.Equal(Beside("s3://bucket/fest/backups/", "journal"), "s3://bucket/fest/journal")
	is.Equal(Beside("s3://bucket/fest", "journal"), "s3://bucket/journal")
	is.Equal(Beside("s3://bucket", "journal"), "")
}
