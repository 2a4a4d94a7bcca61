package bolt

import (
	"bytes"
	"encoding/binary"
)

// space checks one entry of the list of spaces: a bucket and its content.
func (w *pages) space(p *page, c cell) {
	if c.flags != 1 || len(c.value) < bucketHead {
		w.find("page %d: %q is no space", p.id, c.key)
		return
	}
	w.alive("name of a space", c.at-int64(len(c.key)), len(c.key))
	w.alive("head of a space", c.at, bucketHead)
	name := bytes.Clone(c.key)
	root := binary.NativeEndian.Uint64(c.value)
	w.sequence(name, binary.NativeEndian.Uint64(c.value[8:]))
	each := func(p *page, c cell) { w.pair(name, p, c) }
	if root != 0 {
		if len(c.value) != bucketHead {
			w.find("space %q has a page of its own and %d bytes more", name, len(c.value)-bucketHead)
		}
		w.tree(root, p.depth+1, nil, nil, each)
		return
	}
	if len(c.value) < bucketHead+pageHead {
		w.find("space %q has %d bytes", name, len(c.value))
		return
	}
	small := head(c.value[bucketHead:])
	small.at, small.inside = c.at+bucketHead, true
	if small.id != 0 || small.flags != leafPage || small.over != 0 {
		w.find("space %q: its head is not that of a small one", name)
		return
	}
	w.alive("head of a page", small.at, pageHead)
	w.cells(&small, nil, nil, func(_ int, c, _ cell) { each(&small, c) })
}

// sequence checks the sequence of a space. Only the clock and the id of the store have one,
// with a checksum.
func (w *pages) sequence(name []byte, n uint64) {
	_, sound := openTime(n)
	switch {
	case bytes.Equal(name, clockBucket):
		if !sound {
			w.find("the time of the last commit is damaged: %x", n)
		}
	case bytes.Equal(name, identityBucket):
		if !sound {
			w.find("the id of the store is damaged: %x", n)
		}
	case n != 0:
		w.find("space %q has the sequence %d", name, n)
	}
}

// pair checks one pair of a space. The content of the pool has no meaning.
func (w *pages) pair(name []byte, p *page, c cell) {
	if c.flags != 0 {
		w.find("page %d: a space inside space %q", p.id, name)
	}
	if !bytes.Equal(name, poolBucket) {
		w.alive("value", c.at, len(c.value))
	}
}

// free checks that every page is either reached or in the list of free pages.
func (w *pages) free(id uint64) {
	p := w.read(id, 0)
	if p == nil {
		return
	}
	if p.flags != freelistPage {
		w.find("page %d is no list of free pages: %#x", id, p.flags)
		return
	}
	capacity := (len(p.b) - pageHead) / 8
	entry := func(i int) uint64 { return binary.NativeEndian.Uint64(p.b[pageHead+8*i:]) }
	first, n := 0, p.count
	if p.count == manyFree {
		first, n = 1, int(min(entry(0), uint64(capacity)+1))
	}
	if first+n > capacity {
		w.find("page %d has no room for %d free pages", id, n)
		return
	}
	w.alive("list of free pages", p.at+pageHead, 8*(first+n))
	last := uint64(1)
	for i := first; i < first+n; i++ {
		if entry(i) <= last {
			w.find("page %d: free page %d is not above %d", id, entry(i), last)
			return
		}
		last = entry(i)
		w.take(last, 0)
	}
	for i := range w.high {
		if w.seen[i/64]&(1<<(i%64)) == 0 {
			w.find("page %d is neither used nor free", i)
		}
	}
}
