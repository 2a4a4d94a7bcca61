package bolt

import (
	"time"

	"go.etcd.io/bbolt"
)

// clockBucket holds no keys: its sequence is the moment of the last commit, in
// microseconds and sealed. The sequence of a bucket without keys lies in the page that names
// the buckets, and every commit writes that page anyway, so it costs nothing
// while all names fit into one page (some 70 of them), and one page beyond.
var clockBucket = []byte("\x00clock")

// lastTime is the moment of the last commit that tx shows.
func lastTime(tx *bbolt.Tx) time.Time {
	b := tx.Bucket(clockBucket)
	if b == nil {
		return time.UnixMicro(0).UTC()
	}
	t, _ := openTime(b.Sequence())
	return t
}

// clockIsSound tells whether the moment is what was written: a wrong one would
// stamp everything that comes after it.
func clockIsSound(tx *bbolt.Tx) bool {
	b := tx.Bucket(clockBucket)
	if b == nil {
		return true
	}
	_, ok := openTime(b.Sequence())
	return ok
}

// The sequence is the moment in its lower 52 bits, good until 2112, under a seal
// of twelve: six bits of remainder, and the same turned over, so that no seal is
// zero. Stores made before there was one have zero there.
const momentBits = 52

func sealTime(t time.Time) uint64 {
	moment := uint64(t.UnixMicro())
	return moment | sealOf(moment)<<momentBits
}

func openTime(n uint64) (t time.Time, ok bool) {
	moment, seal := n&(1<<momentBits-1), n>>momentBits
	return time.UnixMicro(int64(moment)).UTC(), seal == 0 || seal == sealOf(moment)
}

// sealOf is the remainder by x^6+x+1 of all 52 bits, which no single flip leaves
// as it was.
func sealOf(moment uint64) uint64 {
	rest := moment << 6
	for bit := momentBits + 5; bit >= 6; bit-- {
		if rest>>bit&1 != 0 {
			rest ^= 0b1000011 << (bit - 6)
		}
	}
	return rest | (^rest&0b111111)<<6
}

// setLastTime keeps the moment of this commit.
func setLastTime(tx *bbolt.Tx, t time.Time) error {
	b, err := tx.CreateBucketIfNotExists(clockBucket)
	if err != nil {
		return err
	}
	return b.SetSequence(sealTime(t))
}

// after is the wall clock in whole microseconds, but later than last.
func after(last, wall time.Time) time.Time {
	now := wall.UTC().Truncate(time.Microsecond)
	if !now.After(last) {
		now = last.Add(time.Microsecond)
	}
	return now
}
