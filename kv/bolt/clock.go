package bolt

import (
	"time"

	"go.etcd.io/bbolt"
)

// clockBucket contains no keys. Its sequence is the time of the last commit in
// microseconds, with a checksum. The sequence of an empty bucket is stored in the page
// that lists the buckets, which every commit writes anyway. So it costs nothing while
// all names fit into one page (about 70 of them), and one page write beyond that.
var clockBucket = []byte("\x00clock")

// lastTime is the time of the last commit visible to tx.
func lastTime(tx *bbolt.Tx) time.Time {
	b := tx.Bucket(clockBucket)
	if b == nil {
		return time.UnixMicro(0).UTC()
	}
	t, _ := openTime(b.Sequence())
	return t
}

// clockIsSound reports whether the stored time has a valid checksum. With a wrong time
// all later transactions would get wrong times.
func clockIsSound(tx *bbolt.Tx) bool {
	b := tx.Bucket(clockBucket)
	if b == nil {
		return true
	}
	_, ok := openTime(b.Sequence())
	return ok
}

// isLogged reports whether the store goes on in its log: without that, commits may be missing.
func isLogged(tx *bbolt.Tx) bool {
	b := tx.Bucket(clockBucket)
	if b == nil {
		return false
	}
	micros, seal := b.Sequence()&(1<<timeBits-1), b.Sequence()>>timeBits
	return seal == loggedSeal(micros)
}

// The lower 52 bits of the sequence are the time (enough until 2112), the upper 12 bits
// a checksum: a six-bit CRC and its complement, so that no checksum is zero. Zero means
// that the store was written before there was a checksum.
const timeBits = 52

func sealTime(t time.Time) uint64 {
	micros := uint64(t.UnixMicro())
	return micros | sealOf(micros)<<timeBits
}

func openTime(n uint64) (t time.Time, ok bool) {
	micros, seal := n&(1<<timeBits-1), n>>timeBits
	return time.UnixMicro(int64(micros)).UTC(), seal == 0 || seal == sealOf(micros) || seal == loggedSeal(micros)
}

// loggedSeal is the checksum of a time in a store that goes on in its log. Every bit differs
// from the other one. Programs from before there was a log take it for damage, so they never
// go on without what is in the log alone.
func loggedSeal(micros uint64) uint64 { return sealOf(micros) ^ (1<<(64-timeBits) - 1) }

// sealOf is the checksum of a time: the CRC with the polynomial x^6+x+1, which changes
// with every single flipped bit, and its complement.
func sealOf(micros uint64) uint64 {
	rest := micros << 6
	for bit := timeBits + 5; bit >= 6; bit-- {
		if rest>>bit&1 != 0 {
			rest ^= 0b1000011 << (bit - 6)
		}
	}
	return rest | (^rest&0b111111)<<6
}

// setLastTime stores the time of this commit.
func setLastTime(tx *bbolt.Tx, t time.Time) error {
	b, err := tx.CreateBucketIfNotExists(clockBucket)
	if err != nil {
		return err
	}
	return b.SetSequence(sealTime(t))
}

// setLoggedTime stores the time of this commit in a store that goes on in its log.
func setLoggedTime(tx *bbolt.Tx, t time.Time) error {
	b, err := tx.CreateBucketIfNotExists(clockBucket)
	if err != nil {
		return err
	}
	micros := uint64(t.UnixMicro())
	return b.SetSequence(micros | loggedSeal(micros)<<timeBits)
}

// after is the wall clock in whole microseconds, but later than last.
func after(last, wall time.Time) time.Time {
	now := wall.UTC().Truncate(time.Microsecond)
	if !now.After(last) {
		now = last.Add(time.Microsecond)
	}
	return now
}
