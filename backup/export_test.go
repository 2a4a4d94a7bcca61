package backup

import (
	"bytes"
	"crypto/sha256"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"marquee/app"
	"marquee/kv/bolt"

	"github.com/matryer/is"
)

// exported is the export of a store.
func exported(t *testing.T, store string) []byte {
	t.Helper()
	is := is.New(t)
	var out bytes.Buffer
	n, err := here(t).Export(t.Context(), store, &out)
	is.NoErr(err)
	is.True(n > 100)
	return out.Bytes()
}

// imported imports into a new store and gives its path.
func imported(t *testing.T, stream []byte) (string, error) {
	t.Helper()
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "marquee.db")
	e, err := bolt.Open(path, bolt.Options{FreePages: -1})
	is.NoErr(err)
	is.NoErr(business.Schema.Ready(t.Context(), e))
	_, err = Import(t.Context(), app.New(e, business, app.Options{}), bytes.NewReader(stream), func(time.Time) error { return nil })
	is.NoErr(e.Close())
	return path, err
}

// behindHeader is a stream without what differs from moment to moment.
func behindHeader(t *testing.T, stream []byte) []byte {
	t.Helper()
	head := bytes.IndexByte(stream, '}')
	last := bytes.LastIndexByte(stream[:len(stream)-4-sha256.Size], frameEnd)
	if head < 0 || last < head {
		t.Fatal("a stream without header or end")
	}
	return stream[head+5 : last]
}

func TestExport(t *testing.T) {
	store := closed(t)
	stream := exported(t, store)
	t.Run("the same moment gives the same bytes", func(t *testing.T) {
		is := is.New(t)
		is.True(bytes.Equal(stream, exported(t, store)))
	})
	t.Run("a store made from it is sound and has the same export", func(t *testing.T) {
		is := is.New(t)
		path, err := imported(t, stream)
		is.NoErr(err)
		report, err := Inspect(t.Context(), business, path, Full, func(f Finding) { t.Error(f) })
		is.NoErr(err)
		is.True(report.Good())
		is.True(bytes.Equal(behindHeader(t, stream), behindHeader(t, exported(t, path))))
	})
	t.Run("flipped bits and cuts are noticed", func(t *testing.T) {
		random := rand.New(rand.NewPCG(7, 8))
		for range 20 {
			at, bit := random.IntN(len(stream)), byte(1)<<random.IntN(8)
			stream[at] ^= bit
			if _, err := imported(t, stream); err == nil {
				t.Errorf("bit %d of byte %d of %d was not noticed", bit, at, len(stream))
			}
			stream[at] ^= bit
			if _, err := imported(t, stream[:at]); !IsBad(err) {
				t.Errorf("cut to %d of %d bytes: %v", at, len(stream), err)
			}
		}
		if _, err := imported(t, append(bytes.Clone(stream), 0)); !IsBad(err) {
			t.Errorf("a byte more: %v", err)
		}
	})
}

// FuzzFrames: whatever comes, reading ends, with an error or at an end frame.
func FuzzFrames(f *testing.F) {
	f.Add([]byte(exportIntro))
	f.Add([]byte(exportIntro + "\x02H\x00\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		in := importer{u: newUnframer(bytes.NewReader(b))}
		if in.u.intro() != nil {
			return
		}
		for !in.done {
			if _, err := in.read(); err != nil {
				return
			}
		}
	})
}
