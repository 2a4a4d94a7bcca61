package door

import (
	"testing"
	"time"

	"github.com/matryer/is"
)

func TestHowFastAPhoneMayScan(t *testing.T) {
	joined := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	after := func(d time.Duration) time.Time { return joined.Add(d) }
	// counted is how many of n scans count that are made so far apart from a moment on, and come
	// at another.
	counted := func(p *Pace, n int, from time.Time, apart time.Duration, come time.Time) (counted int) {
		for i := range n {
			if p.take(from.Add(time.Duration(i)*apart), joined, come) {
				counted++
			}
		}
		return counted
	}
	day := after(24 * time.Hour)
	for name, c := range map[string]struct {
		n     int
		from  time.Time
		apart time.Duration
		come  time.Time
		want  int
	}{
		"a steward without a network":           {2_000, after(0), 2 * time.Second, day, 2_000},
		"a school class at once":                {60, after(time.Hour), 0, day, 60},
		"two a second for a quarter of an hour": {1_800, after(0), pause, day, 1_800},
		"ten thousand codes in five seconds":    {10_000, after(time.Hour), 500 * time.Microsecond, after(time.Hour + 5*time.Second), burst + 9},
		"all at one moment":                     {10_000, after(time.Hour), 0, day, burst},
		"before the phone was a scanner":        {10_000, after(-12 * time.Hour), time.Second, day, burst},
		"in the future":                         {10_000, day, time.Hour, day, burst},
		"a day that was made up":                {10_000, after(0), 8 * time.Second, day, arrivals},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			is.Equal(counted(&Pace{}, c.n, c.from, c.apart, c.come), c.want)
		})
	}
	t.Run("who rested may scan again", func(t *testing.T) {
		is := is.New(t)
		p := &Pace{}
		is.Equal(counted(p, 1_000, after(time.Hour), 0, after(time.Hour)), burst)
		is.Equal(counted(p, 1_000, after(time.Hour+10*time.Second), 0, after(time.Hour+10*time.Second)), 20)
		is.Equal(counted(p, 1_000, after(2*time.Hour), 0, after(2*time.Hour)), burst)
	})
	t.Run("older scans that come later cost as much, and earn nothing", func(t *testing.T) {
		is := is.New(t)
		p := &Pace{}
		is.Equal(counted(p, burst, after(2*time.Hour), 0, day), burst)
		is.Equal(counted(p, 100, after(0), time.Minute, day), 0)
	})
}
