package disklevel

import "marquee/app"

const megabyte = 1 << 20

// The steps, in bytes free.
const (
	// Start is what a server needs to start.
	Start = 256 * megabyte
	// Low is where new sales and imports end.
	Low = 500 * megabyte
	// critical is where everything ends but scans, refunds and reads.
	critical = 100 * megabyte
	// last is where the ballast goes overboard.
	last = 32 * megabyte
	// slack is what must be free beyond a step before it is climbed again: a disk
	// at the edge would else be up and down all the time.
	slack = 16 * megabyte
)

// levelAt is the level for so much free space.
func levelAt(free int64) app.DiskLevel {
	switch {
	case free < critical:
		return app.DiskCritical
	case free < Low:
		return app.DiskLow
	}
	return app.DiskFine
}

// decideLevel goes down at once, and up with some slack.
func decideLevel(now app.DiskLevel, free int64) app.DiskLevel {
	return max(levelAt(free), min(now, levelAt(free-slack)))
}

// decideBallast tells what becomes of the ballast.
func decideBallast(there bool, bytes, free int64) (drop, load bool) {
	return there && free < last, !there && free >= Low+slack+bytes
}
