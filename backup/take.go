package backup

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"marquee/backup/machine"
)

// Taken is a backup that was made.
type Taken struct {
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"` // of the backup
	// Encrypted backups are not read back, for want of the key.
	Encrypted bool     `json:"encrypted"`
	Manifest  Manifest `json:"manifest"`
}

// Take makes a backup of a store that nobody writes to, in a folder or under a
// name of its own. The store is checked in full first. The backup is written
// under another name, synced, read back, and only then named; one that is not
// good is named .bad instead, and the error says why.
func (k *Keeper) Take(ctx context.Context, store, dest string, to []Recipient) (Taken, error) {
	if err := prepareDestination(dest); err != nil {
		return Taken{}, err
	}
	m, failed, err := k.examine(ctx, store, k.clock().UTC())
	if err != nil {
		return Taken{}, err
	}
	path := dest
	if !namesFile(dest) {
		path = filepath.Join(dest, nameOf(m, len(to) > 0))
	}
	partial := path + partialSuffix
	k.Progress("writing %s", path)
	err = writeFile(k.disk, partial, func(w io.Writer) error {
		return encryptTo(w, to, func(w io.Writer) error { return pack(w, m, store) })
	})
	if err != nil {
		return Taken{}, fmt.Errorf("backup %s: %w", path, err)
	}
	if failed == nil && len(to) == 0 {
		if failed = readBack(partial); failed != nil && !IsBad(failed) {
			return Taken{}, errors.Join(fmt.Errorf("backup %s cannot be read back: %w", path, failed), k.disk.Remove(partial))
		}
	}
	return k.name(Taken{Path: path, Encrypted: len(to) > 0, Manifest: m}, partial, failed)
}

// TakeTo writes a backup as a stream. Nothing is written when the store is not
// good.
func (k *Keeper) TakeTo(ctx context.Context, store string, w io.Writer, to []Recipient) (Manifest, error) {
	m, failed, err := k.examine(ctx, store, k.clock().UTC())
	if err = errors.Join(err, failed); err != nil {
		return m, err
	}
	return m, encryptTo(w, to, func(w io.Writer) error { return pack(w, m, store) })
}

// examine checks the copy and writes down what is in it. Failed is why it is no
// good; err is about not being able to look.
func (k *Keeper) examine(ctx context.Context, store string, made time.Time) (m Manifest, failed, err error) {
	k.Progress("checking the copy")
	report, err := k.check(ctx, store, Full)
	var damaged *DamagedError
	if errors.As(err, &damaged) {
		failed, err = damaged, nil
	}
	if err != nil {
		return m, nil, err
	}
	m, err = newManifest(k.Build, k.Business.Schema, made, store, report)
	m.Store, m.Scheduled = cmp.Or(m.Store, k.Store), k.Scheduled
	return m, failed, err
}

// name gives a written backup its name, the good one or the bad one, and makes
// the name durable.
func (k *Keeper) name(t Taken, partial string, failed error) (Taken, error) {
	if failed != nil {
		t.Path += badSuffix
		var damaged *DamagedError
		if errors.As(failed, &damaged) {
			damaged.Path = t.Path
		}
	}
	err := k.disk.Rename(partial, t.Path)
	if err == nil {
		err = k.disk.SyncFolder(filepath.Dir(t.Path))
	}
	if err != nil {
		return Taken{}, errors.Join(failed, fmt.Errorf("backup %s: %w", t.Path, err), k.disk.Remove(partial))
	}
	if failed != nil {
		return t, failed
	}
	info, err := os.Stat(t.Path)
	if err != nil {
		return Taken{}, err
	}
	t.Bytes = info.Size()
	return t, nil
}

// readBack makes sure that what was written can be read.
func readBack(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = unpack(bufio.NewReader(f), func(Manifest, io.Reader) error { return nil })
	return err
}

// namesFile tells a destination that is a file, by how its name ends, from a folder.
func namesFile(dest string) bool {
	return strings.HasSuffix(dest, packSuffix) || strings.HasSuffix(dest, packSuffix+ageSuffix)
}

// prepareDestination makes the folder that a backup goes to when it is missing, and
// refuses a file that is there already.
func prepareDestination(dest string) error {
	if !namesFile(dest) {
		return machine.MakeFolder(dest)
	}
	if _, err := os.Lstat(dest); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fmt.Errorf("%s exists already; it was left alone", dest))
	}
	return nil
}
