package bolt

import "os"

// ahead has the system read the whole file in order when its last process was
// killed: bbolt will look at every page to find the free ones, whose list only a
// clean close saves, and goes from page to page across the disk. It only hurries:
// whatever goes wrong shows when the file is opened.
func ahead(f *os.File) {
	b := make([]byte, 2*pageSize)
	if _, err := f.ReadAt(b, 0); err != nil {
		return
	}
	var newest meta
	for i := range 2 {
		m, err := readMeta(b[i*pageSize+pageHead:])
		if err == nil && m.txid >= newest.txid {
			newest = m
		}
	}
	if newest.freelist == noFreelist {
		readAhead(f, int64(newest.high)*pageSize)
	}
}
