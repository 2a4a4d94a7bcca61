package bolt

import (
	"bytes"
	"fmt"
	"sort"

	// unsafe: bbolt does not count, and shows its pages only as an address. Counting a
	// range by its pages is a hundred times faster than walking its pairs.
	"unsafe"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// maxDepth is more levels than a tree in a file of any size can have.
const maxDepth = 32

// Count implements kv.Counter. It adds up the numbers of pairs that the pages of the
// range say they have, and looks at keys only at the two ends.
func (r *reader) Count(name kv.Space, rg kv.Range) (int64, error) {
	if err := r.alive(); err != nil {
		return 0, err
	}
	b := r.space(name).bucket
	if b == nil {
		return 0, nil
	}
	if b.Root() == 0 { // a small space has no page of its own
		return kv.Count(&r.snapshot, name, rg)
	}
	n, err := r.counter().between(uint64(b.Root()), rg.From, rg.To, 0)
	if rg.Limit > 0 {
		n = min(n, int64(rg.Limit))
	}
	return n, err
}

// Nth implements kv.Counter. It steps over the pages before the key.
func (r *reader) Nth(name kv.Space, rg kv.Range, n int64) ([]byte, error) {
	if err := r.alive(); err != nil {
		return nil, err
	}
	b := r.space(name).bucket
	if b == nil {
		return nil, nil
	}
	if b.Root() == 0 {
		return kv.Nth(&r.snapshot, name, rg, n)
	}
	c := r.counter()
	if rg.Reverse {
		all, err := c.between(uint64(b.Root()), rg.From, rg.To, 0)
		if err != nil || n >= all {
			return nil, err
		}
		n = all - 1 - n
	}
	key, _, err := c.nth(uint64(b.Root()), rg.From, rg.To, n, 0)
	return key, err
}

func (r *reader) counter() *counter { return &counter{file: mapped(r.tx), alive: r.alive} }

// mapped returns the pages of the store that a read transaction sees, as bbolt has
// mapped them. They stay mapped until the transaction ends.
func mapped(tx *bbolt.Tx) []byte {
	at := tx.DB().Info().Data
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&at)), tx.Size())
}

// counter counts the pairs below a page.
type counter struct {
	file  []byte
	pages int
	alive func() error
}

// between counts the pairs with from <= key < to below a page; nil is open.
func (c *counter) between(id uint64, from, to []byte, depth int) (int64, error) {
	p, err := c.page(id, depth)
	if err != nil {
		return 0, err
	}
	if p.flags == leafPage {
		first, last, err := p.children(from, to)
		return int64(max(0, last-first)), err
	}
	return c.branch(&p, from, to, depth)
}

// branch adds up what lies below the children that share keys with the range.
func (c *counter) branch(p *page, from, to []byte, depth int) (n int64, err error) {
	first, last, err := p.children(from, to)
	if err != nil {
		return 0, err
	}
	for i := first; i < last; i++ {
		low, high := inner(from, to, i == first, i == last-1)
		below, err := c.between(p.entry(i).child, low, high, depth+1)
		if err != nil {
			return n, err
		}
		n += below
	}
	return n, nil
}

// inner are the bounds for a child: only the first and the last one need any.
func inner(from, to []byte, first, last bool) (low, high []byte) {
	if first {
		low = from
	}
	if last {
		high = to
	}
	return low, high
}

// nth finds the key with n keys of the range before it below a page. Without one it
// returns nil and how many there are.
func (c *counter) nth(id uint64, from, to []byte, n int64, depth int) (key []byte, passed int64, err error) {
	p, err := c.page(id, depth)
	if err != nil {
		return nil, 0, err
	}
	first, last, err := p.children(from, to)
	if err != nil {
		return nil, 0, err
	}
	if p.flags == leafPage {
		if int64(last-first) <= n {
			return nil, int64(max(0, last-first)), nil
		}
		return p.key(first + int(n)), n, nil
	}
	for i := first; i < last && err == nil; i++ {
		var below int64
		low, high := inner(from, to, i == first, i == last-1)
		if key, below, err = c.nth(p.entry(i).child, low, high, n-passed, depth+1); key != nil {
			return key, n, nil
		}
		passed += below
	}
	return nil, passed, err
}

// page reads the head of a page. bbolt trusts its pages; a number that leads outside
// of the file is told here.
func (c *counter) page(id uint64, depth int) (p page, err error) {
	if c.pages++; c.pages%checkEvery == 0 {
		if err := c.alive(); err != nil {
			return p, err
		}
	}
	pages := uint64(len(c.file) / pageSize)
	if id >= pages || depth > maxDepth {
		return p, fmt.Errorf("%w: page %d is not in the tree", kv.ErrDamaged, id)
	}
	p = head(c.file[id*pageSize:])
	entries := pageHead + cellHead*p.count
	size := pageSize * (uint64(p.over) + 1)
	if p.flags != leafPage && p.flags != branchPage || size > uint64(len(c.file))-id*pageSize || uint64(entries) > size {
		return p, fmt.Errorf("%w: page %d is of no kind that belongs here", kv.ErrDamaged, id)
	}
	p.b = p.b[:size]
	return p, nil
}

// children are the entries from first up to, but not including, last that a range
// selects: of a leaf those within it, of a branch those with keys within it below them.
func (p *page) children(from, to []byte) (first, last int, err error) {
	last = p.count
	if from != nil {
		if first, err = p.search(from); err != nil {
			return 0, 0, err
		}
		// The child before may have such keys too, unless this one begins with the bound.
		if p.flags == branchPage && (first == p.count || !bytes.Equal(p.key(first), from)) {
			first = max(0, first-1)
		}
	}
	if to != nil {
		last, err = p.search(to)
	}
	return first, last, err
}

// search finds the first entry whose key is not below a key; count if there is none.
func (p *page) search(key []byte) (int, error) {
	sound := true
	i := sort.Search(p.count, func(i int) bool {
		k := p.key(i)
		sound = sound && k != nil
		return bytes.Compare(k, key) >= 0
	})
	if !sound {
		return 0, fmt.Errorf("%w: page %d has a key that lies outside of it", kv.ErrDamaged, p.id)
	}
	return i, nil
}

// key is the key of an entry; nil if it does not lie within the page.
func (p *page) key(i int) []byte {
	k, _, ok := p.entry(i).of(p)
	if !ok {
		return nil
	}
	return k
}
