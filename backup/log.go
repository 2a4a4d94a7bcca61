package backup

import (
	"errors"

	"marquee/app"
	"marquee/kv/bolt"
	"marquee/kv/logfile"
)

// GoWithoutLog has a stopped store whose log is missing go on without it. What was committed
// in it alone is lost.
func GoWithoutLog(store string) error { return bolt.GoWithoutLog(store) }

// IsLogMissing tells whether an error means that the last commits of a store were in its log,
// which is not beside it.
func IsLogMissing(err error) bool { return errors.Is(err, bolt.ErrLogMissing) }

// HasLog tells whether a log lies where that of a store does, also where the store is gone.
func HasLog(store string) (bool, error) { return logfile.Exists(store) }

// BehindLog is how far the file of a store is behind its log.
type BehindLog struct {
	Commits int     `json:"commits"`
	Bytes   int64   `json:"bytes"`
	Seconds float64 `json:"seconds"` // the age of the oldest of them
}

// Behind tells it of the store of a running box office; nil without a log.
func Behind(a *app.App) *BehindLog {
	engine, ok := a.Engine().(interface{ Stats() bolt.Stats })
	if !ok {
		return nil
	}
	s := engine.Stats()
	if !s.Log {
		return nil
	}
	return &BehindLog{Commits: s.Behind, Bytes: s.BehindBytes, Seconds: s.BehindFor.Seconds()}
}
