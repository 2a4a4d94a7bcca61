package backup

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	taken, err := k.TakeToS3(ctx, closed(t), dest, nil)
	is.NoErr(err)
	t.Run("what comes back restores", func(t *testing.T) {
		is := is.New(t)
		back := filepath.Join(t.TempDir(), "back.tar.zst")
		object := strings.TrimPrefix(taken.Path, s3Scheme+b.name+"/")
		is.NoErr(b.client.FGetObject(ctx, b.name, object, back, minio.GetObjectOptions{}))
		_, err := k.Restore(ctx, Restoring{Source: back, Store: filepath.Join(t.TempDir(), "marquee.db")})
		is.NoErr(err)
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
