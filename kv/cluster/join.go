package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/cluster/shared"
)

// The log is kept for a node that joins for pinFor at most.
const pinFor = 30 * time.Minute

// Joiner is a node that gets its store from another one.
type Joiner struct {
	Shared shared.Store
	Name   string
	Key    []byte
	// Path is where the store will be. One that is there is kept under another name.
	Path string
	// Fetch begins to read what SendCopy writes on another node.
	Fetch func(ctx context.Context) (io.ReadCloser, error)
}

// The suffixes of files beside the store: one on its way, and the one that was there before.
const (
	joiningSuffix = ".joining"
	beforeSuffix  = ".before-"
)

// Join fetches a copy of the store and puts it where the node's is. The log is kept for it
// meanwhile. After an error what was there before is as it was.
func (j Joiner) Join(ctx context.Context) error {
	news, err := readState(ctx, j.Shared)
	if err != nil {
		return err
	}
	if err := fits(news.base, j.Key); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, pinFor)
	defer cancel()
	release, err := j.pin(ctx, news.trim)
	if err != nil {
		return err
	}
	defer release()
	temp := j.Path + joiningSuffix
	if err := os.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	r, err := j.Fetch(ctx)
	if err != nil {
		return err
	}
	err = errors.Join(ReceiveCopy(ctx, r, temp), r.Close())
	if err == nil {
		err = j.Adopt(ctx, temp)
	}
	if err != nil {
		return errors.Join(err, removeStore(temp))
	}
	return nil
}

// Adopt puts a stopped store where the node's is: a copy, or one that was made of a backup of the
// cluster's store and a journal. It must be whole, and the log must go on from it.
func (j Joiner) Adopt(ctx context.Context, path string) error {
	news, err := readState(ctx, j.Shared)
	if err != nil {
		return err
	}
	if err := fits(news.base, j.Key); err != nil {
		return err
	}
	if err := checkWhole(path); err != nil {
		return err
	}
	id, at, err := storeAt(path)
	if err != nil {
		return err
	}
	if id != news.base.Store {
		return fmt.Errorf("%w: it is the store %s, not %s", ErrForeign, id, news.base.Store)
	}
	if err := newReader(j.Shared, j.Key, *news.base).place(ctx, at, news.trim); err != nil {
		return err
	}
	if err := bolt.SetMember(path, news.base.Member()); err != nil {
		return err
	}
	if _, err := commitTxn(ctx, &first{}, j.Shared, shared.Txn{Then: []shared.Op{shared.Delete(digestKeys+j.Name, "")}}); err != nil {
		return err
	}
	return replace(path, j.Path)
}

// checkWhole checks all pages of a file.
func checkWhole(path string) error {
	f, err := bolt.OpenFrozen(path)
	if err != nil {
		return err
	}
	var first error
	err = f.CheckPages(func(bad error) {
		if first == nil {
			first = fmt.Errorf("%w: %w", kv.ErrDamaged, bad)
		}
	})
	return errors.Join(first, err, f.Close())
}

// replace gives a file the name of the store, and the one that had it another one.
func replace(path, name string) error {
	kept := name + beforeSuffix + time.Now().UTC().Format("20060102-150405.000000")
	if err := os.Rename(name, kept); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(path, name); err != nil {
		return errors.Join(err, os.Rename(kept, name))
	}
	return syncFolder(name)
}

func removeStore(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// pin says that a node joins, so that the log is kept from a time on, until it is released.
func (j Joiner) pin(ctx context.Context, from time.Time) (release func(), err error) {
	f := &first{}
	lease, err := ask(ctx, f, j.Shared, func(ctx context.Context, s shared.Store) (int64, error) { return s.Grant(ctx, nodeLease) })
	if err != nil {
		return nil, err
	}
	value, err := json.Marshal(NodeInfo{Name: j.Name, Role: Joining, Applied: from, Wall: time.Now().UTC()})
	if err != nil {
		return nil, err
	}
	put := shared.Op{Key: nodeKeys + j.Name, Value: value, Lease: lease}
	if _, err := commitTxn(ctx, f, j.Shared, shared.Txn{Then: []shared.Op{put}}); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for pause(ctx, keepEvery(nodeLease)) {
			// One that is lost costs no more than another copy.
			_, _ = ask(ctx, f, j.Shared, func(ctx context.Context, s shared.Store) (any, error) { return nil, s.Keep(ctx, lease) })
		}
	}()
	return func() { cancel(); <-done }, nil
}
