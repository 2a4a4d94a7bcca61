package rehearse

import (
	"slices"
	"time"
)

// Operation is how one kind of request went.
type Operation struct {
	Name      string  `json:"name"`
	Count     int     `json:"count"`
	Failed    int     `json:"failed"` // not in Count
	PerSecond float64 `json:"perSecond"`
	P50       float64 `json:"p50Millis"`
	P99       float64 `json:"p99Millis"`
	Max       float64 `json:"maxMillis"`
	// Failure is what the first failed request was answered with.
	Failure string `json:"failure,omitempty"`
}

// sample collects the durations of one operation by one client.
type sample struct {
	took    []time.Duration
	failed  int
	failure string
}

func (s *sample) add(took time.Duration, failure string) {
	if failure == "" {
		s.took = append(s.took, took)
		return
	}
	s.failed++
	if s.failure == "" {
		s.failure = failure
	}
}

// merge adds what another client saw.
func (s *sample) merge(o *sample) {
	s.took = append(s.took, o.took...)
	s.failed += o.failed
	if s.failure == "" {
		s.failure = o.failure
	}
}

func (s *sample) operation(name string, over time.Duration) Operation {
	slices.Sort(s.took)
	return Operation{
		Name: name, Count: len(s.took), Failed: s.failed, Failure: s.failure,
		PerSecond: float64(len(s.took)) / over.Seconds(),
		P50:       millis(quantile(s.took, 0.50)), P99: millis(quantile(s.took, 0.99)), Max: millis(quantile(s.took, 1)),
	}
}

// quantile is the smallest duration that the given part does not exceed.
func quantile(sorted []time.Duration, part float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	at := int(part*float64(len(sorted))+0.999999) - 1
	return sorted[min(max(at, 0), len(sorted)-1)]
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
