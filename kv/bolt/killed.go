package bolt

import (
	"encoding/binary"
	"os"
)

// afterKill writes the list of free pages of a store that was not closed, as Close would
// have. Without it bbolt finds free pages by comparing every key of every page with its
// predecessor, which takes ten times as long. The caller holds the file's lock.
//
// It makes a commit that changes nothing but the list. The list is written to pages that
// the newest meta page does not use, and synced; only then the older meta page is
// overwritten and becomes the newest. Wherever this is interrupted, one of the two meta
// pages is whole and leads to the same spaces. If anything in the file is unexpected,
// nothing is written, and bbolt opens the file in its own way or reports the damage.
// bbolt's way would also detect unordered keys inside a leaf; here that is left to the
// check command, as after a clean end.
func afterKill(f *os.File) error {
	m, slot, ok := newestMeta(f)
	if !ok || m.freelist != noFreelist {
		return nil
	}
	readAhead(f, int64(m.high)*pageSize)
	free, ok := freePagesIn(f, m)
	if !ok {
		return nil
	}
	if err := writeHeadAgain(f); err != nil {
		return err
	}
	return saveList(f, m, 1-slot, free)
}

// newestMeta returns the valid meta page, and which of the two it is.
func newestMeta(f *os.File) (newest meta, slot int, ok bool) {
	b := make([]byte, 2*pageSize)
	if _, err := f.ReadAt(b, 0); err != nil {
		return newest, 0, false
	}
	for i := range 2 {
		m, err := readMeta(b[i*pageSize+pageHead:])
		if err == nil && (!ok || m.txid > newest.txid) {
			newest, slot, ok = m, i, true
		}
	}
	return newest, slot, ok
}

// freePagesIn lists the free pages of the store in a file.
func freePagesIn(f *os.File, m meta) (free []uint64, ok bool) {
	info, err := f.Stat()
	if err != nil || m.high > uint64(info.Size()/pageSize) || m.high < 4 {
		return nil, false
	}
	file, unmap, err := mapFile(f, int64(m.high)*pageSize)
	if err != nil {
		return nil, false
	}
	defer unmap()
	return freePagesOf(file, m)
}

// saveList writes the list of free pages and the meta page that leads to it.
func saveList(f *os.File, m meta, slot int, free []uint64) error {
	at, list, rest := pagesForList(free, m.high)
	b := listPages(at, list, rest)
	if _, err := f.WriteAt(b, int64(at)*pageSize); err != nil {
		return nil // on a full disk bbolt works without the list
	}
	if err := f.Sync(); err != nil {
		return err
	}
	m.freelist, m.txid, m.high = at, m.txid+1, max(m.high, at+list)
	if _, err := f.WriteAt(m.page(slot), int64(slot)*pageSize); err != nil {
		return err
	}
	return f.Sync()
}

// pagesForList takes the first contiguous free pages for the list, or pages behind the
// last one of the store if there are none. Like bbolt it takes as many as a list of all
// free pages would need.
func pagesForList(free []uint64, high uint64) (at, pages uint64, rest []uint64) {
	entries := len(free)
	if entries >= manyFree {
		entries++
	}
	n := (pageHead+8*entries)/pageSize + 1
	for i := n - 1; i < len(free); i++ {
		if begin := i - n + 1; free[i]-free[begin] == uint64(n-1) {
			rest = append(append(rest, free[:begin]...), free[i+1:]...)
			return free[begin], uint64(n), rest
		}
	}
	return high, uint64(n), free
}

// listPages is a list of free pages in bbolt's format.
func listPages(at, pages uint64, free []uint64) []byte {
	b := make([]byte, 0, pages*pageSize)
	b = pageHeadOf(b, at, freelistPage, uint16(min(len(free), manyFree)), uint32(pages-1))
	if len(free) >= manyFree {
		b = binary.NativeEndian.AppendUint64(b, uint64(len(free)))
	}
	for _, id := range free {
		b = binary.NativeEndian.AppendUint64(b, id)
	}
	return b[:cap(b)]
}

func pageHeadOf(b []byte, id uint64, flags, count uint16, over uint32) []byte {
	b = binary.NativeEndian.AppendUint64(b, id)
	b = binary.NativeEndian.AppendUint16(b, flags)
	b = binary.NativeEndian.AppendUint16(b, count)
	return binary.NativeEndian.AppendUint32(b, over)
}

// page is the meta page with the id slot, 0 or 1.
func (m meta) page(slot int) []byte {
	b := pageHeadOf(make([]byte, 0, pageSize), uint64(slot), metaPage, 0, 0)
	for _, half := range []uint32{magicNumber, metaVersion, pageSize, 0} {
		b = binary.NativeEndian.AppendUint32(b, half)
	}
	for _, word := range []uint64{m.root, m.sequence, m.freelist, m.high, m.txid} {
		b = binary.NativeEndian.AppendUint64(b, word)
	}
	b = b[:pageHead+metaBytes]
	binary.NativeEndian.PutUint64(b[pageHead+metaBytes-8:], metaSum(b[pageHead:]))
	return b[:cap(b)]
}
