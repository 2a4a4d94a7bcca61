package doctor

import (
	"fmt"
	"strings"
	"time"
)

// Work is what a running server does by itself.
type Work struct {
	// Served tells that a server has the store open and was asked.
	Served bool
	Jobs   []Job
}

// Job is how a background job stands.
type Job struct {
	Name string
	// Failing is in how many companies it failed last, since Since, and Problem why it
	// did in one of them.
	Failing int
	Since   time.Time
	Problem string
	// Skipped is how many records it could do nothing for.
	Skipped int
}

func jobs(w Work) Line {
	const name = "jobs"
	var failing, skipping []string
	for _, j := range w.Jobs {
		if j.Failing > 0 {
			failing = append(failing, fmt.Sprintf("%q fails since %s: %s", j.Name, j.Since.UTC().Format(time.DateTime), j.Problem))
		}
		if j.Skipped > 0 {
			skipping = append(skipping, fmt.Sprintf("%q skips %d records", j.Name, j.Skipped))
		}
	}
	found := strings.Join(append(failing, skipping...), "; ")
	switch {
	case !w.Served:
		return fine(name, "none: no server has the store open")
	case len(failing) > 0:
		return Line{name, Bad, found, "The log of the server says more, under the name of the job. It is tried again by itself."}
	case len(skipping) > 0:
		return Line{name, Warn, found, "The log of the server names some of the records. marquee check tells whether they are damaged."}
	}
	return fine(name, "%d, all well", len(w.Jobs))
}
