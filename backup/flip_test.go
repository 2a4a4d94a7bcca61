package backup

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

var flips = flag.Int("flips", 300, "how many bits of a backup are flipped")

// TestFlipsOfABackup turns over bits of a backup of a festival, every byte of
// which means something, and cuts it off at every page of a disk: each is noticed
// by reading it, and by verify.
func TestFlipsOfABackup(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	dir := t.TempDir()
	taken, err := here(t).Take(t.Context(), aged(t), dir, nil)
	is.NoErr(err)
	b, err := os.ReadFile(taken.Path)
	is.NoErr(err)
	is.NoErr(open(b))
	random := rand.New(rand.NewPCG(11, 12))
	for n := range *flips {
		at, bit := random.IntN(len(b)), byte(1)<<random.IntN(8)
		b[at] ^= bit
		if err := open(b); !IsBad(err) {
			t.Errorf("bit %d of byte %d of %d: %v", bit, at, len(b), err)
		}
		if n%20 == 0 {
			verifyIsBad(t, b)
		}
		b[at] ^= bit
	}
	cuts := 0
	for at := 0; at < len(b); at += 512 {
		cuts++
		if err := open(b[:at]); !IsBad(err) {
			t.Errorf("cut to %d of %d bytes: %v", at, len(b), err)
		}
	}
	verifyIsBad(t, b[:len(b)/2])
	t.Logf("%d flips and %d cuts of a backup of %d bytes, all noticed", *flips, cuts, len(b))
}

// verifyIsBad verifies a file as the command does: it ends as a bad one, unless
// nothing in it tells any more that it was a backup. One that does not have the name
// of a backup keeps its own in any case.
func verifyIsBad(t *testing.T, b []byte) {
	t.Helper()
	is := is.New(t)
	dir := t.TempDir()
	for _, name := range []string{named(ours, 0, true), "one.tar.zst"} {
		path := something(t, filepath.Join(dir, name), string(bytes.Clone(b)))
		_, err := here(t).Verify(t.Context(), path, "", nil)
		is.True(IsBad(err))
		_, unread := manifestIn(bytes.NewReader(b))
		want := path
		if unread == nil && IsBackup(path) {
			want += badSuffix
		}
		is.Equal(lie(t, dir), []string{filepath.Base(want)})
		is.NoErr(os.Remove(want))
	}
}
