package indexes

import (
	"context"
	"errors"
	"slices"

	"marquee/kv"
)

// Trimmer removes stale feed entries, one bounded batch per call, feed after feed,
// and starts over at the end. Its position is kept in memory only: after a restart
// it begins with the first feed again, which costs some reads. It is not safe for
// concurrent use.
type Trimmer struct {
	s     *Schema
	feed  int
	after []byte
}

// Trimmer returns a trimmer of all feeds.
func (s *Schema) Trimmer() *Trimmer { return &Trimmer{s: s} }

// feedRef is one feed of one table.
type feedRef struct {
	t table
	i int
}

func (s *Schema) feeds() []feedRef {
	var out []feedRef
	for _, t := range s.sorted() {
		for i, x := range t.shapes() {
			if x.kind == kindFeed {
				out = append(out, feedRef{t, i})
			}
		}
	}
	return out
}

// Trim checks the next BatchSize entries and removes the stale ones among them. It
// reads in a snapshot of its own and writes only when there is something to
// remove. round is true once every feed was walked to its end since it was last
// true.
func (m *Trimmer) Trim(ctx context.Context, e kv.Engine) (removed int, round bool, err error) {
	feeds := m.s.feeds()
	if len(feeds) == 0 {
		return 0, true, nil
	}
	f := feeds[m.feed]
	next, removed, err := f.t.trim(ctx, e, f.i, m.after)
	if err != nil {
		return removed, false, err
	}
	m.after = next
	if next == nil {
		m.feed = (m.feed + 1) % len(feeds)
	}
	return removed, next == nil && m.feed == 0, nil
}

func (c *core[T]) trim(ctx context.Context, e kv.Engine, i int, after []byte) (next []byte, removed int, err error) {
	var stale []kv.Pair
	x := c.indexes[i]
	err = e.View(ctx, func(r kv.Reader) error {
		batch, last, err := readBatch(r, x.shape().space, after)
		next, stale = last, nil
		for _, p := range batch {
			old, staleErr := c.stale(r, x, p)
			if err = errors.Join(err, staleErr); old {
				stale = append(stale, p)
			}
		}
		return err
	})
	if err != nil || len(stale) == 0 {
		return next, 0, err
	}
	err = e.Update(ctx, func(tx kv.Tx) error {
		removed, err = c.removeStale(tx, x, stale)
		return err
	})
	return next, removed, err
}

// removeStale checks each entry again, because it may have become its record's
// newest since the snapshot.
func (c *core[T]) removeStale(tx kv.Tx, x Index[T], stale []kv.Pair) (removed int, err error) {
	for _, p := range stale {
		old, err := c.stale(tx, x, p)
		if err == nil && old {
			removed++
			err = tx.Delete(x.shape().space, p.Key)
		}
		if err != nil {
			return 0, err
		}
	}
	return removed, nil
}

// stale reports whether an entry of a feed is not its record's newest. An entry
// whose record is damaged is not stale.
func (c *core[T]) stale(r kv.Reader, x Index[T], p kv.Pair) (bool, error) {
	company, key, pk, err := x.shape().parse(p, c.global)
	if err != nil {
		return false, nil // Verify reports it
	}
	var rec T
	_, err = c.load(r, company, pk, &rec)
	if errors.Is(err, ErrNotFound) {
		return true, nil
	}
	if errors.Is(err, ErrDamaged) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	var l keyList
	x.appendKeys(&l, &rec)
	return !l.has(slices.Clip(key)), nil
}
