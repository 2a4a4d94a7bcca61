package cluster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"marquee/kv"
	"marquee/kv/bolt"

	"github.com/klauspost/compress/zstd"
)

// copyIntro begins a copy of a store on its way to another node. Behind it comes the size of the
// file, 8 bytes, big endian; then, packed, the file and its SHA-256.
const copyIntro = "marquee copy 1\n"

// SendCopy writes a copy of an open store for a node that joins. The store's file is copied to
// folder first: whoever reads slowly must not keep its pages from being reused.
func SendCopy(ctx context.Context, e *bolt.Member, folder string, w io.Writer) error {
	f, err := os.CreateTemp(folder, ".copy-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	size, err := e.CopyTo(ctx, bolt.Steady(f))
	if err != nil {
		return err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if _, err := w.Write(binary.BigEndian.AppendUint64([]byte(copyIntro), uint64(size))); err != nil {
		return err
	}
	z, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	sum := sha256.New()
	_, err = io.Copy(io.MultiWriter(z, sum), io.LimitReader(readUntil{ctx, f}, size))
	if err == nil {
		_, err = z.Write(sum.Sum(nil))
	}
	return errors.Join(err, z.Close())
}

// ReceiveCopy reads such a copy into a new file, and checks that it is whole.
func ReceiveCopy(ctx context.Context, r io.Reader, path string) error {
	head := make([]byte, len(copyIntro)+8)
	if _, err := io.ReadFull(r, head); err != nil || string(head[:len(copyIntro)]) != copyIntro {
		return fmt.Errorf("%w: what came is no copy of a store: %v", ErrForeign, err)
	}
	size := int64(binary.BigEndian.Uint64(head[len(copyIntro):]))
	z, err := zstd.NewReader(readUntil{ctx, r}, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer z.Close()
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	sum, said := sha256.New(), make([]byte, sha256.Size)
	_, err = io.CopyN(io.MultiWriter(bolt.Steady(f), sum), z, size)
	if err == nil {
		_, err = io.ReadFull(z, said)
	}
	if err == nil && !bytes.Equal(said, sum.Sum(nil)) {
		err = fmt.Errorf("%w: the copy is not what was sent", kv.ErrDamaged)
	}
	return errors.Join(err, f.Sync(), f.Close())
}

// readUntil is a reader that fails when its context ends.
type readUntil struct {
	ctx context.Context
	r   io.Reader
}

func (u readUntil) Read(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, context.Cause(u.ctx)
	}
	return u.r.Read(b)
}

// syncFolder makes a new name durable.
func syncFolder(path string) error {
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
