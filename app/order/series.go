package order

import (
	"crypto/rand"
	"sync"

	"marquee/app"
)

const (
	// prefixLength is how many characters the codes of a series have in common: 15
	// random bits.
	prefixLength = 3
	// seriesLength is how many codes begin alike. Who knows one of 64 finds another
	// with one guess in half a million, as hard as any of two million references
	// would be to find without prefixes.
	seriesLength = 64
)

// series gives codes their prefixes. Codes that are drawn one after the other begin
// alike: their entries lie together in the index that finds them, and a commit of
// many sales writes a page or two of it instead of one for each sale.
type series struct {
	mu     sync.Mutex
	prefix string
	left   int
}

var (
	referenceSeries = app.NewPerApp(func() *series { return new(series) })
	barcodeSeries   = app.NewPerApp(func() *series { return new(series) })
)

// next is the prefix of the next code.
func (s *series) next() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left == 0 {
		var b [2]byte
		rand.Read(b[:])
		s.prefix, s.left = spell(b[:], prefixLength), seriesLength
	}
	s.left--
	return s.prefix
}
