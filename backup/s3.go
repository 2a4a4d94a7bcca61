package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"strings"

	// S3: every provider of rented disks speaks it, and signing its requests by
	// hand is no place for a mistake.
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// s3Scheme begins a destination in a bucket.
const s3Scheme = "s3://"

// IsS3 tells whether a destination is a bucket.
func IsS3(dest string) bool { return strings.HasPrefix(dest, s3Scheme) }

// bucket is where s3://bucket/prefix leads.
type bucket struct {
	client       *minio.Client
	name, prefix string
}

// openBucket reads address, region and credentials from the environment, by the
// names that everybody's tools use.
func openBucket(dest string) (bucket, error) {
	name, prefix, _ := strings.Cut(strings.TrimPrefix(dest, s3Scheme), "/")
	if name == "" {
		return bucket{}, fmt.Errorf("%s names no bucket", dest)
	}
	if os.Getenv("AWS_ACCESS_KEY_ID") == "" || os.Getenv("AWS_SECRET_ACCESS_KEY") == "" {
		return bucket{}, errors.New("s3 needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment")
	}
	address := os.Getenv("AWS_ENDPOINT_URL")
	if address == "" {
		address = "https://s3.amazonaws.com"
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return bucket{}, fmt.Errorf("AWS_ENDPOINT_URL %q is no address such as https://s3.example.com", address)
	}
	client, err := minio.New(u.Host, &minio.Options{
		Creds: credentials.NewEnvAWS(), Secure: u.Scheme == "https", Region: os.Getenv("AWS_REGION"),
	})
	return bucket{client, name, prefix}, err
}

// TakeToS3 makes a backup beside the copy, proven as every other, and ships it
// only then. The object appears under its name whole or not at all, and counts when
// it has been fetched again and is what was sent: a checksum that the other side
// reckons proves what arrived there, and not what comes back.
func (k *Keeper) TakeToS3(ctx context.Context, store, dest string, to []Recipient) (Taken, error) {
	b, err := openBucket(dest)
	if err != nil {
		return Taken{}, err
	}
	local := store + packSuffix
	if len(to) > 0 {
		local += ageSuffix
	}
	taken, err := k.Take(ctx, store, local, to)
	if err != nil {
		return Taken{}, err
	}
	object := b.object(nameOf(taken.Manifest, taken.Encrypted))
	taken.Path = At(s3Scheme+b.name, object)
	k.Progress("shipping %s", taken.Path)
	err = b.put(ctx, object, local)
	if err == nil {
		k.Progress("fetching it again")
		err = b.prove(ctx, path.Base(object), local)
	}
	return taken, errors.Join(err, k.disk.Remove(local))
}

// object is the whole name of a backup in the bucket.
func (b bucket) object(name string) string { return path.Join(b.prefix, name) }

func (b bucket) names(ctx context.Context) (all []storedFile, err error) {
	prefix := b.prefix
	if prefix != "" {
		prefix = strings.TrimRight(prefix, "/") + "/"
	}
	for o := range b.client.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: prefix}) {
		if o.Err != nil {
			return nil, fmt.Errorf("s3 bucket %s: %w", b.name, o.Err)
		}
		all = append(all, storedFile{strings.TrimPrefix(o.Key, prefix), o.Size})
	}
	return all, nil
}

func (b bucket) open(ctx context.Context, name string) (io.ReadCloser, error) {
	o, err := b.client.GetObject(ctx, b.name, b.object(name), minio.GetObjectOptions{})
	if err != nil {
		return nil, fmt.Errorf("s3 bucket %s: %w", b.name, err)
	}
	return o, nil
}

func (b bucket) remove(ctx context.Context, name string) error {
	if err := b.client.RemoveObject(ctx, b.name, b.object(name), minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("s3 bucket %s: %w", b.name, err)
	}
	return nil
}

func (b bucket) settle() error { return nil } // an answer is a promise there

// rename copies within the bucket: there are no other names for an object.
func (b bucket) rename(ctx context.Context, from, to string) error {
	_, err := b.client.CopyObject(ctx,
		minio.CopyDestOptions{Bucket: b.name, Object: b.object(to)}, minio.CopySrcOptions{Bucket: b.name, Object: b.object(from)})
	if err != nil {
		return fmt.Errorf("s3 bucket %s: %w", b.name, err)
	}
	return b.remove(ctx, from)
}

// put ships a file.
func (b bucket) put(ctx context.Context, object, file string) error {
	_, err := b.client.FPutObject(ctx, b.name, object, file, minio.PutObjectOptions{ContentType: "application/zstd"})
	if err != nil {
		return fmt.Errorf("s3 bucket %s: %w", b.name, err)
	}
	return nil
}

// prove fetches an object and compares it with the file that was sent. One that is
// not the same is named .bad.
func (b bucket) prove(ctx context.Context, name, file string) error {
	sent, err := os.Open(file)
	if err != nil {
		return err
	}
	defer sent.Close()
	back, err := b.open(ctx, name)
	if err != nil {
		return err
	}
	defer back.Close()
	want, err := sumOf(sent)
	if err != nil {
		return err
	}
	got, err := sumOf(back)
	if err != nil {
		return fmt.Errorf("s3 bucket %s: fetching %s again: %w", b.name, name, err)
	}
	if got != want {
		return errors.Join(bad("%s has the SHA-256 %s in the bucket, and %s was sent; it is named .bad", name, got, want), b.rename(ctx, name, name+badSuffix))
	}
	return nil
}

func sumOf(r io.Reader) (string, error) {
	h := sha256.New()
	_, err := io.Copy(h, r)
	return hex.EncodeToString(h.Sum(nil)), err
}

// write puts a file into the bucket, whole or not at all.
func (b bucket) write(ctx context.Context, name string, content []byte) error {
	_, err := b.client.PutObject(ctx, b.name, b.object(name), bytes.NewReader(content), int64(len(content)),
		minio.PutObjectOptions{ContentType: "application/zstd"})
	if err != nil {
		return fmt.Errorf("s3 bucket %s: %w", b.name, err)
	}
	return nil
}
