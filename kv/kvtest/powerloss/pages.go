package powerloss

import (
	"bytes"
	"maps"
	"os"
)

const pageBytes = 4096

var zeros = make([]byte, pageBytes)

// pages is the content of a file. Pages are never changed in place, so copies share them.
// Missing pages are zero.
type pages struct {
	size int64
	of   map[int64][]byte
}

func newPages() *pages { return &pages{of: map[int64][]byte{}} }

func (p *pages) copy() *pages { return &pages{p.size, maps.Clone(p.of)} }

func (p *pages) write(at int64, data []byte) {
	p.size = max(p.size, at+int64(len(data)))
	for len(data) > 0 {
		number, from := at/pageBytes, at%pageBytes
		page := make([]byte, pageBytes)
		copy(page, p.of[number])
		n := copy(page[from:], data)
		if bytes.Equal(page, zeros) {
			delete(p.of, number)
		} else {
			p.of[number] = page
		}
		at, data = at+int64(n), data[n:]
	}
}

func (p *pages) resize(size int64) {
	if size < p.size {
		for number := range p.of {
			if number*pageBytes >= size {
				delete(p.of, number)
			}
		}
		if cut := size % pageBytes; p.of[size/pageBytes] != nil {
			page := make([]byte, pageBytes)
			copy(page, p.of[size/pageBytes][:cut])
			p.of[size/pageBytes] = page
		}
	}
	p.size = size
}

// save writes the content into a new file.
func (p *pages) save(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	for number, page := range p.of {
		if _, err := f.WriteAt(page, number*pageBytes); err != nil {
			return err
		}
	}
	return f.Truncate(p.size)
}
