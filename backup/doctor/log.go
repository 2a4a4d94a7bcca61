package doctor

import (
	"marquee/app"
	"time"
)

// Log tells how far the file of a store is behind its log.
type Log struct {
	Commits int
	Bytes   int64
	Age     time.Duration // of the oldest of them
}

// farBehind is an age at which the disk does not keep up: commits wait for it soon.
const farBehind = 10 * time.Second

func logged(l Log) Line {
	const name = app.Noun("log")
	if l.Commits == 0 {
		return fine(name, app.Msg("commits are in a log first, and the file has all of them"))
	}
	found := app.Msg("commits are in a log first; the file has not %d of them yet, %s, the oldest for %s", l.Commits, size(l.Bytes), app.Span(l.Age))
	if l.Age < farBehind {
		return fine(name, found)
	}
	return Line{name, Warn, found, app.Msg("Nothing is lost, but the disk does not keep up: what else writes to it?")}
}
