package backup

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/matryer/is"
	"go.etcd.io/bbolt"

	"marquee/kv/bolt"
	"marquee/kv/kvtest"
)

// storeFront is how a store begins.
func storeFront(t *testing.T) string {
	t.Helper()
	is, path := is.New(t), filepath.Join(t.TempDir(), "front.db")
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{PageSize: bolt.FrontSize / 2})
	is.NoErr(err)
	is.NoErr(db.Close())
	b, err := os.ReadFile(path)
	is.NoErr(err)
	return string(b[:bolt.FrontSize])
}

// madeUp is a container whose manifest says what it likes, with so many zeros as its
// store. The window is that of the compression.
func madeUp(t *testing.T, declared, zeros int64, window int) string {
	t.Helper()
	is := is.New(t)
	var out bytes.Buffer
	z, err := zstd.NewWriter(&out, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window))
	is.NoErr(err)
	w, m := tar.NewWriter(z), Manifest{Product: product, Form: packForm, Bytes: declared, Made: time.Unix(1, 0).UTC()}
	manifest, err := json.Marshal(m)
	is.NoErr(err)
	is.NoErr(w.WriteHeader(header(m, manifestName, int64(len(manifest)))))
	_, err = w.Write(manifest)
	is.NoErr(err)
	is.NoErr(w.WriteHeader(header(m, storeName, declared)))
	block := make([]byte, 1<<20)
	for n := int64(0); n < zeros; n += int64(len(block)) {
		_, err = w.Write(block)
		is.NoErr(err)
	}
	is.NoErr(z.Close())
	path := filepath.Join(t.TempDir(), "made-up.tar.zst")
	is.NoErr(os.WriteFile(path, out.Bytes(), 0o600))
	return path
}

// countedDisk counts the files that are made.
type countedDisk struct {
	disk
	made *int
}

func (d countedDisk) Create(path string) (file, error) {
	*d.made++
	return d.disk.Create(path)
}

// TestMadeUpBackupsAreRefusedEarly: a file that says it holds more than fits is refused
// before anything of it is written, and so is one that holds something else.
func TestMadeUpBackupsAreRefusedEarly(t *testing.T) {
	kvtest.SingleGoroutine(t)
	unpacked := func(path string) (written int, err error) {
		to := filepath.Join(t.TempDir(), "store")
		k := &Keeper{disk: countedDisk{realDisk{}, &written}}
		_, err = k.unpackTo(path, to, nil)
		if _, missing := os.Stat(to); missing == nil {
			t.Error("something of it stayed")
		}
		return written, err
	}
	t.Run("more than fits on the disk", func(t *testing.T) {
		is := is.New(t)
		written, err := unpacked(madeUp(t, 1<<60, 1<<20, 1<<20))
		is.True(errors.Is(err, ErrNoSpace))
		is.True(strings.Contains(err.Error(), "nothing was touched"))
		is.Equal(written, 0)
	})
	t.Run("megabytes of zeros in a few kilobytes", func(t *testing.T) {
		is := is.New(t)
		path := madeUp(t, 64<<20, 64<<20, 1<<20)
		written, err := unpacked(path)
		is.True(IsBad(err))
		is.Equal(written, 0)
	})
	t.Run("a window that takes half a gigabyte of memory", func(t *testing.T) {
		is := is.New(t)
		_, err := unpacked(madeUp(t, 256<<20, 200<<20, 512<<20))
		is.True(IsBad(err))
		is.True(strings.Contains(err.Error(), "window"))
	})
	t.Run("a plain file that is no store", func(t *testing.T) {
		is := is.New(t)
		b := make([]byte, 100_000)
		copy(b[16:], []byte{0xed, 0xda, 0x0c, 0xed})
		path := filepath.Join(t.TempDir(), "plain.db")
		is.NoErr(os.WriteFile(path, b, 0o600))
		written, err := unpacked(path)
		is.True(IsBad(err))
		is.Equal(written, 0)
	})
}
