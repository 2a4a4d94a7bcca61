package journal

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Prune removes the segments of this store that nobody needs: whose commits are all
// in a backup, when before is the last commit of the oldest backup that is kept. It
// gives the names of those that went. The newest segment stays.
func (j *Journal) Prune(before time.Time) (removed []string, err error) {
	return j.prune(func(all []file) (int, error) { return coveredBy(all, before) })
}

// bound removes the oldest segments of this store when there is too much.
func (j *Journal) bound() {
	removed, err := j.prune(func(all []file) (int, error) { return beyond(all, maxBytes), nil })
	switch {
	case err != nil:
		j.o.Log.Error("old segments of the journal cannot be removed", "error", err)
	case len(removed) > 0:
		j.o.Log.Warn("the oldest segments of the journal were removed, for want of room; backups that are kept bound it", "segments", removed)
	}
}

// Clear removes every segment of a store from a folder that nobody writes to, and gives the
// names of those that went.
func Clear(dir, store string) (removed []string, err error) {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	j := &Journal{o: Options{Dir: dir, Store: store, Log: slog.New(slog.DiscardHandler)}.withDefaults()}
	unlock, err := lockFolder(j.o)
	if err != nil {
		return nil, err
	}
	removed, err = j.prune(func(all []file) (int, error) { return len(all), nil })
	return removed, errors.Join(err, unlock())
}

func (j *Journal) prune(decide func([]file) (int, error)) (removed []string, err error) {
	all, err := list(j.o.Dir)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(f file) bool { return !j.owns(f) })
	n, err := decide(all)
	for _, f := range all[:n] {
		if gone := j.o.disk.Remove(f.path); gone != nil {
			return removed, errors.Join(err, gone)
		}
		removed = append(removed, filepath.Base(f.path))
	}
	if len(removed) > 0 {
		err = errors.Join(err, j.o.disk.SyncFolder(filepath.Clean(j.o.Dir)))
	}
	return removed, err
}

// owns tells whether a segment says that it is of this store. One of another store,
// or of an older program that did not say, is not this journal's to remove.
func (j *Journal) owns(f file) bool {
	head, err := readHeader(f)
	return err == nil && head.Store == j.o.Store
}

// coveredBy counts the oldest segments that end at a moment or before. Where a
// segment ends the next one of its generation begins; the last one of a generation
// is read.
func coveredBy(all []file, before time.Time) (n int, err error) {
	for n < len(all)-1 {
		end, err := endOf(all[n], all[n+1])
		if err != nil || end.After(before) {
			return n, err
		}
		n++
	}
	return n, nil
}

func endOf(f, next file) (time.Time, error) {
	if next.generation == f.generation {
		head, err := readHeader(next)
		return head.Start, err
	}
	s, err := readSegment(f, moments)
	if errors.Is(err, errStump) {
		return time.Time{}, nil // nothing is in it
	}
	if err != nil {
		return time.Time{}, err
	}
	return s.end(), nil
}

// beyond counts the oldest segments that make the others fit into a size.
func beyond(all []file, size int64) int {
	total := int64(0)
	for i, f := range slices.Backward(all) {
		if total += f.bytes; total > size {
			return min(i+1, len(all)-1)
		}
	}
	return 0
}
