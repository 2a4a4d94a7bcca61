package backup

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"marquee/kv/bolt"

	"github.com/matryer/is"
)

// TestABackupBeyondTheJournal: what was done without a server is in a backup and in no journal.
// The end of the journal does not go before it, and where it is damaged the journal does again.
func TestABackupBeyondTheJournal(t *testing.T) {
	is := is.New(t)
	h := newKept(t)
	h.write(t, "one")
	h.backup(t)
	h.write(t, "two")
	h.note(t)
	h.close(t)
	e, err := bolt.Open(h.store, bolt.Options{FreePages: -1})
	is.NoErr(err)
	h.engine = e
	h.write(t, "unseen")
	h.note(t)
	path, _ := h.copy(t)
	is.NoErr(e.Close())
	newest := filepath.Join(h.backups(), nameOf(Manifest{Made: time.Now()}, false))
	_, err = h.k.Take(t.Context(), path, newest, nil)
	is.NoErr(err)

	out, err := h.restore(t, time.Time{})
	is.NoErr(err)
	is.Equal(out.Report.Digest, h.digests[1])
	is.Equal(out.Replayed, 0)
	out, err = h.restore(t, h.moments[0])
	is.NoErr(err)
	is.Equal(out.Report.Digest, h.digests[0])
	out, err = h.restore(t, h.moments[1])
	is.NoErr(err)
	is.Equal(out.Report.Digest, h.digests[1])
	_, err = h.restore(t, h.moments[1].Add(-time.Microsecond)) // nobody knows what it was then
	is.True(err != nil && strings.Contains(err.Error(), "the store went on without it"))

	b, err := os.ReadFile(newest)
	is.NoErr(err)
	within := bytes.Clone(b)
	within[len(b)-sealSize-20] ^= 1 // behind its front, before its seal
	for _, hurt := range [][]byte{within, b[:len(b)-100]} {
		is.NoErr(os.WriteFile(newest, hurt, 0o600))
		out, err = h.restore(t, time.Time{})
		is.NoErr(err)
		is.Equal(out.Report.Digest, h.digests[0])
		is.Equal(out.Replayed, 1)
	}
}
