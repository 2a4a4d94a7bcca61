package backup

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// destination is where backups lie: a folder, or a prefix in a bucket.
type destination interface {
	// names gives what lies there, in any order. A destination that is not there is empty.
	names(ctx context.Context) ([]storedFile, error)
	open(ctx context.Context, name string) (io.ReadCloser, error)
	remove(ctx context.Context, name string) error
	rename(ctx context.Context, from, to string) error
	// settle makes what was removed and renamed durable.
	settle() error
}

// storedFile is one file on a destination.
type storedFile struct {
	name  string
	bytes int64
}

func openDestination(dest string, d disk) (destination, error) {
	if IsS3(dest) {
		return openBucket(dest)
	}
	return folder{dest, d}, nil
}

// Home is a destination in the one form by which it is remembered.
func Home(dest string) (string, error) {
	if IsS3(dest) {
		return strings.TrimRight(dest, "/"), nil
	}
	return filepath.Abs(dest)
}

// At is the whole name of a backup at a destination.
func At(dest, name string) string {
	if IsS3(dest) {
		return strings.TrimRight(dest, "/") + "/" + name
	}
	return filepath.Join(dest, name)
}

// apart splits the whole name of a backup into where it lies and its name.
func apart(path string) (dest, name string) {
	if IsS3(path) {
		cut := strings.LastIndex(path, "/")
		return path[:cut], path[cut+1:]
	}
	return filepath.Dir(path), filepath.Base(path)
}

// Folder is where a source lies, or the source itself when it is such a place.
func Folder(source string) string {
	if several, err := HoldsSeveral(source); err != nil || several {
		return source
	}
	dest, _ := apart(source)
	return dest
}

// Beside is the whole name of what lies beside a folder or a prefix; empty for a whole
// bucket.
func Beside(place, name string) string {
	if !IsS3(place) {
		place, _ = filepath.Abs(place)
		return filepath.Join(filepath.Dir(place), name)
	}
	place = strings.TrimRight(place, "/")
	if !strings.Contains(strings.TrimPrefix(place, s3Scheme), "/") {
		return ""
	}
	dest, _ := apart(place)
	return At(dest, name)
}

// IsBackup tells whether a path is the name of one backup, and not of where many lie.
func IsBackup(path string) bool {
	_, name := apart(path)
	_, ok := parseName(name)
	return ok
}

// folder is a destination on a disk of this machine.
type folder struct {
	dir  string
	disk disk
}

func (f folder) names(context.Context) (all []storedFile, err error) {
	entries, err := os.ReadDir(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			all = append(all, storedFile{e.Name(), info.Size()})
		}
	}
	return all, err
}

func (f folder) open(_ context.Context, name string) (io.ReadCloser, error) {
	return os.Open(filepath.Join(f.dir, name))
}

func (f folder) remove(_ context.Context, name string) error {
	return f.disk.Remove(filepath.Join(f.dir, name))
}

func (f folder) rename(_ context.Context, from, to string) error {
	return f.disk.Rename(filepath.Join(f.dir, from), filepath.Join(f.dir, to))
}

func (f folder) settle() error { return f.disk.SyncFolder(f.dir) }
