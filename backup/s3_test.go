package backup

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/minio/minio-go/v7"
)

func TestS3Destination(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "")
	refused := func(t *testing.T, dest, why string) {
		t.Helper()
		_, err := openBucket(dest)
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", dest, err)
		}
	}
	t.Run("without a bucket, without keys, without an address it is refused in words", func(t *testing.T) {
		refused(t, "s3://", "no bucket")
		refused(t, "s3://b/p", "AWS_ACCESS_KEY_ID")
		t.Setenv("AWS_ACCESS_KEY_ID", "k")
		t.Setenv("AWS_SECRET_ACCESS_KEY", "s")
		t.Setenv("AWS_ENDPOINT_URL", "nowhere")
		refused(t, "s3://b/p", "AWS_ENDPOINT_URL")
	})
	t.Run("the prefix is what follows the bucket", func(t *testing.T) {
		is := is.New(t)
		t.Setenv("AWS_ACCESS_KEY_ID", "k")
		t.Setenv("AWS_SECRET_ACCESS_KEY", "s")
		t.Setenv("AWS_ENDPOINT_URL", "")
		b, err := openBucket("s3://shows/2026/july")
		is.NoErr(err)
		is.Equal(b.name, "shows")
		is.Equal(b.prefix, "2026/july")
	})
}

// TestS3 needs a server: make test-s3 starts one.
func TestS3(t *testing.T) {
	dest := os.Getenv("MARQUEE_TEST_S3")
	if dest == "" {
		t.Skip("MARQUEE_TEST_S3 is not set; make test-s3 sets it")
	}
	is := is.New(t)
	b, err := openBucket(dest)
	is.NoErr(err)
	ctx := context.Background()
	if there, err := b.client.BucketExists(ctx, b.name); err != nil || !there {
		is.NoErr(b.client.MakeBucket(ctx, b.name, minio.MakeBucketOptions{}))
	}
	k := here(t)
	// Made some hours ago: the names of later ones below are not of a time to come.
	made := time.Now().Add(-4 * time.Hour)
	k.clock = func() time.Time { return made }
	store := closed(t)
	taken, err := k.TakeToS3(ctx, store, dest, nil)
	is.NoErr(err)
	t.Run("what comes back restores", func(t *testing.T) {
		is := is.New(t)
		back := filepath.Join(t.TempDir(), "back.tar.zst")
		object := strings.TrimPrefix(taken.Path, s3Scheme+b.name+"/")
		is.NoErr(b.client.FGetObject(ctx, b.name, object, back, minio.GetObjectOptions{}))
		_, err := k.Restore(ctx, Restoring{Source: back, Store: filepath.Join(t.TempDir(), "marquee.db")})
		is.NoErr(err)
	})
	t.Run("it is listed with its manifest, beside what is none of ours", func(t *testing.T) {
		is := is.New(t)
		is.NoErr(b.write(ctx, "notes.txt", []byte("words")))
		is.NoErr(b.write(ctx, "deeper/"+nameOf(taken.Manifest, false), []byte("words")))
		all, err := List(ctx, dest)
		is.NoErr(err)
		is.Equal(len(all), 1)
		is.Equal(all[0].Manifest.SHA256, taken.Manifest.SHA256)
		newest, ok, err := Newest(ctx, dest+"/", taken.Manifest.Store)
		is.NoErr(err)
		is.True(ok)
		is.Equal(At(dest, newest.Name), taken.Path)
	})
	t.Run("it is verified where it lies, and nothing stays here", func(t *testing.T) {
		is := is.New(t)
		dir := t.TempDir()
		_, err := k.Verify(ctx, taken.Path, filepath.Join(dir, "scratch"), nil)
		is.NoErr(err)
		here, err := os.ReadDir(dir)
		is.NoErr(err)
		is.Equal(len(here), 0)
	})
	t.Run("what comes back as something else does not count", func(t *testing.T) {
		is := is.New(t)
		name := laterName(taken.Manifest, time.Hour)
		is.NoErr(b.write(ctx, name, []byte("a bucket that keeps something else")))
		other := something(t, filepath.Join(t.TempDir(), "sent"), "what was sent")
		is.True(IsBad(b.prove(ctx, name, other)))
		newest, _, err := Newest(ctx, dest, "")
		is.NoErr(err)
		is.Equal(At(dest, newest.Name), taken.Path) // and not the later one, which is .bad now
	})
	t.Run("one that was damaged there is named .bad", func(t *testing.T) {
		is := is.New(t)
		whole, err := b.open(ctx, path.Base(taken.Path))
		is.NoErr(err)
		content, err := io.ReadAll(whole)
		is.NoErr(err)
		content[len(content)/2] ^= 1
		name := laterName(taken.Manifest, 2*time.Hour)
		is.NoErr(b.write(ctx, name, content))
		_, err = k.Verify(ctx, At(dest, name), filepath.Join(t.TempDir(), "scratch"), nil)
		is.True(IsBad(err))
		all, err := List(ctx, dest)
		is.NoErr(err)
		is.Equal(all[0].Name, name+badSuffix)
	})
	t.Run("of those from one hour the newest stays, and the bad ones", func(t *testing.T) {
		is := is.New(t)
		k.clock = func() time.Time { return taken.Manifest.Made.Truncate(time.Hour).Add(90 * time.Minute) }
		k.Scheduled = true
		for range 2 {
			_, err := k.TakeToS3(ctx, store, dest, nil)
			is.NoErr(err)
			k.clock = func() time.Time { return taken.Manifest.Made.Truncate(time.Hour).Add(91 * time.Minute) }
		}
		p := Pruning{Store: taken.Manifest.Store, Retention: DefaultRetention, Dry: true}
		would, err := k.Prune(ctx, dest, p)
		is.NoErr(err)
		is.Equal(len(would.Removed), 1)
		p.Dry = false
		did, err := k.Prune(ctx, dest, p)
		is.NoErr(err)
		is.Equal(len(did.Kept), 2)
		is.Equal(len(did.Removed), 1)
		all, err := List(ctx, dest)
		is.NoErr(err)
		is.Equal(len(all), 4)
	})
	t.Run("a wrong secret is refused, and nothing stays here", func(t *testing.T) {
		is := is.New(t)
		t.Setenv("AWS_SECRET_ACCESS_KEY", "wrong")
		store := closed(t)
		_, err := k.TakeToS3(ctx, store, dest, nil)
		is.True(err != nil)
		_, err = os.Stat(store + packSuffix)
		is.True(os.IsNotExist(err))
	})
}

// TestS3Journal: the machine is gone, and a bucket has the backup and the journal.
func TestS3Journal(t *testing.T) {
	dest := os.Getenv("MARQUEE_TEST_S3")
	if dest == "" {
		t.Skip("MARQUEE_TEST_S3 is not set; make test-s3 sets it")
	}
	is := is.New(t)
	b, err := openBucket(dest)
	is.NoErr(err)
	if there, err := b.client.BucketExists(t.Context(), b.name); err != nil || !there {
		is.NoErr(b.client.MakeBucket(t.Context(), b.name, minio.MakeBucketOptions{}))
	}
	h := newKept(t)
	dest += "/" + filepath.Base(h.dir)
	s, err := NewShipper(h.journals(), dest+"/journal", nil, slog.New(slog.DiscardHandler))
	is.NoErr(err)
	h.write(t, "one")
	copied, _ := h.copy(t)
	_, err = h.k.TakeToS3(t.Context(), copied, dest, nil)
	is.NoErr(err)
	for _, word := range []string{"two", "three"} {
		h.write(t, word)
		h.note(t)
		s.Ship(t.Context())
	}
	_, err = s.Lag()
	is.NoErr(err)
	h.close(t)
	for i, at := range h.moments {
		out, err := h.k.Restore(t.Context(), Restoring{
			Source: dest, Journal: dest + "/journal", AsOf: at, Store: filepath.Join(t.TempDir(), "marquee.db"),
		})
		is.NoErr(err)
		is.Equal(out.Report.Digest, h.digests[i])
		is.Equal(out.Replayed, i+1)
	}
}

// laterName is the name of a backup of the same store, made later.
func laterName(m Manifest, by time.Duration) string {
	m.Made = m.Made.Add(by)
	return nameOf(m, false)
}
