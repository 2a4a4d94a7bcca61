package backup

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"marquee/kv/kvtest"

	"filippo.io/age"
	"github.com/klauspost/compress/zstd"
	"github.com/matryer/is"
)

// packed is a small backup of some bytes that stand for a store.
func packed(t *testing.T, size int) []byte {
	t.Helper()
	is := is.New(t)
	store := filepath.Join(t.TempDir(), "store")
	random := rand.New(rand.NewPCG(1, 2))
	content := make([]byte, size)
	for i := range content {
		content[i] = byte(random.IntN(8)) // compresses
	}
	is.NoErr(os.WriteFile(store, content, 0o600))
	m, err := newManifest("test", business.Schema, time.Unix(1, 0).UTC(), store, Report{Records: 3, Digest: "d"})
	is.NoErr(err)
	var out bytes.Buffer
	is.NoErr(pack(&out, m, store))
	return out.Bytes()
}

// open unpacks to nowhere.
func open(b []byte) error {
	_, err := unpack(bytes.NewReader(b), func(_ Manifest, r io.Reader) error {
		_, err := io.Copy(io.Discard, r)
		return err
	})
	return err
}

func TestPack(t *testing.T) {
	kvtest.SingleGoroutine(t)
	t.Run("what was packed comes back", func(t *testing.T) {
		is := is.New(t)
		is.NoErr(open(packed(t, 100_000)))
	})
	t.Run("little memory is needed to look into it", func(t *testing.T) {
		is := is.New(t)
		var h zstd.Header
		is.NoErr(h.Decode(packed(t, 100_000)))
		is.Equal(h.WindowSize, uint64(2<<20))
	})
	t.Run("each of 300 flipped bits is noticed", func(t *testing.T) {
		is := is.New(t)
		b := packed(t, 100_000)
		random := rand.New(rand.NewPCG(3, 4))
		for range 300 {
			at, bit := random.IntN(len(b)), byte(1)<<random.IntN(8)
			b[at] ^= bit
			if err := open(b); !IsBad(err) {
				t.Errorf("bit %d of byte %d of %d: %v", bit, at, len(b), err)
			}
			b[at] ^= bit
		}
		is.NoErr(open(b))
	})
	t.Run("every bit of the first and the last 50 bytes is noticed", func(t *testing.T) {
		b := packed(t, 10_000)
		for at := range b {
			if at >= 50 && at < len(b)-50 {
				continue
			}
			for bit := range 8 {
				b[at] ^= 1 << bit
				if err := open(b); !IsBad(err) {
					t.Errorf("bit %d of byte %d of %d: %v", bit, at, len(b), err)
				}
				b[at] ^= 1 << bit
			}
		}
	})
	t.Run("cut off anywhere, and longer than it was, is noticed", func(t *testing.T) {
		b := packed(t, 500)
		for n := range b {
			if err := open(b[:n]); !IsBad(err) {
				t.Fatalf("cut to %d of %d bytes: %v", n, len(b), err)
			}
		}
		if err := open(append(b, 0)); !IsBad(err) {
			t.Errorf("a byte more: %v", err)
		}
	})
	t.Run("a disk that fails to take the store does not speak against the backup", func(t *testing.T) {
		is := is.New(t)
		full := fmt.Errorf("no space")
		_, err := unpack(bytes.NewReader(packed(t, 1000)), func(Manifest, io.Reader) error { return full })
		is.Equal(err, full)
	})
}

func TestSecret(t *testing.T) {
	is := is.New(t)
	key, err := age.GenerateX25519Identity()
	is.NoErr(err)
	var secret bytes.Buffer
	plain := packed(t, 50_000)
	is.NoErr(encryptTo(&secret, []age.Recipient{key.Recipient()}, func(w io.Writer) error {
		_, err := w.Write(plain)
		return err
	}))
	decrypted := func(b []byte) error {
		in, err := decrypt(bytes.NewReader(b), []age.Identity{key})
		if err != nil {
			return err
		}
		got, err := io.ReadAll(in)
		if err == nil {
			err = open(got)
		}
		return err
	}
	t.Run("opens with the key alone", func(t *testing.T) {
		is := is.New(t)
		is.NoErr(decrypted(secret.Bytes()))
		_, err := decrypt(bytes.NewReader(secret.Bytes()), nil)
		is.True(IsBad(err))
	})
	t.Run("flipped bits and cuts are noticed", func(t *testing.T) {
		b := secret.Bytes()
		random := rand.New(rand.NewPCG(5, 6))
		for range 300 {
			at, bit := random.IntN(len(b)), byte(1)<<random.IntN(8)
			b[at] ^= bit
			if decrypted(b) == nil {
				t.Errorf("bit %d of byte %d of %d was not noticed", bit, at, len(b))
			}
			b[at] ^= bit
			if decrypted(b[:at]) == nil {
				t.Errorf("cut to %d of %d bytes was not noticed", at, len(b))
			}
		}
	})
}
