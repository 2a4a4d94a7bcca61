package journal

import (
	"fmt"
	"time"
)

// The letters of frames besides that of a commit.
const (
	letterHeader = 'H'
	letterEnd    = 'E'
)

func say(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }

// DamagedError: a journal has a place that cannot be read, and it is not its end.
type DamagedError struct {
	Segment string
	Offset  int64
	Reason  string
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("the journal is damaged: segment %s, byte %d: %s", e.Segment, e.Offset, e.Reason)
}
