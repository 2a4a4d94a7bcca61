package admission

import (
	"testing"
	"time"

	"github.com/matryer/is"
)

// TestABucketIsEarnedEvenly: as much at once as there is, then what was earned since, and no more
// after a long rest.
func TestABucketIsEarnedEvenly(t *testing.T) {
	r, now := Rate{Most: 10, In: time.Minute}, time.Now()
	var b Bucket
	for i, step := range []struct {
		after time.Duration
		n     int64
		left  int64
		wait  time.Duration
	}{
		{0, 4, 6, 0},
		{0, 6, 0, 0},
		{0, 1, 0, 6 * time.Second},
		{3 * time.Second, 1, 0, 3 * time.Second}, // what was refused took nothing
		{3 * time.Second, 1, 0, 0},
		{time.Hour, 10, 0, 0},
		{0, 0, 0, 0},
		{12 * time.Second, 0, 2, 0},
		{0, 3, 0, 6 * time.Second},
		{-time.Hour, 1, 0, 6 * time.Second}, // the clock was set back
	} {
		now = now.Add(step.after)
		left, wait := b.Take(r, step.n, now)
		if left != step.left || wait != step.wait {
			t.Errorf("%d: %d are left and %v to wait, want %d and %v", i, left, wait, step.left, step.wait)
		}
	}
}

// TestWhoIsChargedOwes: what was had is charged though it was not there, and what is given back
// fills no bucket beyond the whole.
func TestWhoIsChargedOwes(t *testing.T) {
	is, r, now := is.New(t), Rate{Most: 100, In: 10 * time.Second}, time.Now()
	var b Bucket
	is.Equal(b.Owes(r, now), time.Duration(0))
	b.Charge(r, 150, now)
	is.Equal(b.Owes(r, now), 5*time.Second)
	is.Equal(b.Owes(r, now.Add(4*time.Second)), time.Second)
	b.Charge(r, -1000, now.Add(4*time.Second))
	now = now.Add(time.Hour)
	b.Charge(r, 100, now)
	is.Equal(b.Owes(r, now), time.Duration(0))
	b.Charge(r, 1, now)
	is.True(b.Owes(r, now) > 0)
}

// TestBucketsAreApart: nobody takes out of another's, and whole ones are forgotten.
func TestBucketsAreApart(t *testing.T) {
	is, r, now := is.New(t), Rate{Most: 1, In: time.Second}, time.Now()
	var s Buckets
	for n := range int64(3 * manyBuckets) {
		_, wait := s.Take(tokenKey(n), r, 1, now)
		is.Equal(wait, time.Duration(0))
	}
	is.True(s.Charge(tokenKey(-1), r, 60, now, now) > 0)
	_, wait := s.Take(tokenKey(1), r, 1, now)
	is.True(wait > 0)
	now = now.Add(2 * time.Second)
	s.Take(tokenKey(-2), r, 1, now)
	is.Equal(len(s.of), 2) // who owes, and who came now
}

// TestBucketsAreBounded: callers beyond those that are counted have one together, until others
// rest.
func TestBucketsAreBounded(t *testing.T) {
	is, r, now := is.New(t), Rate{Most: 5, In: time.Minute}, time.Now()
	s, taken := Buckets{Most: 3 * manyBuckets}, 0
	for n := range int64(s.Most + 100) {
		if _, wait := s.Take(tokenKey(n+1), r, 1, now); wait == 0 {
			taken++
		}
	}
	is.Equal(taken, s.Most+5)
	now = now.Add(time.Hour)
	_, wait := s.Take(tokenKey(-1), r, 5, now)
	is.Equal(wait, time.Duration(0))
	is.True(len(s.of) < 3)
}
