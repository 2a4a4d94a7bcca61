package rehearse

import (
	"fmt"
	"runtime"
	"time"
)

// Moment is what the store and the process counted up to now.
type Moment struct {
	At time.Time
	Process
	Commits, Closures float64
	CommitTime        time.Duration
	DiskTime          time.Duration // a part of CommitTime
}

// Report is how a rehearsal went.
type Report struct {
	Seconds           float64     `json:"seconds"`
	Operations        []Operation `json:"operations"`
	CommitsPerSecond  float64     `json:"commitsPerSecond"`
	ClosuresPerCommit float64     `json:"closuresPerCommit"`
	CommitMillis      float64     `json:"commitMillis"`
	CommitShare       float64     `json:"commitShare"` // of the time
	DiskMillis        float64     `json:"diskMillis"`  // writing and syncing, per commit
	DiskShare         float64     `json:"diskShare"`   // of the time
	Cores             float64     `json:"coresUsed"`
	CoresThere        int         `json:"cores"`
	ResidentBytes     int64       `json:"residentBytes"`
	PrivateBytes      int64       `json:"privateBytes"`
	Bottleneck        string      `json:"bottleneck"`
}

// NewReport puts together what was measured between two moments.
func NewReport(p Plan, ops []Operation, before, after Moment) Report {
	over := after.At.Sub(before.At)
	r := Report{
		Seconds: over.Seconds(), Operations: ops,
		Cores: (after.CPU - before.CPU).Seconds() / over.Seconds(), CoresThere: runtime.GOMAXPROCS(0),
		ResidentBytes: after.Resident, PrivateBytes: after.Private,
	}
	commitTime, diskTime := after.CommitTime-before.CommitTime, after.DiskTime-before.DiskTime
	if commits := after.Commits - before.Commits; commits > 0 {
		r.CommitsPerSecond = commits / over.Seconds()
		r.ClosuresPerCommit = (after.Closures - before.Closures) / commits
		r.CommitMillis, r.DiskMillis = millis(commitTime)/commits, millis(diskTime)/commits
	}
	r.CommitShare, r.DiskShare = commitTime.Seconds()/over.Seconds(), diskTime.Seconds()/over.Seconds()
	r.Bottleneck = bottleneck(p, r)
	return r
}

// A share from which on a resource counts as used up.
const (
	busyCPU    = 0.9
	busyDisk   = 0.5
	busyCommit = 0.6
	kept       = 0.97 // of the rate asked for
)

// bottleneck names what would have to be faster first.
func bottleneck(p Plan, r Report) string {
	used := r.Cores / float64(r.CoresThere)
	switch {
	case failures(r) > 0:
		return "failed requests: look at them first"
	case p.Rate > 0 && requests(r) >= kept*p.Rate:
		return "none: the rate was kept"
	case r.DiskShare >= busyDisk:
		return fmt.Sprintf("the disk: %.0f %% of the time went into writing and syncing pages", 100*r.DiskShare)
	case used >= busyCPU:
		return fmt.Sprintf("the CPU: %.1f of %d cores, shared by server and clients", r.Cores, r.CoresThere)
	}
	if r.CommitShare >= busyCommit {
		return fmt.Sprintf("the one writer: it spent %.0f %% of the time in commits, a part of it waiting for a processor", 100*r.CommitShare)
	}
	return fmt.Sprintf("neither disk (%.0f %%) nor CPU (%.0f %%): waiting for each other, or other processes on this machine",
		100*r.DiskShare, 100*used)
}

func failures(r Report) (n int) {
	for _, o := range r.Operations {
		n += o.Failed
	}
	return n
}

// requests per second: scans and purchases.
func requests(r Report) (n float64) {
	for _, o := range r.Operations {
		if o.Name != opComplete {
			n += o.PerSecond
		}
	}
	return n
}
