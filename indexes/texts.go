package indexes

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"marquee/indexes/texts"
	"marquee/kv"
)

// Marks are records of a table as a set.
type Marks = texts.Marks

// Texts is an index of what records say, in which any part of a text is found. It keeps the
// texts of neighbours, texts.Together of them, in one entry, and looks for a part by reading
// all entries of a company one after another: a million short texts take some milliseconds.
//
// An index of single words, of the ends of words or of three letters at a time would find
// them sooner, and write six to thirty entries at random places for each record. This one
// writes one, which is mostly that of the record before, and takes little more room than the
// texts themselves.
type Texts[T any] struct {
	of prose
	// Index is for Define.
	Index Index[T]
}

// prose is what a Texts does without knowing the type of its records.
type prose struct {
	indexShape
	core *core
}

// maxText is the longest text of a record, in bytes; what is longer counts up to there.
const maxText = 4 << 10

// NewTexts declares an index of texts. text returns what a record says; the record is not
// in the index if that is nothing.
func NewTexts[T any](name string, text func(*T) string) *Texts[T] {
	t := new(Texts[T])
	t.of.indexShape = shapeOf(name, kindTexts, fmt.Sprintf("of %d", texts.Together), formOf(kv.Int))
	t.of.ascending = true
	t.Index = Index[T]{index{&t.of.indexShape, func(l *keyList, rec any) {
		if s := text(rec.(*T)); s != "" {
			l.end(append(l.buf, clipText(s)...))
		}
	}, t.of.attach}}
	return t
}

// Version must be raised whenever text returns something else than before. It starts at 1.
func (t *Texts[T]) Version(v int) *Texts[T] { t.of.version = v; return t }

// Find marks the records whose text has a part, and that fits takes, which may be nil. Every
// text has the empty part. A text is valid until fits returns.
func (t *Texts[T]) Find(r Reader, part []byte, fits func(text []byte) bool) (Marks, error) {
	return t.of.find(r, part, fits)
}

// clipText brings a text into the form that can be kept: without the byte that separates
// texts, and not too long.
func clipText(s string) string {
	s = strings.ReplaceAll(s, "\x00", " ")
	if len(s) <= maxText {
		return s
	}
	n := maxText
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

func (p *prose) attach(c *core) {
	if c.keyed {
		panic(fmt.Sprintf("indexes: index %s of %s: texts are kept by ids", p.name, c.name))
	}
	p.place(c.name)
	p.core = c
}

// politely is how many entries are read before somebody else may run.
const politely = 256

func (p *prose) find(r Reader, part []byte, fits func(text []byte) bool) (m Marks, err error) {
	if bytes.IndexByte(part, 0) >= 0 {
		return m, nil // no text has the byte that separates texts
	}
	head := p.head(p.core.scope(r.Company()), p.core.global)
	n := 0
	for entry, err := range r.Scan(p.space, kv.Range{From: head, To: successor(head)}) {
		if err != nil {
			return m, err
		}
		if n++; n%politely == 0 {
			runtime.Gosched() // somebody may be at a gate
		}
		if len(part) > 0 && !bytes.Contains(entry.Value, part) {
			continue
		}
		b, first, err := p.open(entry, len(head))
		if err != nil {
			return m, err
		}
		b.Find(part, fits, func(at int) { m.Add(first + int64(at)) })
	}
	return m, nil
}

// open reads an entry, and tells the first id that it is of.
func (p *prose) open(entry kv.Pair, head int) (b texts.Block, first int64, err error) {
	n, rest, err := kv.Int.Read(entry.Key[head:])
	if err != nil || len(rest) > 0 || n < 0 {
		return b, 0, p.badEntry(entry.Key)
	}
	if b, err = texts.Read(entry.Value); err != nil {
		return b, 0, p.badEntry(entry.Key)
	}
	return b, n * texts.Together, nil
}

// blockKey is the key of the entry that has the text of a record.
func (s *indexShape) blockKey(company int64, tableGlobal bool, id int64) []byte {
	return kv.Int.Append(s.head(company, tableGlobal), id/texts.Together)
}

// textChange is the new text of a record, nil when it has none any more.
type textChange struct {
	shape *indexShape
	key   []byte // of the entry
	id    int64
	text  []byte
}

// note collects the new text of a record, which is in after.
func (l *lists) noteText(s *indexShape, company int64, tableGlobal bool, id int64) {
	ch := textChange{shape: s, key: s.blockKey(company, tableGlobal, id), id: id}
	if l.after.len() > 0 {
		ch.text = bytes.Clone(l.after.at(0))
	}
	l.texts = append(l.texts, ch)
}

// settleTexts writes the collected texts, each entry once.
func (l *lists) settleTexts(tx kv.Tx) error {
	slices.SortStableFunc(l.texts, func(a, b textChange) int {
		return cmp.Or(cmp.Compare(a.shape.space, b.shape.space), bytes.Compare(a.key, b.key))
	})
	for rest := l.texts; len(rest) > 0; {
		first, n := rest[0], 1
		for n < len(rest) && rest[n].shape == first.shape && bytes.Equal(rest[n].key, first.key) {
			n++
		}
		if err := first.shape.change(tx, rest[:n]); err != nil {
			return err
		}
		rest = rest[n:]
	}
	clear(l.texts)
	l.texts = l.texts[:0]
	return nil
}

// change writes the texts of one entry.
func (s *indexShape) change(tx kv.Tx, changes []textChange) error {
	key := changes[0].key
	value, err := tx.Get(s.space, key)
	if err != nil && !errors.Is(err, kv.ErrNotFound) {
		return err
	}
	var all [texts.Together][]byte
	if err == nil {
		b, err := texts.Read(value)
		if err != nil {
			return s.badEntry(key)
		}
		b.Each(func(at int, text []byte) { all[at] = text })
	}
	for _, ch := range changes {
		all[ch.id%texts.Together] = ch.text
	}
	if value = texts.Write(&all); value == nil {
		return tx.Delete(s.space, key)
	}
	return tx.Put(s.space, key, value)
}
