package kvtest

import (
	"context"
	"errors"
	"testing"

	"marquee/kv"

	"github.com/matryer/is"
)

func readsOwnWrites(t *testing.T, e kv.Engine) {
	is := is.New(t)
	is.NoErr(put(e, "s", "a", "1", "b", "2"))
	err := e.Update(context.Background(), func(tx kv.Tx) error {
		if err := errors.Join(tx.Put("s", []byte("a"), []byte("9")), tx.Delete("s", []byte("b")), tx.Put("new", []byte("c"), []byte("3"))); err != nil {
			return err
		}
		a, err := tx.Get("s", []byte("a"))
		is.NoErr(err)
		is.Equal(string(a), "9") // the write, not the snapshot
		_, err = tx.Get("s", []byte("b"))
		is.True(errors.Is(err, kv.ErrNotFound)) // deleted by this transaction
		many, err := tx.GetMany("s", [][]byte{[]byte("b"), []byte("a"), []byte("x")})
		is.NoErr(err)
		is.True(len(many) == 3 && many[0] == nil && string(many[1]) == "9" && many[2] == nil)
		is.Equal(contents(tx, "new"), "c=3") // a space that did not exist before
		return nil
	})
	is.NoErr(err)
	is.Equal(stored(e, "s"), "a=9")
}

func keepsWhatWasCommitted(t *testing.T, e kv.Engine) {
	is := is.New(t)
	is.NoErr(put(e, "s", "a", "1", "b", "2", "c", "3"))
	err := e.View(context.Background(), func(r kv.Reader) error {
		_, err := r.Get("s", []byte("x"))
		is.True(errors.Is(err, kv.ErrNotFound))
		_, err = r.Get("unknown", []byte("a"))
		is.True(errors.Is(err, kv.ErrNotFound))
		is.Equal(contents(r, "unknown"), "")
		many, err := r.GetMany("s", [][]byte{[]byte("c"), []byte("x"), []byte("a")})
		is.NoErr(err)
		is.True(string(many[0]) == "3" && many[1] == nil && string(many[2]) == "1") // in the order asked
		return nil
	})
	is.NoErr(err)
	is.NoErr(e.Update(context.Background(), func(tx kv.Tx) error { return tx.Delete("s", []byte("no such key")) }))
	is.NoErr(e.Update(context.Background(), func(tx kv.Tx) error { return tx.Delete("no such space", []byte("k")) }))
	is.Equal(stored(e, "s"), "a=1 b=2 c=3")
}

func copiesBytes(t *testing.T, e kv.Engine) {
	is := is.New(t)
	err := e.Update(context.Background(), func(tx kv.Tx) error {
		key, value := []byte("key"), []byte("value")
		if err := tx.Put("s", key, value); err != nil {
			return err
		}
		copy(key, "???")
		copy(value, "?????")
		return nil
	})
	is.NoErr(err)
	is.Equal(stored(e, "s"), "key=value")
}

func spacesDoNotMix(t *testing.T, e kv.Engine) {
	is := is.New(t)
	is.NoErr(put(e, "a", "k", "1"))
	is.NoErr(put(e, "ab", "k", "2"))
	is.NoErr(put(e, "b", "k", "3"))
	err := e.Update(context.Background(), func(tx kv.Tx) error {
		for _, s := range []kv.Space{"a", "ab", "b"} {
			if err := tx.Put(s, []byte("own"), []byte(s)); err != nil {
				return err
			}
		}
		is.Equal(contents(tx, "ab"), "k=2 own=ab")
		is.Equal(listed(tx, "a", kv.Range{Reverse: true}), "own=a k=1")
		is.Equal(listed(tx, "b", kv.Range{Reverse: true}), "own=b k=3")
		return nil
	})
	is.NoErr(err)
	is.Equal(stored(e, "a"), "k=1 own=a")
}

func snapshotStaysStill(t *testing.T, e kv.Engine) {
	is := is.New(t)
	is.NoErr(put(e, "s", "a", "1", "b", "2"))
	err := e.View(context.Background(), func(r kv.Reader) error {
		before := r.SafeTime()
		written := make(chan error, 1)
		go func() { written <- put(e, "s", "a", "9", "c", "3") }()
		is.NoErr(<-written)
		a, err := r.Get("s", []byte("a"))
		is.NoErr(err)
		is.Equal(string(a), "1")
		is.Equal(contents(r, "s"), "a=1 b=2")
		is.Equal(r.SafeTime(), before)
		return nil
	})
	is.NoErr(err)
	is.Equal(stored(e, "s"), "a=9 b=2 c=3") // the next snapshot shows it
}

func refusesSizes(t *testing.T, e kv.Engine) {
	l := e.Limits()
	key, value := make([]byte, l.MaxKey), make([]byte, l.MaxValue)
	for name, write := range map[string]func(kv.Tx) error{
		"an empty key":            func(tx kv.Tx) error { return tx.Put("s", nil, []byte("v")) },
		"an overlong key":         func(tx kv.Tx) error { return tx.Put("s", append(key, 0), []byte("v")) },
		"an empty value":          func(tx kv.Tx) error { return tx.Put("s", []byte("k"), nil) },
		"an overlong value":       func(tx kv.Tx) error { return tx.Put("s", []byte("k"), append(value, 0)) },
		"an empty space":          func(tx kv.Tx) error { return tx.Put("", []byte("k"), []byte("v")) },
		"a space of the engine":   func(tx kv.Tx) error { return tx.Put("\x00s", []byte("k"), []byte("v")) },
		"deleting an empty key":   func(tx kv.Tx) error { return tx.Delete("s", nil) },
		"guarding an empty key":   func(tx kv.Tx) error { return tx.Guard("s", []byte{}) },
		"guarding an endless key": func(tx kv.Tx) error { return tx.Guard("s", append(key, 0)) },
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			is.True(errors.Is(e.Update(context.Background(), write), kv.ErrTooLarge))
		})
	}
	is := is.New(t)
	is.NoErr(e.Update(context.Background(), func(tx kv.Tx) error { return tx.Put("full", key, value) })) // exactly at the limits
}

func overlookedRefusal(t *testing.T, e kv.Engine) {
	is := is.New(t)
	err := e.Update(context.Background(), func(tx kv.Tx) error {
		_ = tx.Put("s", []byte("empty"), nil)
		return tx.Put("s", []byte("k"), []byte("v"))
	})
	is.True(errors.Is(err, kv.ErrTooLarge))
	is.Equal(stored(e, "s"), "") // nothing of it was written
}
