package media

import "time"

// The limits of a picture that is sent.
const (
	// MaxSent is how large its file may be, in bytes.
	MaxSent = 7 << 20
	// maxPixels is how many pixels it may have, and maxDecoded what all that are being decoded
	// may take together, in bytes.
	maxPixels  = 40_000_000
	maxDecoded = 128 << 20
	// muchMemory is from how much on it is given back to the system at once, in bytes.
	muchMemory = 16 << 20
	// maxAsking is how many pictures wait for memory, and patience how long one does; then its
	// sender may come again after retryAfter seconds.
	maxAsking  = 8
	patience   = 10 * time.Second
	retryAfter = 5
	// maxSide is how long one side may be, in pixels.
	maxSide = 20_000
	// maxStored is how large a stored picture may be, in bytes. A record has at most
	// 512 kB.
	maxStored = 480 << 10
	// maxSharp is how large a logo may be as PNG, in bytes: it goes with each mail.
	maxSharp = 64 << 10
	// rowsEach is what a picture counts as, of the rows that a token may store in an hour.
	rowsEach = 100
)
