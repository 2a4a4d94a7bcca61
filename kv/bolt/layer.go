package bolt

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"time"

	"marquee/kv"
)

// layer is the writes of the closures of one batch, over the state before. They are not
// in the file yet; later closures read them here. A key that many closures write, such
// as a counter, is written to the file once for the whole batch.
type layer struct {
	base  kv.Reader
	safe  time.Time
	parts []*part // in order of first use; few, so searching them is faster than a map
}

// part is one space of a layer.
type part struct {
	space  kv.Space
	writes []kv.Entry
	at     map[string]int // index of a key in writes
	tree   *kv.Tree       // the same in key order; nil until the part is scanned
}

// add adds the writes of a closure.
func (l *layer) add(o *kv.Overlay) {
	o.Writes(func(w kv.Entry) bool {
		l.made(w.Space).set(w)
		return true
	})
}

// made is the part of a space, a new one if there was none.
func (l *layer) made(s kv.Space) *part {
	p := l.part(s)
	if p == nil {
		p = &part{space: s, at: map[string]int{}}
		l.parts = append(l.parts, p)
	}
	return p
}

func (l *layer) part(s kv.Space) *part {
	for _, p := range l.parts {
		if p.space == s {
			return p
		}
	}
	return nil
}

func (p *part) set(w kv.Entry) {
	p.tree = nil
	if i, ok := p.at[string(w.Key)]; ok {
		p.writes[i].Value = w.Value
		return
	}
	p.at[string(w.Key)] = len(p.writes)
	p.writes = append(p.writes, w)
}

// each calls fn for every write, by space, then by key, until it fails. It may run
// concurrently with closures that read the layer.
func (l *layer) each(fn func(kv.Entry) error) error {
	parts := slices.Clone(l.parts)
	slices.SortFunc(parts, func(a, b *part) int { return strings.Compare(string(a.space), string(b.space)) })
	for _, p := range parts {
		writes := slices.Clone(p.writes)
		slices.SortFunc(writes, func(a, b kv.Entry) int { return bytes.Compare(a.Key, b.Key) })
		for _, w := range writes {
			if err := fn(w); err != nil {
				return err
			}
		}
	}
	return nil
}

// Get implements kv.Reader.
func (l *layer) Get(s kv.Space, key []byte) ([]byte, error) {
	if p := l.part(s); p != nil {
		if i, ok := p.at[string(key)]; ok {
			if v := p.writes[i].Value; v != nil {
				return v, nil
			}
			return nil, kv.ErrNotFound
		}
	}
	return l.base.Get(s, key)
}

// GetMany implements kv.Reader.
func (l *layer) GetMany(s kv.Space, keys [][]byte) ([][]byte, error) { return kv.GetEach(l, s, keys) }

// Scan implements kv.Reader.
func (l *layer) Scan(s kv.Space, r kv.Range) iter.Seq2[kv.Pair, error] {
	p := l.part(s)
	if p == nil {
		return l.base.Scan(s, r)
	}
	return kv.ScanOver(l.base, p.ordered(), s, r)
}

func (p *part) ordered() *kv.Tree {
	if p.tree == nil {
		p.tree = kv.NewTree()
		for _, w := range p.writes {
			p.tree.Set(w)
		}
	}
	return p.tree
}

// SafeTime implements kv.Reader.
func (l *layer) SafeTime() time.Time { return l.safe }
