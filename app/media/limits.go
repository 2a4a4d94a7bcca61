package media

// The limits of a picture that is sent.
const (
	// MaxSent is how large its file may be, in bytes.
	MaxSent = 7 << 20
	// maxPixels is how many pixels it may have, and maxDecoded what they may take while it
	// is decoded, in bytes.
	maxPixels  = 40_000_000
	maxDecoded = 160_000_000
	// maxSide is how long one side may be, in pixels.
	maxSide = 20_000
	// maxStored is how large a stored picture may be, in bytes. A record has at most
	// 512 kB.
	maxStored = 480 << 10
	// rowsEach is what a picture counts as, of the rows that a token may store in an hour.
	rowsEach = 100
)
