package schedule

import (
	"fmt"
	"math"
	"time"

	"marquee/app"
)

// Health is what is to be said of a plan.
type Health struct {
	// Age of the newest verified backup, in seconds; infinite without one.
	Age float64
	// Verified tells that the last try gave a verified backup.
	Verified bool
	// Stale tells that the newest verified one is older than twice the interval.
	Stale bool
	// Text says all that for people.
	Text string
}

// HealthOf looks at a plan at a moment.
func HealthOf(p app.BackupPlan, now time.Time) Health {
	h := Health{Age: math.Inf(1), Verified: p.Good != nil && p.Problem == ""}
	h.Text = "none yet in " + p.To
	from := p.Since
	if p.Good != nil {
		from = *p.Good
		h.Age = max(0, now.Sub(from).Seconds())
		h.Text = fmt.Sprintf("the newest verified one in %s is %s old", p.To, rough(now.Sub(from)))
	}
	if t, err := Parse(p.Schedule); err == nil && !t.Off() {
		h.Stale = now.After(t.Next(t.Next(from)))
		h.Text += ", next at " + p.Next.UTC().Format("2006-01-02 15:04 UTC")
	} else {
		h.Text += ", no schedule"
	}
	if h.Stale {
		h.Text += "; IT IS STALE"
	}
	if p.Problem != "" {
		h.Text += "; THE LAST ONE DOES NOT COUNT: " + p.Problem
	}
	return h
}

func rough(d time.Duration) time.Duration {
	if d > time.Hour {
		return d.Round(time.Minute)
	}
	return d.Round(time.Second)
}
