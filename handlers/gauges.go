package handlers

import (
	"fmt"
	"strings"
	"time"

	"marquee/app"
	"marquee/handlers/rest"
)

// Gauges are the figures of the business that an operator should see.
func Gauges(a *app.App) []rest.Gauge {
	all := []rest.Gauge{{
		Name: "marquee_reused_uuids_total", Help: "Calls refused because their uuid was used for another request.",
		Counter: true, Value: func() float64 { return float64(a.ReusedUUIDs()) },
	}, {
		Name: "marquee_damaged_records_total", Help: "Records that lists left out because they cannot be read; marquee check names them.",
		Counter: true, Value: func() float64 { return float64(a.DamagedRecords()) },
	}}
	for _, j := range a.Definition().Jobs {
		all = append(all, jobGauges(a, j.Name)...)
	}
	return all
}

// jobGauges are the figures of one background job.
func jobGauges(a *app.App, job string) []rest.Gauge {
	gauge := func(name, help string, value func(app.JobStatus) float64) rest.Gauge {
		return rest.Gauge{
			Name: "marquee_job_" + name, Help: help, Labels: map[string]string{"job": job},
			Counter: strings.HasSuffix(name, "_total"), Value: func() float64 { return value(a.JobStatus(job)) },
		}
	}
	return []rest.Gauge{
		gauge("runs_total", "Runs of a background job, counted in each company.", func(s app.JobStatus) float64 { return float64(s.Runs) }),
		gauge("failures_total", "Runs that failed.", func(s app.JobStatus) float64 { return float64(s.Failures) }),
		gauge("panics_total", "Runs that failed by a panic.", func(s app.JobStatus) float64 { return float64(s.Panics) }),
		gauge("skipped_total", "Records that runs skipped because nothing could be done for them, counted in each run.", func(s app.JobStatus) float64 { return float64(s.Skipped) }),
		gauge("failing_companies", "Companies whose last run failed.", func(s app.JobStatus) float64 { failing, _ := troublesOf(s); return float64(failing) }),
		gauge("last_success_timestamp_seconds", "When a run last went well; 0 before the first.", lastSuccess),
		gauge("last_duration_seconds", "How long the last run took.", func(s app.JobStatus) float64 { return s.LastDuration.Seconds() }),
	}
}

func lastSuccess(s app.JobStatus) float64 {
	if s.LastSuccess.IsZero() {
		return 0
	}
	return float64(s.LastSuccess.UnixMicro()) / 1e6
}

// troublesOf counts the companies where a job failed last, and the records that it
// skipped.
func troublesOf(s app.JobStatus) (failing, skipped int) {
	for _, t := range s.Troubles {
		skipped += t.Skipped
		if t.Failures > 0 {
			failing++
		}
	}
	return failing, skipped
}

// jobsNote is the line on background jobs for /readyz?verbose. Why they fail stands in
// the log: anybody may read this.
func jobsNote(a *app.App) func() string {
	return func() string {
		var bad []string
		all := a.JobStatuses()
		for _, s := range all {
			failing, skipped := troublesOf(s)
			if failing > 0 {
				bad = append(bad, fmt.Sprintf("%q FAILS in %d of its runs since %s", s.Name, failing, s.Troubles[0].Since.UTC().Format(time.DateTime)))
			}
			if skipped > 0 {
				bad = append(bad, fmt.Sprintf("%q skips %d records", s.Name, skipped))
			}
		}
		if len(bad) > 0 {
			return "jobs: " + strings.Join(bad, "; ")
		}
		return fmt.Sprintf("jobs: %d, all well", len(all))
	}
}
