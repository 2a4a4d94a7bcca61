package page

import "time"

const (
	// maxForm is what a form may send, in bytes: a checkout of many tickets with questions. Of a
	// stranger it is no more than a body that takes nothing of the budget of bodies.
	maxForm = 512 << 10
	// maxFields is how many fields a form may have, each as often as it stands there.
	maxFields = 10_000
	// languageMemory is how long a language that was chosen is remembered.
	languageMemory = 180 * 24 * time.Hour
	// assetMemory is how long browsers keep what has the hash of its content in its name.
	assetMemory = 365 * 24 * time.Hour
	// maxRunning is how many forms of one kind are answered at a time for each processor and each
	// company, maxReading how many pages are made, and maxWait how long others wait. retryAfter is when who asked for too much may
	// ask again, in seconds.
	maxRunning = 16
	maxReading = 2
	maxWait    = 5 * time.Second
	retryAfter = 1
	// leastCompressed is the size from which on a page is compressed, in bytes.
	leastCompressed = 1 << 10
	// drawnEachSecond is how often a page that a crowd asks for is drawn in a second, and
	// maxHot of how many pages the last is kept.
	drawnEachSecond = 20
	maxHot          = 500
	// maxStyles is how many styles of companies are remembered.
	maxStyles = 1_000
)
