package disklevel

import (
	"context"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"time"

	"marquee/app"
	"marquee/backup/machine"
)

// pause is how long the watcher looks away.
const pause = 3 * time.Second

// Watch watches the disk below one data folder. Step and Run are for one
// goroutine, Free for any.
type Watch struct {
	dir     string
	free    func() (int64, error)
	set     func(app.DiskLevel)
	log     *slog.Logger
	ballast int64

	level  app.DiskLevel
	blind  bool // the last look failed
	latest atomic.Int64
}

// New makes a watcher that tells set about every change of level.
func New(dir string, set func(app.DiskLevel), log *slog.Logger) *Watch {
	free := func() (int64, error) {
		s, err := machine.SpaceOf(dir)
		return s.Free, err
	}
	return &Watch{dir: dir, free: free, set: set, log: log, ballast: ballastBytes}
}

// Free is what was free at the last look, in bytes.
func (l *Watch) Free() int64 { return l.latest.Load() }

// Run looks again and again until the context ends.
func (l *Watch) Run(ctx context.Context) {
	for ctx.Err() == nil {
		l.Step()
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// Step looks once. What it cannot see it leaves as it is.
func (l *Watch) Step() {
	free, err := l.free()
	if err != nil {
		if !l.blind {
			l.log.Warn("free space cannot be read", "error", err)
		}
		l.blind = true
		return
	}
	l.blind = false
	l.latest.Store(free)
	l.climb(decideLevel(l.level, free), free)
	l.trim(free)
}

func (l *Watch) climb(to app.DiskLevel, free int64) {
	if to == l.level {
		return
	}
	say := l.log.Info
	if to > l.level {
		say = l.log.Error
	}
	say("free space on the disk", "level", to.String(), "megabytes", free/megabyte)
	l.level = to
	l.set(to)
}

// trim deletes the ballast as the last resort, and makes it again
// when there is room.
func (l *Watch) trim(free int64) {
	path := filepath.Join(l.dir, BallastFile)
	drop, load := decideBallast(hasBallast(path, l.ballast), l.ballast, free)
	var err error
	switch {
	case drop:
		l.log.Error("the disk is full: the ballast is deleted, make room now", "megabytes", free/megabyte)
		err = dropBallast(path)
	case load:
		err = loadBallast(path, l.ballast)
	}
	if err != nil {
		l.log.Warn("ballast", "error", err)
	}
}
