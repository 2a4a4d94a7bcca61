package admission

import (
	"maps"
	"sync"
	"time"
)

// Rate is how fast a bucket fills: so much within a time, evenly, and so much at once at most.
type Rate struct {
	Most int64
	In   time.Duration
}

// takes is how long it takes to earn so much.
func (r Rate) takes(n int64) time.Duration {
	return time.Duration(float64(n) * float64(r.In) / float64(r.Most))
}

// Bucket is when what a caller may have will be whole again; the zero value is whole.
type Bucket struct{ Full time.Time }

// at is a bucket as it stands at a moment: nothing is saved up beyond the whole.
func (b Bucket) at(now time.Time) Bucket {
	if b.Full.Before(now) {
		b.Full = now
	}
	return b
}

// Take takes so much where it is there, and tells how much is left. Where it is not, nothing is
// taken, and wait is how long until it is.
func (b *Bucket) Take(r Rate, n int64, now time.Time) (left int64, wait time.Duration) {
	next := b.at(now)
	if empty := now.Add(r.In); next.Full.After(empty) { // the clock was set back
		next.Full = empty
	}
	next.Full = next.Full.Add(r.takes(n))
	if wait := next.Owes(r, now); wait > 0 {
		return 0, wait
	}
	*b = next
	return b.left(r, now), 0
}

// left is how much there is.
func (b *Bucket) left(r Rate, now time.Time) int64 {
	return int64(float64(r.In-b.Full.Sub(now)) * float64(r.Most) / float64(r.In))
}

// Charge takes so much whether it is there or not, and gives back what is less than nothing.
func (b *Bucket) Charge(r Rate, n int64, now time.Time) {
	b.Full = b.at(now).Full.Add(r.takes(n))
}

// Owes is how long it takes to earn what was taken beyond what there was.
func (b *Bucket) Owes(r Rate, now time.Time) time.Duration {
	return max(0, b.at(now).Full.Sub(now)-r.In)
}

// Buckets are one for each caller. Those that are whole are forgotten when there are many.
type Buckets struct {
	// Most is how many are kept; callers beyond that have one together. 0 is no bound.
	Most int

	mu     sync.Mutex
	of     map[Key]Bucket
	looked time.Time // for those that are whole
}

// From manyBuckets on, those that are whole are looked for, no more often than every lookEvery.
const (
	manyBuckets = 2_000
	lookEvery   = time.Second
)

// Take takes out of the bucket of a caller; see Bucket.
func (s *Buckets) Take(key Key, r Rate, n int64, now time.Time) (left int64, wait time.Duration) {
	s.with(key, now, func(b *Bucket) { left, wait = b.Take(r, n, now) })
	return left, wait
}

// Charge takes what was had since a moment, and tells how long the caller now owes.
func (s *Buckets) Charge(key Key, r Rate, n int64, since, now time.Time) (owes time.Duration) {
	s.with(key, now, func(b *Bucket) {
		b.Charge(r, n, since)
		owes = b.Owes(r, now)
	})
	return owes
}

func (s *Buckets) with(key Key, now time.Time, use func(b *Bucket)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == nil {
		s.of = map[Key]Bucket{}
	}
	b, known := s.of[key]
	if !known && len(s.of) >= manyBuckets && now.Sub(s.looked).Abs() >= lookEvery {
		s.looked = now
		maps.DeleteFunc(s.of, func(_ Key, b Bucket) bool { return !b.Full.After(now) })
	}
	if !known && s.Most > 0 && len(s.of) >= s.Most {
		key = Key{}
		b = s.of[key]
	}
	use(&b)
	s.of[key] = b
}
