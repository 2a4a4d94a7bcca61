package kv

import (
	"bytes"

	"github.com/tidwall/btree" // copies in constant time, so that a walk can use a copy while the transaction writes, and snapshots are cheap
)

// Entry is one key of one space. A nil Value marks a key as deleted.
type Entry struct {
	Space      Space
	Key, Value []byte
}

func (e Entry) before(o Entry) bool {
	if e.Space != o.Space {
		return e.Space < o.Space
	}
	return bytes.Compare(e.Key, o.Key) < 0
}

// Tree is an ordered map from (space, key) to value, by space, then by key. Several
// goroutines may read it while none writes.
type Tree struct {
	t *btree.BTreeG[Entry]
}

// NewTree makes an empty tree.
func NewTree() *Tree {
	return &Tree{btree.NewBTreeGOptions(Entry.before, btree.Options{NoLocks: true, Degree: 16})}
}

// Set stores e as it is, without copying its bytes.
func (t *Tree) Set(e Entry) { t.t.Set(e) }

// Get looks one key up.
func (t *Tree) Get(s Space, key []byte) (Entry, bool) { return t.t.Get(Entry{Space: s, Key: key}) }

// Remove takes one key out.
func (t *Tree) Remove(s Space, key []byte) { t.t.Delete(Entry{Space: s, Key: key}) }

// Len counts the entries.
func (t *Tree) Len() int { return t.t.Len() }

// Copy makes a second tree with the same content in constant time. Neither sees
// what is written to the other afterwards.
func (t *Tree) Copy() *Tree { return &Tree{t.t.Copy()} }

// Each calls fn for every entry in order until it returns false.
func (t *Tree) Each(fn func(Entry) bool) { t.t.Scan(fn) }

// Cursor walks a range of a space, ignoring the range's limit. The tree must not change
// during the walk.
func (t *Tree) Cursor(s Space, r Range) *Cursor {
	c := &Cursor{it: t.t.Iter(), space: s, r: r}
	if r.Reverse {
		c.ok = c.seekBelow()
	} else {
		c.ok = c.it.Seek(Entry{Space: s, Key: r.From})
	}
	c.check()
	return c
}

// Cursor is positioned at one entry of a range, or past its end.
type Cursor struct {
	it    btree.IterG[Entry]
	space Space
	r     Range
	ok    bool
}

// Entry returns the current entry; ok is false past the end.
func (c *Cursor) Entry() (e Entry, ok bool) { return c.it.Item(), c.ok }

// Next moves to the next entry in the direction of the range.
func (c *Cursor) Next() {
	if !c.ok {
		return
	}
	if c.r.Reverse {
		c.ok = c.it.Prev()
	} else {
		c.ok = c.it.Next()
	}
	c.check()
}

// seekBelow moves to the last entry below the upper end of the range.
func (c *Cursor) seekBelow() bool {
	above := Entry{Space: c.space, Key: c.r.To}
	if c.r.To == nil {
		above = Entry{Space: c.space + "\x00"}
	}
	if c.it.Seek(above) {
		return c.it.Prev()
	}
	return c.it.Last()
}

// check ends the walk if the entry is outside the space or the range.
func (c *Cursor) check() {
	if !c.ok {
		return
	}
	e := c.it.Item()
	c.ok = e.Space == c.space && c.r.Contains(e.Key)
}
