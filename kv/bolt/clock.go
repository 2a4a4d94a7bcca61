package bolt

import (
	"time"

	"go.etcd.io/bbolt"
)

// clockBucket holds no keys: its sequence is the moment of the last commit, in
// microseconds. The sequence of a bucket without keys lies in the page that names
// the buckets, and every commit writes that page anyway, so it costs nothing
// while all names fit into one page (some 70 of them), and one page beyond.
var clockBucket = []byte("\x00clock")

// lastTime is the moment of the last commit that tx shows.
func lastTime(tx *bbolt.Tx) time.Time {
	b := tx.Bucket(clockBucket)
	if b == nil {
		return time.UnixMicro(0).UTC()
	}
	return time.UnixMicro(int64(b.Sequence())).UTC()
}

// setLastTime keeps the moment of this commit.
func setLastTime(tx *bbolt.Tx, t time.Time) error {
	b, err := tx.CreateBucketIfNotExists(clockBucket)
	if err != nil {
		return err
	}
	return b.SetSequence(uint64(t.UnixMicro()))
}

// after is the wall clock in whole microseconds, but later than last.
func after(last, wall time.Time) time.Time {
	now := wall.UTC().Truncate(time.Microsecond)
	if !now.After(last) {
		now = last.Add(time.Microsecond)
	}
	return now
}
