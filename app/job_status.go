package app

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"time"
)

// JobStatus is how a job stands since the start of this process.
type JobStatus struct {
	Name string
	// Runs counts each company's turn; Failures those that failed, Panics those of
	// them that ended in a panic.
	Runs, Failures, Panics int64
	// Skipped counts the records for which nothing could be done, again in each run.
	Skipped int64
	// LastSuccess is when a turn last went well; the zero time before that.
	LastSuccess time.Time
	// LastDuration is how long the last turn took.
	LastDuration time.Duration
	// Troubles are the companies where the last turn did not go well.
	Troubles []JobTrouble
}

// JobTrouble is what is wrong with a job in one company.
type JobTrouble struct {
	// Company is 0 for a job of the whole installation.
	Company int64
	// Failures is how many turns failed in a row, since Since. 0: the turn went well
	// but for records that were skipped.
	Failures int
	Since    time.Time
	// Skipped is how many records the last turn skipped.
	Skipped int
	// Problem is why the last turn failed; empty when it did not.
	Problem string
	next    time.Time
}

// jobHistory keeps the figures of one job.
type jobHistory struct {
	mu       sync.Mutex
	status   JobStatus
	troubles map[int64]JobTrouble
}

type jobHistories struct {
	mu  sync.Mutex
	all map[string]*jobHistory
}

var jobHistoriesOf = NewPerApp(func() *jobHistories { return &jobHistories{all: map[string]*jobHistory{}} })

func (a *App) history(j *Job) *jobHistory {
	all := jobHistoriesOf.Of(a)
	all.mu.Lock()
	defer all.mu.Unlock()
	h := all.all[j.Name]
	if h == nil {
		h = &jobHistory{status: JobStatus{Name: j.Name}, troubles: map[int64]JobTrouble{}}
		all.all[j.Name] = h
	}
	return h
}

// JobStatuses tells how every job of the definition stands.
func (a *App) JobStatuses() (all []JobStatus) {
	for i := range a.definition.Jobs {
		all = append(all, a.history(&a.definition.Jobs[i]).read())
	}
	return all
}

// JobStatus tells how one job stands.
func (a *App) JobStatus(name string) JobStatus { return a.history(&Job{Name: name}).read() }

func (h *jobHistory) read() JobStatus {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.status
	for _, company := range slices.Sorted(maps.Keys(h.troubles)) {
		s.Troubles = append(s.Troubles, h.troubles[company])
	}
	return s
}

// due tells whether a company's pause is over. A pause that is longer than any
// comes from a clock that was set back, and does not count.
func (h *jobHistory) due(j *Job, company int64, now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.troubles[company]
	left := t.next.Sub(now)
	return left <= 0 || left > j.pauseAfter(t.Failures)
}

// skippedBefore tells whether the last turn of a company skipped records too: they
// were logged then.
func (h *jobHistory) skippedBefore(company int64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.troubles[company].Skipped > 0
}

// note takes a turn into the figures and gives how many failed in a row.
func (h *jobHistory) note(j *Job, company int64, began, ended time.Time, err error, skipped int) (failures int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.status.Runs++
	h.status.Skipped += int64(skipped)
	h.status.LastDuration = max(0, ended.Sub(began))
	was := h.troubles[company]
	now := JobTrouble{Company: company, Since: was.Since, Skipped: skipped}
	if was.Since.IsZero() {
		now.Since = began
	}
	switch {
	case err != nil:
		h.status.Failures++
		if _, ok := errors.AsType[*panicError](err); ok {
			h.status.Panics++
		}
		now.Failures, now.Problem = was.Failures+1, err.Error()
		now.next = ended.Add(j.pauseAfter(now.Failures))
	default:
		h.status.LastSuccess = ended
		if skipped == 0 {
			delete(h.troubles, company)
			return 0
		}
	}
	h.troubles[company] = now
	return now.Failures
}
