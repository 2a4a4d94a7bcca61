package cluster

import (
	"encoding/binary"
	"fmt"
	"time"
)

// The keys of what is shared.
const (
	stateKeys  = "state/"
	baseKey    = "state/base"
	leaderKey  = "state/leader"
	orderKey   = "state/order"
	trimKey    = "state/trim"
	digestKey  = "state/digest"
	digestKeys = "state/digest/"
	nodeKeys   = "state/node/"
	keptKeys   = "state/kept/"
	logKeys    = "log/"
	partKeys   = "part/"
)

// logKey is the key of the commit that follows the state of a time.
func logKey(prev time.Time) string { return logKeys + moment(prev) }

// partKey is the key of a part of such a commit, written in a term.
func partKey(prev time.Time, term int64, part int) string {
	return fmt.Sprintf("%s%s/%d/%06d", partKeys, moment(prev), term, part)
}

// moment is a time as its microseconds, in bytes that sort like it.
func moment(t time.Time) string {
	return string(binary.BigEndian.AppendUint64(nil, uint64(t.UnixMicro())))
}

// momentOf reads it.
func momentOf(b []byte) (time.Time, error) {
	if len(b) != 8 {
		return time.Time{}, fmt.Errorf("%w: %d bytes are no time", ErrForeign, len(b))
	}
	return time.UnixMicro(int64(binary.BigEndian.Uint64(b))).UTC(), nil
}

// prevOf is the time in the key of a commit.
func prevOf(key string) (time.Time, error) { return momentOf([]byte(key[len(logKeys):])) }
