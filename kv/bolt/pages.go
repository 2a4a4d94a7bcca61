package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
)

// The layout of a bbolt file, in bytes, with bbolt's own names.
const (
	pageHead   = 16 // id 8, flags 2, count 2, overflow 4
	cellHead   = 16 // leaf: flags, pos, ksize, vsize; branch: pos, ksize, child 8
	bucketHead = 16 // root 8, sequence 8
	metaBytes  = 64

	branchPage   = 0x01
	leafPage     = 0x02
	metaPage     = 0x04
	freelistPage = 0x10

	magicNumber = 0xed0cdaed
	metaVersion = 2
	noFreelist  = ^uint64(0)
	manyFree    = 0xffff // the count is the first entry
)

// pages checks that a whole file is exactly what bbolt writes. It reads every byte that
// has a meaning; nearly every one can be checked against another. bbolt's own check
// ignores most of them. Whatever the file contains, the walk ends and does not crash.
type pages struct {
	file   io.ReaderAt
	high   uint64   // pages from here on do not belong to the store
	seen   []uint64 // bits, of pages that were reached
	bufs   [][]byte // one for each depth
	found  int
	report func(error)
	// live is called with the ranges of bytes that have a meaning; nil outside tests.
	live func(what string, from, to int64)
}

// meta is the used part of a meta page.
type meta struct {
	root, sequence, freelist, high, txid uint64
}

// page is one page with its overflow pages, or an inline page inside a bucket.
type page struct {
	id     uint64
	at     int64 // in the file
	flags  uint16
	count  int
	over   uint32
	b      []byte
	depth  int  // of the walk
	inside bool // of a space
}

// cell is one entry of a leaf or a branch.
type cell struct {
	flags uint32
	key   []byte
	value []byte // of a leaf
	at    int64  // of the value in the file
	child uint64 // of a branch
}

// entry is the header of a cell.
type entry struct {
	flags            uint32 // of a leaf
	from             uint64 // where the key lies in the page; the value follows it
	keyLen, valueLen uint32
	child            uint64 // of a branch
}

// entry reads the header of a cell, which must be within the page.
func (p *page) entry(i int) entry {
	at := pageHead + cellHead*i
	b := p.b[at : at+cellHead]
	half := func(n int) uint32 { return binary.NativeEndian.Uint32(b[n:]) }
	if p.flags == branchPage {
		return entry{from: uint64(at) + uint64(half(0)), keyLen: half(4), child: binary.NativeEndian.Uint64(b[8:])}
	}
	return entry{flags: half(0), from: uint64(at) + uint64(half(4)), keyLen: half(8), valueLen: half(12)}
}

func (e entry) end() uint64 { return e.from + uint64(e.keyLen) + uint64(e.valueLen) }

// of returns key and value if they are within the page.
func (e entry) of(p *page) (key, value []byte, ok bool) {
	between, end := e.from+uint64(e.keyLen), e.end()
	if e.keyLen == 0 || end > uint64(len(p.b)) {
		return nil, nil, false
	}
	return p.b[e.from:between], p.b[between:end], true
}

// checkPages checks a file of size bytes, which must contain at least the pages below the
// high-water mark of its newest meta page.
func checkPages(file io.ReaderAt, size int64, report func(error), live func(what string, from, to int64)) {
	w := &pages{file: file, report: report, live: live}
	m, ok := w.metas()
	if !ok {
		return
	}
	if w.high = m.high; m.high > uint64(size/pageSize) || m.high < 3 {
		w.find("the file has %d bytes, its pages need %d: it was cut off", size, m.high*pageSize)
		return
	}
	w.seen = make([]uint64, m.high/64+1)
	w.take(0, 0)
	w.take(1, 0)
	if m.sequence != 0 {
		w.find("the list of spaces has the sequence %d", m.sequence)
	}
	w.tree(m.root, 0, nil, nil, w.space)
	if m.freelist != noFreelist {
		w.free(m.freelist)
	}
}

func (w *pages) find(format string, args ...any) {
	w.found++
	w.report(fmt.Errorf(format, args...))
}

func (w *pages) alive(what string, at int64, n int) {
	if w.live != nil && n > 0 {
		w.live(what, at, at+int64(n))
	}
}

// aliveCell reports the bytes of a cell to live. The length of a leaf's last entry has a
// label of its own, because nothing behind the entry contradicts a wrong length.
func (w *pages) aliveCell(p *page, i, at, pos, keyLen int) {
	w.alive("head of an entry", p.at+int64(at), cellHead)
	switch {
	case p.flags == branchPage:
		w.alive("key of a branch", p.at+int64(pos), keyLen)
		return
	case i == p.count-1:
		w.alive("length of a last entry", p.at+int64(at)+8, 8)
	}
	w.alive("key", p.at+int64(pos), keyLen)
}

// metas reads both meta pages. Both must be valid: if the newer one is not, bbolt uses
// the older one, without the last commit.
func (w *pages) metas() (newest meta, ok bool) {
	for i := range uint64(2) {
		b := make([]byte, pageHead+metaBytes)
		if _, err := w.file.ReadAt(b, int64(i*pageSize)); err != nil {
			w.find("meta page %d cannot be read: %v", i, err)
			continue
		}
		w.alive("meta page", int64(i*pageSize), len(b))
		head := head(b)
		if head.id != i || head.flags != metaPage || head.count != 0 || head.over != 0 {
			w.find("meta page %d: its head is not that of one", i)
		}
		m, err := readMeta(b[pageHead:])
		if err != nil {
			w.find("meta page %d: %v; the commit that it stands for may be missing", i, err)
			continue
		}
		if !ok || m.txid > newest.txid {
			newest, ok = m, true
		}
	}
	return newest, ok
}

func readMeta(b []byte) (m meta, err error) {
	word := func(at int) uint64 { return binary.NativeEndian.Uint64(b[at:]) }
	half := func(at int) uint32 { return binary.NativeEndian.Uint32(b[at:]) }
	sum := metaSum(b)
	switch {
	case half(0) != magicNumber || half(4) != metaVersion:
		return m, fmt.Errorf("it is not one of this kind of file")
	case word(56) != sum:
		return m, fmt.Errorf("its checksum is %016x, expected %016x", word(56), sum)
	case half(8) != pageSize:
		return m, fmt.Errorf("it speaks of pages of %d bytes", half(8))
	}
	return meta{word(16), word(24), word(32), word(40), word(48)}, nil
}

func metaSum(b []byte) uint64 {
	sum := fnv.New64a()
	sum.Write(b[:metaBytes-8])
	return sum.Sum64()
}

func head(b []byte) page {
	return page{
		id: binary.NativeEndian.Uint64(b), flags: binary.NativeEndian.Uint16(b[8:]),
		count: int(binary.NativeEndian.Uint16(b[10:])), over: binary.NativeEndian.Uint32(b[12:]), b: b,
	}
}

// take marks a page and its overflow pages as reached.
func (w *pages) take(id uint64, over uint32) bool {
	if id >= w.high || uint64(over) >= w.high-id {
		w.find("page %d with %d more lies behind the last page %d", id, over, w.high-1)
		return false
	}
	for i := id; i <= id+uint64(over); i++ {
		if w.seen[i/64]&(1<<(i%64)) != 0 {
			w.find("page %d is reached twice", i)
			return false
		}
		w.seen[i/64] |= 1 << (i % 64)
	}
	return true
}

// read reads a page for some depth of the walk; nil if it is invalid. The page is valid
// until the next read for that depth.
func (w *pages) read(id uint64, depth int) *page {
	for len(w.bufs) <= depth {
		w.bufs = append(w.bufs, make([]byte, pageSize))
	}
	if id >= w.high {
		w.find("page %d lies behind the last page %d", id, w.high-1)
		return nil
	}
	at := int64(id) * pageSize
	if _, err := w.file.ReadAt(w.bufs[depth][:pageSize], at); err != nil {
		w.find("page %d cannot be read: %v", id, err)
		return nil
	}
	p := head(w.bufs[depth][:pageSize])
	if p.id != id {
		w.find("page %d says that it is page %d", id, p.id)
		return nil
	}
	if !w.take(id, p.over) {
		return nil
	}
	if n := pageSize * (int(p.over) + 1); p.over > 0 {
		if len(w.bufs[depth]) < n {
			w.bufs[depth] = make([]byte, n)
		}
		p.b = w.bufs[depth][:n]
		if _, err := w.file.ReadAt(p.b, at); err != nil {
			w.find("page %d cannot be read: %v", id, err)
			return nil
		}
	}
	p.at, p.depth = at, depth
	w.alive("head of a page", at, pageHead)
	return &p
}

// tree walks everything below a page. Its first key must be first, the key in its parent,
// and all its keys must be less than below, the next key of the parent; nil for a root.
func (w *pages) tree(id uint64, depth int, first, below []byte, each func(*page, cell)) {
	p := w.read(id, depth)
	if p == nil {
		return
	}
	switch p.flags {
	case leafPage:
		w.cells(p, first, below, func(_ int, c, _ cell) { each(p, c) })
	case branchPage:
		w.cells(p, first, below, func(_ int, c, next cell) {
			end := next.key
			if end == nil {
				end = below
			}
			w.tree(c.child, depth+1, c.key, end, each)
		})
	default:
		w.find("page %d is of no kind that belongs here: %#x", id, p.flags)
	}
}

// cells calls each for every entry of a page together with the next one. The entries must
// be contiguous and in the order of their keys.
func (w *pages) cells(p *page, first, below []byte, each func(i int, c, next cell)) {
	if p.count == 0 && (first != nil || p.flags == branchPage) {
		w.find("page %d is empty", p.id)
	}
	pos := pageHead + cellHead*p.count
	c, end, ok := w.cell(p, 0, pos)
	if p.count > 0 && ok && first != nil && !bytes.Equal(c.key, first) {
		w.find("page %d begins with key %x, its parent says %x", p.id, c.key, first)
	}
	for i := 0; i < p.count && ok; i++ {
		var next cell
		last := end
		if i+1 < p.count {
			if next, end, ok = w.cell(p, i+1, end); !ok {
				return
			}
		}
		switch {
		case next.key != nil && bytes.Compare(c.key, next.key) >= 0:
			w.find("page %d: key %x is not below the next one, %x", p.id, c.key, next.key)
		case next.key == nil && below != nil && bytes.Compare(c.key, below) >= 0:
			w.find("page %d: key %x is not below the next page, %x", p.id, c.key, below)
		}
		each(i, c, next)
		c, pos = next, last
	}
	if ok || p.count == 0 {
		w.filled(p, max(pos, pageHead))
	}
}

// filled checks that a page has no more overflow pages than its content needs.
func (w *pages) filled(p *page, used int) {
	switch {
	case p.inside && used != len(p.b):
		w.find("page %d: a small space has %d bytes, it fills %d", p.id, len(p.b), used)
	case !p.inside && (used+pageSize-1)/pageSize != int(p.over)+1:
		w.find("page %d overflows into %d pages, its %d bytes do not", p.id, p.over, used)
	}
}

// cell reads one entry whose key and value must start at pos. It returns where they end.
func (w *pages) cell(p *page, i, pos int) (c cell, end int, ok bool) {
	if p.count == 0 {
		return c, pageHead, false
	}
	at := pageHead + cellHead*i
	if at+cellHead > len(p.b) {
		w.find("page %d has no room for %d entries", p.id, p.count)
		return c, 0, false
	}
	e := p.entry(i)
	if c.flags, c.child = e.flags, e.child; c.flags > 1 {
		w.find("page %d: entry %d has the flags %#x", p.id, i, c.flags)
	}
	if c.key, c.value, ok = e.of(p); !ok || e.from != uint64(pos) {
		w.find("page %d: entry %d lies at %d with %d and %d bytes, expected at %d of %d", p.id, i, e.from, e.keyLen, e.valueLen, pos, len(p.b))
		return c, 0, false
	}
	c.at = p.at + int64(pos) + int64(e.keyLen)
	w.aliveCell(p, i, at, pos, int(e.keyLen))
	return c, int(e.end()), true
}
