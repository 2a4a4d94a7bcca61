package backup

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"marquee/backup/journal"
)

// fetchJournal brings a shipped journal into a folder of its own beside the store;
// one that was not shipped stays where it is. Call remove when it is done with.
func (k *Keeper) fetchJournal(ctx context.Context, r Restoring) (dir string, remove func() error, err error) {
	keep := func() error { return nil }
	s, err := openDestination(r.Journal, k.disk)
	if err != nil {
		return "", keep, err
	}
	all, err := s.names(ctx)
	if err != nil {
		return "", keep, err
	}
	into := r.Store + ".journal"
	remove = func() error { return os.RemoveAll(into) }
	found := false
	for _, f := range all {
		name, ok := segmentIn(f.name)
		if !ok {
			continue
		}
		if !found {
			k.Progress("fetching the journal from %s", r.Journal)
			if err := errors.Join(remove(), os.MkdirAll(into, 0o700)); err != nil {
				return "", remove, err
			}
			found = true
		}
		if err := k.fetchSegment(ctx, s, f.name, filepath.Join(into, name), r.Who); err != nil {
			return "", remove, err
		}
	}
	if !found {
		return r.Journal, keep, nil
	}
	return into, remove, nil
}

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
