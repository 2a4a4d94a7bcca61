package kv

import (
	"bytes"
	"slices"
)

// fewWrites is up to how many keys a write set is a sorted list. Nearly every
// transaction stays below, and a list of this length beats any tree.
const fewWrites = 48

// writes is a write set. It begins as a sorted list and becomes a tree when it
// grows long, or when somebody walks it.
type writes struct {
	few  []Entry
	many *Tree
	room []byte // the next keys and values are copied here
}

// roomSize is how much memory for keys and values is taken at once, in bytes.
const roomSize = 1 << 10

// keep copies bytes to where they stay until the commit. The memory is never used
// again for anything else.
func (w *writes) keep(b []byte) []byte {
	if len(b) > cap(w.room)-len(w.room) {
		if len(b) > roomSize/4 {
			return bytes.Clone(b)
		}
		w.room = make([]byte, 0, roomSize)
	}
	from := len(w.room)
	w.room = append(w.room, b...)
	return w.room[from:len(w.room):len(w.room)]
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

// set notes one write; its key is copied, its value is not.
func (w *writes) set(s Space, key, value []byte) {
	if w.many != nil {
		w.many.Set(Entry{s, w.keep(key), value})
		return
	}
	i, ok := w.search(s, key)
	switch {
	case ok:
		w.few[i].Value = value
	case len(w.few) == fewWrites:
		w.tree().Set(Entry{s, w.keep(key), value})
	default:
		if w.few == nil {
			w.few = make([]Entry, 0, fewWrites/4)
		}
		w.few = slices.Insert(w.few, i, Entry{s, w.keep(key), value})
	}
}

// tree makes a tree of the list, once.
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
