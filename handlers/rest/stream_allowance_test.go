package rest

import (
	"testing"
	"time"

	"github.com/matryer/is"
)

// TestStreamsAreReadInTime: whoever reads a piece just before each deadline does not hold a
// stream for as long as it likes.
func TestStreamsAreReadInTime(t *testing.T) {
	is := is.New(t)
	is.Equal(allowance(0, 0), streamPause)
	is.Equal(allowance(100<<20, time.Second), streamPause)
	waited, sent := time.Duration(0), 0
	for allowance(sent, waited) == streamPause || allowance(sent, waited) > 29*time.Second {
		waited, sent = waited+29*time.Second, sent+streamPiece
		if sent > 10*streamPiece {
			t.Fatal("a slow reader is never cut off")
		}
	}
}
