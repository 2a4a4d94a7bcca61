package waitingroom

import (
	"encoding/binary"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

func TestShuffledIsAPermutation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SliceOfN(rapid.Byte(), keyBytes, keyBytes).Draw(t, "key")
		n := rapid.Int64Range(1, 3000).Draw(t, "n")
		seen := make([]bool, n)
		for x := range n {
			y := shuffled(key, x, n)
			if y < 0 || y >= n || seen[y] {
				t.Fatalf("%d of %d goes to %d", x, n, y)
			}
			seen[y] = true
		}
	})
}

// Whoever was first, last or in the middle is drawn to each place as often as to others.
func TestTheDrawIsFair(t *testing.T) {
	const n, draws = 10, 4000
	for _, x := range []int64{0, 4, 9} {
		var count [n]float64
		for i := range draws {
			key := make([]byte, keyBytes)
			binary.BigEndian.PutUint64(key, uint64(i))
			count[shuffled(key, x, n)]++
		}
		squares := 0.0
		for _, c := range count {
			d := c - draws/n
			squares += d * d / (draws / n)
		}
		if squares > 27.88 { // chi squared with nine degrees of freedom, one in a thousand
			t.Errorf("number %d is drawn to %v", x, count)
		}
	}
}

func TestNext(t *testing.T) {
	for _, c := range []struct {
		name string
		moment
		n int64
	}{
		{"all is free", moment{waiting: 1000, shoppers: 200, slow: 1, left: -1, steps: 1}, 40},
		{"five steps passed", moment{waiting: 1000, shoppers: 200, slow: 1, left: -1, steps: 5}, 200},
		{"few wait", moment{waiting: 7, shoppers: 200, slow: 1, left: -1, steps: 1}, 7},
		{"nobody waits", moment{waiting: 0, shoppers: 200, slow: 1, left: -1, steps: 1}, 0},
		{"full", moment{waiting: 1000, inside: 200, shoppers: 200, slow: 1, left: -1, steps: 1}, 0},
		{"more than full", moment{waiting: 1000, inside: 300, shoppers: 200, slow: 1, left: -1, steps: 1}, 0},
		{"one place is free", moment{waiting: 1000, inside: 199, shoppers: 200, slow: 1, left: -1, steps: 1}, 1},
		{"commits are slow", moment{waiting: 1000, inside: 90, shoppers: 200, slow: .5, left: -1, steps: 1}, 10},
		{"one at least", moment{waiting: 1000, shoppers: 2, slow: .05, left: -1, steps: 1}, 1},
		{"all is taken", moment{waiting: 1000, shoppers: 200, slow: 1, left: 0, steps: 1}, 0},
		{"thirty are left", moment{waiting: 1000, inside: 28, shoppers: 200, slow: 1, left: 30, steps: 1}, 2},
		{"what comes back is spread", moment{waiting: 1000, shoppers: 200, slow: 1, left: 100, steps: 1}, 20},
	} {
		t.Run(c.name, func(t *testing.T) { is.New(t).Equal(c.next(), c.n) })
	}
}

func TestSlowCommitsSlowTheLine(t *testing.T) {
	is, part := is.New(t), 1.0
	for range 20 {
		part = slower(part, 2*slowCommit)
	}
	is.Equal(part, .05)
	for range 20 {
		part = slower(part, slowCommit/10)
	}
	is.Equal(part, 1.0)
}

func TestMarks(t *testing.T) {
	is, start := is.New(t), time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	var m marks
	for s := range 3600 { // one is called a second
		m = m.add(start.Add(time.Duration(s)*time.Second), int64(s))
	}
	now := start.Add(time.Hour)
	is.True(len(m) < 700)
	is.Equal(m.by(now.Add(-time.Minute)), int64(3540))
	is.Equal(m.perMinute(now, 3600), 60.0)
	is.Equal(m.when(3544, now), start.Add(3545*time.Second))
	is.Equal(m.when(3600, now), now)
	is.Equal(m.by(start), int64(0))
}
