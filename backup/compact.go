package backup

import (
	"context"
	"errors"
	"fmt"
	"os"

	"marquee/kv/bolt"
)

// Compacted is what a compaction won, in bytes.
type Compacted struct {
	Before int64  `json:"before"`
	After  int64  `json:"after"`
	Digest string `json:"digest"`
}

// Compact writes a stopped store anew without its free pages, and what those
// still held of things removed is gone. The old file stays until the new one has
// been checked in full and has the same digest.
func (k *Keeper) Compact(ctx context.Context, store string) (Compacted, error) {
	k.Progress("checking the store")
	if _, err := k.check(ctx, store, Normal); err != nil {
		return Compacted{}, err
	}
	old, err := bolt.OpenFrozen(store)
	if err != nil {
		return Compacted{}, err
	}
	temp := store + ".compacting"
	out, err := k.rewrite(ctx, old, store, temp)
	if err == nil {
		err = k.enter(temp, store)
	}
	if err != nil {
		err = errors.Join(err, k.disk.Remove(temp))
	}
	return out, errors.Join(err, old.Close())
}

// rewrite makes the new file and compares it with the old one.
func (k *Keeper) rewrite(ctx context.Context, old *bolt.Frozen, store, temp string) (out Compacted, err error) {
	if err := k.disk.Remove(temp); err != nil {
		return out, err
	}
	if out.Digest, err = old.Digest(ctx); err != nil {
		return out, err
	}
	k.Progress("compacting")
	if err := old.CompactTo(temp); err != nil {
		return out, err
	}
	k.Progress("checking the new file")
	report, err := k.check(ctx, temp, Full)
	if err != nil {
		return out, err
	}
	if report.Digest != out.Digest {
		return out, fmt.Errorf("the new file has the digest %s, the store %s; the store was left alone", report.Digest, out.Digest)
	}
	out.Before, err = sizeOf(store)
	if err == nil {
		out.After, err = sizeOf(temp)
	}
	return out, err
}

func sizeOf(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
