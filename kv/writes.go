package kv

import (
	"bytes"
	"slices"
)

// fewWrites is the largest number of keys that a write set keeps as a sorted list.
// Nearly every transaction has fewer, and up to this length a list is faster than a
// tree.
const fewWrites = 48

// writes is a write set. It starts as a sorted list and becomes a tree when it grows
// long or is scanned.
type writes struct {
	few  []Entry
	many *Tree
	buf  []byte // holds copies of keys and values; see copy
}

// bufSize is how much memory for keys and values is allocated at once, in bytes.
const bufSize = 1 << 10

// copy copies bytes into the buffer. They may be kept after the commit: the memory is
// never reused.
func (w *writes) copy(b []byte) []byte {
	if len(b) > cap(w.buf)-len(w.buf) {
		if len(b) > bufSize/4 {
			return bytes.Clone(b)
		}
		w.buf = make([]byte, 0, bufSize)
	}
	from := len(w.buf)
	w.buf = append(w.buf, b...)
	return w.buf[from:len(w.buf):len(w.buf)]
}

func (w *writes) empty() bool { return w.few == nil && w.many == nil }

func (w *writes) get(s Space, key []byte) (Entry, bool) {
	if w.many != nil {
		return w.many.Get(s, key)
	}
	if i, ok := w.search(s, key); ok {
		return w.few[i], true
	}
	return Entry{}, false
}

func (w *writes) search(s Space, key []byte) (int, bool) {
	lo, hi := 0, len(w.few)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		switch e := &w.few[mid]; {
		case e.Space < s:
			lo = mid + 1
		case e.Space > s:
			hi = mid
		default:
			c := bytes.Compare(e.Key, key)
			if c == 0 {
				return mid, true
			}
			if c < 0 {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
	}
	return lo, false
}

// set adds one write. It copies the key but not the value.
func (w *writes) set(s Space, key, value []byte) {
	if w.many != nil {
		w.many.Set(Entry{s, w.copy(key), value})
		return
	}
	i, ok := w.search(s, key)
	switch {
	case ok:
		w.few[i].Value = value
	case len(w.few) == fewWrites:
		w.tree().Set(Entry{s, w.copy(key), value})
	default:
		if w.few == nil {
			w.few = make([]Entry, 0, fewWrites/4)
		}
		w.few = slices.Insert(w.few, i, Entry{s, w.copy(key), value})
	}
}

// tree converts the list to a tree, once.
func (w *writes) tree() *Tree {
	if w.many == nil {
		w.many = NewTree()
		for _, e := range w.few {
			w.many.Set(e)
		}
		w.few = nil
	}
	return w.many
}

// each calls fn for every write in order until it returns false.
func (w *writes) each(fn func(Entry) bool) {
	if w.many != nil {
		w.many.Each(fn)
		return
	}
	for _, e := range w.few {
		if !fn(e) {
			return
		}
	}
}
