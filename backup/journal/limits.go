package journal

import "time"

const (
	// syncEvery is the pause before a sync, so that with a sync of up to 25 ms
	// nothing is older than 100 ms before it is on disk.
	syncEvery = 50 * time.Millisecond
	// writeTimeout is how long a commit waits for the journal before it goes on ahead
	// of it. Later ones do not wait until the journal has caught up.
	writeTimeout = 100 * time.Millisecond
	// queueBytes is how much may wait for a slow disk before the journal begins
	// anew, and queueLength how many commits: some seconds of a rush, many minutes
	// of an ordinary evening.
	queueBytes  = 32 << 20
	queueLength = 4096
	// closeTimeout is how long the end waits for the disk, which may be slow just then.
	closeTimeout = 5 * time.Second
	// startPatience is how long a start waits for the end of the last journal to be
	// found.
	startPatience = 5 * time.Second
	// firstRetry is the pause before a journal that failed begins anew; it doubles
	// up to lastRetry.
	firstRetry, lastRetry = time.Second, 30 * time.Second
	// keepHouse is how often segments are looked after.
	keepHouse = time.Second

	// segmentBytes and segmentAge are when a segment is finished.
	segmentBytes = 16 << 20
	segmentAge   = time.Hour
	// maxBytes is what a journal may take before its oldest segments go, whether a
	// backup covers them or not.
	maxBytes = 1 << 30
	// maxFront bounds the line and the header of a segment, in bytes.
	maxFront = 64 << 10
	// keptBuffer bounds the room for a frame that is kept for the next, in bytes.
	keptBuffer = 4 << 20
)
