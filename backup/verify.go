package backup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"marquee/kv/bolt"
)

// Verify unpacks a backup beside itself and checks the store in full: its bytes
// against the manifest, then everything that a check looks at, then the content
// against what the check said when the backup was made. A backup that does not
// pass is named .bad, when it has the name of a backup and a manifest of ours in it:
// every other file is somebody's own and is left as it is. A plain store is
// ErrPlainStore. A backup in a bucket is fetched first, to files whose names begin
// with scratch and which are removed.
func (k *Keeper) Verify(ctx context.Context, path, scratch string, who []Identity) (Manifest, error) {
	local, err := k.fetchBackup(ctx, path, scratch)
	if err != nil {
		return Manifest{}, err
	}
	m, err := k.verify(ctx, local, who)
	if local != path {
		err = errors.Join(err, k.disk.Remove(local))
	}
	if !isDamage(err) || filepath.Ext(path) == badSuffix {
		return m, err
	}
	if !IsBackup(path) || !k.isOurs(ctx, path, who) {
		return m, fmt.Errorf("%w\nIt keeps its name", err)
	}
	if naming := k.nameBad(ctx, path); naming != nil {
		return m, errors.Join(err, naming)
	}
	return m, fmt.Errorf("%w\nIt is named %s from now on", err, path+badSuffix)
}

// ErrPlainStore: the file is a store and not a backup of one, so nothing says what
// ought to be in it.
var ErrPlainStore = errors.New("it is a plain store and no backup")

// IsStore tells whether a file is a store and not a backup of one.
func IsStore(path string) (bool, error) { return isPlainStore(path) }

// HoldsCopy tells whether a path leads to a backup, or to a folder with a journal. What is no
// file and no folder holds nothing.
func HoldsCopy(ctx context.Context, path string) (bool, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return false, err
	case info.IsDir():
		return HasJournal(ctx, path)
	case !info.Mode().IsRegular():
		return false, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	found := look(bufio.NewReaderSize(f, sealedStep))
	return found == container || found == encrypted, nil
}

func isPlainStore(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	return look(bufio.NewReaderSize(f, sealedStep)) == plainStore, nil
}

// isOurs tells whether a file begins with a manifest of ours, whatever follows it.
func (k *Keeper) isOurs(ctx context.Context, path string, who []Identity) bool {
	dir, name := apart(path)
	s, err := openDestination(dir, k.disk)
	if err != nil {
		return false
	}
	f, err := s.open(ctx, name)
	if err != nil {
		return false
	}
	defer f.Close()
	in, err := decrypt(f, who)
	if err != nil || look(in) != container {
		return false
	}
	_, err = manifestIn(in)
	return err == nil
}

// nameBad names a backup .bad where it lies.
func (k *Keeper) nameBad(ctx context.Context, path string) error {
	dir, name := apart(path)
	s, err := openDestination(dir, k.disk)
	if err != nil {
		return err
	}
	return errors.Join(s.rename(ctx, name, name+badSuffix), s.settle())
}

// isDamage tells whether an error speaks against the backup, and not against the
// key, the disk or this program.
func isDamage(err error) bool {
	var damaged *DamagedError
	if errors.As(err, &damaged) {
		return damaged.Report.Newer == ""
	}
	return IsBad(err) && !errors.Is(err, errLocked)
}

func (k *Keeper) verify(ctx context.Context, path string, who []Identity) (Manifest, error) {
	plain, err := isPlainStore(path)
	switch {
	case err != nil:
		return Manifest{}, err
	case plain:
		return Manifest{}, ErrPlainStore
	}
	temp := path + ".verify"
	if err := k.disk.Remove(temp); err != nil {
		return Manifest{}, err
	}
	m, err := k.unpackTo(path, temp, who)
	if err != nil {
		return m, err
	}
	report, err := k.check(ctx, temp, Full)
	if err == nil && m.Product != "" && report.Digest != m.Report.Digest {
		err = bad("its content has the digest %s, the manifest says %s", report.Digest, m.Report.Digest)
	}
	return m, errors.Join(err, k.disk.Remove(temp))
}

// unpackTo unpacks a backup, or copies a plain store with what is in its log, into a new
// synced file.
func (k *Keeper) unpackTo(path, to string, who []Identity) (m Manifest, err error) {
	if err := bolt.Settle(path); err != nil {
		return m, err
	}
	f, err := os.Open(path)
	if err != nil {
		return m, err
	}
	defer f.Close()
	in, err := decrypt(f, who)
	if err != nil {
		return m, err
	}
	switch look(in) {
	case container:
	case plainStore:
		info, err := f.Stat()
		if err == nil {
			err = k.receive(to, info.Size(), in)
		}
		return m, err
	default:
		return m, bad("%s is something else", filepath.Base(path))
	}
	m, err = unpack(in, func(m Manifest, store io.Reader) error { return k.receive(to, m.Bytes, store) })
	if err == nil {
		err = drain(in)
	}
	if err != nil {
		return m, errors.Join(err, k.disk.Remove(to))
	}
	return m, nil
}

// drain reads a stream to its end, where an encrypted one is proven whole.
func drain(r *bufio.Reader) error {
	if _, err := io.Copy(io.Discard, r); err != nil {
		return asBad(err)
	}
	return nil
}

// receive writes a store of so many bytes, as somebody says, if there is room for them and
// it begins as a store does: a file that was made up is refused before it fills the disk.
func (k *Keeper) receive(path string, bytes int64, from io.Reader) error {
	if err := requireFree(filepath.Dir(path), bytes); err != nil {
		return err
	}
	front := bufio.NewReaderSize(from, bolt.FrontSize)
	first, err := front.Peek(bolt.FrontSize)
	if err != nil && err != io.EOF {
		return err
	}
	if !bolt.IsFront(first) {
		return bad("what it holds does not begin as a store does")
	}
	return k.create(path, front)
}

func (k *Keeper) create(path string, from io.Reader) error {
	return writeFile(k.disk, path, func(w io.Writer) error {
		_, err := io.Copy(w, from)
		return err
	})
}
