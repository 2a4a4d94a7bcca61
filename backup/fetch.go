package backup

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"marquee/backup/journal"
)

// HasJournal tells whether a journal lies at a place: as it is written, or shipped.
func HasJournal(ctx context.Context, place string) (bool, error) {
	s, err := openDestination(place, realDisk{})
	if err != nil {
		return false, err
	}
	all, err := s.names(ctx)
	return slices.ContainsFunc(all, func(f storedFile) bool {
		_, shipped := segmentIn(f.name)
		return shipped || !IsS3(place) && journal.IsSegment(f.name)
	}), err
}

// Generations lists those of the journal at a place, the oldest first. Of a shipped one
// only the segments are fetched that tell how far each reaches, beside the store.
func (k *Keeper) Generations(ctx context.Context, place, store string, who []Identity) (all []journal.Generation, err error) {
	dir, remove, err := k.fetchJournal(ctx, Restoring{Journal: place, Store: store, Who: who}, endsOf)
	if err == nil {
		all, err = journal.Generations(dir)
	}
	return all, errors.Join(err, remove())
}

// endsOf leaves of the files of each generation the first and the last, and the one before
// that: the last may have been cut off before it held anything.
func endsOf(files []string) (ends []string) {
	generation := func(i int) string {
		if i < 0 || i >= len(files) {
			return ""
		}
		g, _, _ := strings.Cut(files[i], "-")
		return g
	}
	slices.Sort(files)
	for i, f := range files {
		if g := generation(i); generation(i-1) != g || generation(i+1) != g || generation(i+2) != g {
			ends = append(ends, f)
		}
	}
	return ends
}

// fetchJournal brings those files of a shipped journal that are wanted into a folder of its
// own beside the store; one that was not shipped stays where it is. Call remove when it is
// done with.
func (k *Keeper) fetchJournal(ctx context.Context, r Restoring, wanted func(files []string) []string) (dir string, remove func() error, err error) {
	keep := func() error { return nil }
	s, err := openDestination(r.Journal, k.disk)
	if err != nil {
		return "", keep, err
	}
	found, err := s.names(ctx)
	if err != nil {
		return "", keep, err
	}
	var shipped []string
	for _, f := range found {
		if _, ok := segmentIn(f.name); ok {
			shipped = append(shipped, f.name)
		}
	}
	if len(shipped) == 0 {
		return r.Journal, keep, nil
	}
	k.Progress("fetching the journal from %s", r.Journal)
	into := r.Store + ".journal"
	remove = func() error { return os.RemoveAll(into) }
	if err := errors.Join(remove(), os.MkdirAll(into, 0o700)); err != nil {
		return "", remove, err
	}
	for _, name := range wanted(shipped) {
		segment, _ := segmentIn(name)
		if err := k.fetchSegment(ctx, s, name, filepath.Join(into, segment), r.Who); err != nil {
			return "", remove, err
		}
	}
	return into, remove, nil
}

// every wants all files.
func every(files []string) []string { return files }

// segmentIn is the segment that a shipped file holds.
func segmentIn(name string) (segment string, ok bool) {
	segment, ok = strings.CutSuffix(strings.TrimSuffix(name, ageSuffix), zstdSuffix)
	return segment, ok && journal.IsSegment(segment)
}

func (k *Keeper) fetchSegment(ctx context.Context, s destination, name, to string, who []Identity) error {
	f, err := s.open(ctx, name)
	if err != nil {
		return err
	}
	defer f.Close()
	in, err := decrypt(f, who)
	if err != nil {
		return err
	}
	z, err := unzip(in)
	if err != nil {
		return bad("%s: %v", name, err)
	}
	defer z.Close()
	return k.create(to, z)
}

// fetchBackup brings a backup from a bucket beside the store; another one stays
// where it is.
func (k *Keeper) fetchBackup(ctx context.Context, path, store string) (local string, err error) {
	if !IsS3(path) {
		return path, nil
	}
	dest, name := apart(path)
	s, err := openBucket(dest)
	if err != nil {
		return "", err
	}
	k.Progress("fetching %s", path)
	f, err := s.open(ctx, name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	local = store + ".fetched"
	if err := k.disk.Remove(local); err != nil {
		return "", err
	}
	return local, k.create(local, f)
}
