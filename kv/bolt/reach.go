package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
)

// reach finds the pages that a store uses. It reads whole branches, but of a leaf only
// the header, the first key and the end of the last entry, which is enough to check the
// leaf against its parent and its number of entries and pages. Whatever the file
// contains, the walk ends; if anything is not as bbolt writes it, it finds nothing.
type reach struct {
	file []byte // mapped
	high uint64 // pages from here on do not belong to the store
	used []uint64
	ours bool // the store has our clock, so spaces contain no spaces
}

// errOdd ends a walk that found something unexpected. bbolt reports what it is.
var errOdd = errors.New("a page is not as it is written")

// freePagesOf lists the free pages of a store. All its pages must be in the file.
func freePagesOf(file []byte, m meta) (free []uint64, ok bool) {
	r := &reach{file: file, high: m.high, used: make([]uint64, m.high/64+1)}
	r.use(0, 1)
	var branches []uint64
	err := Guarded(func() error { return r.spaces(m.root, nil, &branches) })
	for err == nil && len(branches) > 0 {
		branches, err = r.below(branches)
	}
	if err != nil || !r.ours {
		return nil, false
	}
	for id := range r.high {
		if r.used[id/64]&(1<<(id%64)) == 0 {
			free = append(free, id)
		}
	}
	return free, true
}

// spaces walks the list of spaces and collects the first branches of the large ones.
func (r *reach) spaces(id uint64, first []byte, branches *[]uint64) error {
	p, ok := r.page(id, first)
	if !ok {
		return errOdd
	}
	for i := range p.count {
		e := p.entry(i)
		key, value, ok := e.of(&p)
		switch {
		case !ok:
			return errOdd
		case p.flags == branchPage:
			if err := r.spaces(e.child, key, branches); err != nil {
				return err
			}
			continue
		case e.flags != 1 || len(value) < bucketHead:
			return errOdd
		}
		r.ours = r.ours || bytes.Equal(key, clockBucket)
		if err := r.space(value, branches); err != nil {
			return err
		}
	}
	return nil
}

// space checks the first page of a space. An inline bucket has none.
func (r *reach) space(value []byte, branches *[]uint64) error {
	root := binary.NativeEndian.Uint64(value)
	if small := len(value) > bucketHead; small != (root == 0) {
		return errOdd
	} else if small {
		return nil
	}
	p, ok := r.page(root, nil)
	if !ok {
		return errOdd
	}
	if p.flags == branchPage {
		*branches = append(*branches, root)
	}
	return nil
}

// below checks all children of some branches, on all processors, and returns those that
// are branches.
func (r *reach) below(branches []uint64) ([]uint64, error) {
	var next atomic.Int64
	workers := min(runtime.GOMAXPROCS(0), len(branches))
	found, failed := make([][]uint64, workers), make([]error, workers)
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			failed[w] = Guarded(func() error {
				for i := next.Add(1) - 1; i < int64(len(branches)); i = next.Add(1) - 1 {
					if !r.children(branches[i], &found[w]) {
						return errOdd
					}
				}
				return nil
			})
		})
	}
	all.Wait()
	var level []uint64
	for _, some := range found {
		level = append(level, some...)
	}
	return level, errors.Join(failed...)
}

// children checks the children of one branch.
func (r *reach) children(id uint64, branches *[]uint64) bool {
	p := r.whole(id)
	var before []byte
	end := uint64(pageHead + cellHead*p.count)
	for i := range p.count {
		e := p.entry(i)
		key, _, ok := e.of(&p)
		if !ok || e.from != end || bytes.Compare(before, key) >= 0 {
			return false
		}
		before, end = key, e.end()
		child, ok := r.page(e.child, key)
		if !ok {
			return false
		}
		if child.flags == branchPage {
			*branches = append(*branches, e.child)
		}
	}
	return true
}

// whole is a page with its overflow pages, which page has checked.
func (r *reach) whole(id uint64) page {
	p := head(r.file[id*pageSize:][:pageSize])
	p.b = r.file[id*pageSize:][:pageSize*(uint64(p.over)+1)]
	return p
}

// page checks a page whose first key must be first (nil for a root), and marks it and its
// overflow pages as used.
func (r *reach) page(id uint64, first []byte) (p page, ok bool) {
	if id >= r.high {
		return p, false
	}
	p = head(r.file[id*pageSize:][:pageSize])
	if p.id != id || p.flags != leafPage && p.flags != branchPage || !r.use(id, p.over) {
		return p, false
	}
	p = r.whole(id)
	if p.count == 0 {
		return p, first == nil && p.flags == leafPage && p.over == 0
	}
	if pageHead+cellHead*p.count > len(p.b) {
		return p, false
	}
	last := p.entry(p.count - 1)
	if used := last.end(); used > uint64(len(p.b)) || used <= uint64(len(p.b))-pageSize {
		return p, false
	}
	begin := p.entry(0)
	key, _, ok := begin.of(&p)
	return p, ok && begin.from == uint64(pageHead+cellHead*p.count) && (first == nil || bytes.Equal(first, key))
}

// use marks a page and its overflow pages as used. Each may be used once.
func (r *reach) use(id uint64, over uint32) bool {
	if uint64(over) >= r.high-id {
		return false
	}
	for i := id; i <= id+uint64(over); i++ {
		bit := uint64(1) << (i % 64)
		if atomic.OrUint64(&r.used[i/64], bit)&bit != 0 {
			return false
		}
	}
	return true
}
