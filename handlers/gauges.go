package handlers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/admission"
	"marquee/app/attempt"
	"marquee/app/company"
	"marquee/app/door"
	"marquee/app/mail"
	"marquee/app/payment"
	"marquee/app/queue"
	"marquee/app/webhook"
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
	all = append(all, rest.Gauge{
		Name: "marquee_door_scans_set_aside_total", Help: "Scans of phones that count for nothing, because nobody scans so fast.",
		Counter: true, Value: func() float64 { return float64(door.SetAside(a)) },
	})
	for _, j := range a.Definition().Jobs {
		all = append(all, jobGauges(a, j.Name)...)
	}
	for _, kind := range queue.Kinds(a) {
		all = append(all, outboxGauges(a, kind)...)
	}
	all = append(all, rest.Gauge{
		Name: "marquee_payments_simulated_companies", Help: "Companies in demo mode, whose payments by card move no money.",
		Value: func() float64 {
			names, _ := company.InDemo(context.Background(), a) // a store that cannot be read shows elsewhere
			return float64(len(names))
		},
	})
	return slices.Concat(all, admissionGauges(a), attemptGauges(a), paymentGauges(a), mailGauges(a), webhookGauges(a))
}

// admissionGauges tell of each class in which whoever asks for something waits.
func admissionGauges(a *app.App) []rest.Gauge {
	gauge := func(name, help string, value func(admission.Figures) float64) rest.Gauge {
		return rest.Gauge{Name: "marquee_admission_" + name, Help: help, Counter: strings.HasSuffix(name, "_total"), By: "class", Values: func() map[string]float64 {
			all := map[string]float64{}
			for _, c := range app.Classes(a).All() {
				all[c.Name()] = value(c.Figures())
			}
			return all
		}}
	}
	return []rest.Gauge{
		gauge("inside", "What was let in and has not ended, by class.", func(f admission.Figures) float64 { return float64(f.Inside) }),
		gauge("waiting", "What waits for a place, by class.", func(f admission.Figures) float64 { return float64(f.Waiting) }),
		gauge("admitted_total", "What was let in, by class.", func(f admission.Figures) float64 { return float64(f.Admitted) }),
		gauge("refused_total", "What was refused because too much waited, or for too long, by class.", func(f admission.Figures) float64 { return float64(f.Refused) }),
	}
}

// paymentGauges tell of payments by card of which something is under way that has to
// end.
func paymentGauges(a *app.App) []rest.Gauge {
	gauge := func(name, help string, value func(payment.Status) float64) rest.Gauge {
		return rest.Gauge{Name: "marquee_payments_" + name, Help: help, Value: func() float64 {
			s, _ := payment.StatusOf(context.Background(), a) // a store that cannot be read shows elsewhere
			return value(s)
		}}
	}
	return []rest.Gauge{
		gauge("unresolved", "Payments by card that are being opened, taken, given up or given back, or whose order is not complete.", func(s payment.Status) float64 {
			return float64(s.Unresolved)
		}),
		gauge("unresolved_oldest_seconds", "Age of the oldest of them; 0 without one.", func(s payment.Status) float64 {
			if s.Oldest == nil {
				return 0
			}
			return max(0, a.Now().Sub(*s.Oldest).Seconds())
		}),
		gauge("discrepancies", "Payments by card that are disputed, or of which more was given back at the gateway than here, and with which nobody has dealt.", func(s payment.Status) float64 {
			return float64(s.Discrepancies)
		}),
	}
}

// mailGauges count the mails that wait for somebody. Those on their way are entries of the
// outbox.
func mailGauges(a *app.App) []rest.Gauge {
	gauge := func(name, help string, value func(mail.Status) int64) rest.Gauge {
		return rest.Gauge{Name: "marquee_mails_" + name, Help: help, Value: func() float64 {
			s, _ := mail.StatusOf(context.Background(), a) // a store that cannot be read shows elsewhere
			return float64(value(s))
		}}
	}
	return []rest.Gauge{
		gauge("held", "Mails that were written while there was no mail server.", func(s mail.Status) int64 { return s.Held }),
		gauge("dead", "Mails that were given up.", func(s mail.Status) int64 { return s.Dead }),
	}
}

// webhookGauges tell how outbound calls go.
func webhookGauges(a *app.App) []rest.Gauge {
	gauge := func(name, help string, value func(webhook.Status) float64) rest.Gauge {
		return rest.Gauge{Name: "marquee_webhooks_" + name, Help: help, Counter: strings.HasSuffix(name, "_total"), Value: func() float64 {
			s, _ := webhook.StatusOf(context.Background(), a) // a store that cannot be read shows elsewhere
			return value(s)
		}}
	}
	return []rest.Gauge{
		gauge("delivered_total", "Outbound calls that receivers took.", func(s webhook.Status) float64 { return float64(s.Delivered) }),
		gauge("failed_total", "Attempts of outbound calls that failed.", func(s webhook.Status) float64 { return float64(s.Failed) }),
		gauge("open", "Outbound calls that are to be sent.", func(s webhook.Status) float64 { return float64(s.Open) }),
		gauge("dead", "Outbound calls that were given up.", func(s webhook.Status) float64 { return float64(s.Dead) }),
		gauge("troubled", "Receivers that do not answer well.", func(s webhook.Status) float64 { return float64(s.Troubled) }),
		gauge("oldest_seconds", "Age of the oldest outbound call that waits; 0 without one.", func(s webhook.Status) float64 {
			if s.Oldest == nil {
				return 0
			}
			return max(0, a.Now().Sub(*s.Oldest).Seconds())
		}),
	}
}

// attemptGauges count the attempts that are not finished.
func attemptGauges(a *app.App) (all []rest.Gauge) {
	kinds, _ := attempt.Statuses(context.Background(), a) // a store that cannot be read shows elsewhere
	for i, k := range kinds {
		gauge := func(name, help string, value func(attempt.Status) int64) rest.Gauge {
			return rest.Gauge{Name: "marquee_attempts_" + name, Help: help, Labels: map[string]string{"kind": k.Kind}, Value: func() float64 {
				now, err := attempt.Statuses(context.Background(), a)
				if err != nil {
					return 0
				}
				return float64(value(now[i]))
			}}
		}
		all = append(all,
			gauge("begun", "Calls to the outside whose outcome is not known yet.", func(s attempt.Status) int64 { return s.Begun }),
			gauge("unknown", "Calls to the outside about which somebody has to find out.", func(s attempt.Status) int64 { return s.Unknown }),
		)
	}
	return all
}

// outboxGauges are the figures of one kind of outbox entries.
func outboxGauges(a *app.App, kind string) []rest.Gauge {
	gauge := func(name, help string, value func(queue.Status) float64) rest.Gauge {
		return rest.Gauge{
			Name: "marquee_outbox_" + name, Help: help, Labels: map[string]string{"kind": kind},
			Counter: strings.HasSuffix(name, "_total"), Value: func() float64 {
				s, _ := queue.StatusOf(context.Background(), a, kind) // a store that cannot be read shows elsewhere
				return value(s)
			},
		}
	}
	return []rest.Gauge{
		gauge("waiting", "Outbox entries that are to be sent.", func(s queue.Status) float64 { return float64(s.Waiting) }),
		gauge("leased", "Outbox entries that are being sent.", func(s queue.Status) float64 { return float64(s.Leased) }),
		gauge("dead", "Outbox entries that were given up.", func(s queue.Status) float64 { return float64(s.Dead) }),
		gauge("sent_total", "Outbox entries that were sent.", func(s queue.Status) float64 { return float64(s.Sent) }),
		gauge("failed_total", "Attempts to send an outbox entry that failed.", func(s queue.Status) float64 { return float64(s.Failed) }),
		gauge("late_total", "Results that came when the entry was sent by another attempt already.", func(s queue.Status) float64 { return float64(s.Late) }),
		gauge("hung", "Calls that were given up and go on.", func(s queue.Status) float64 { return float64(s.Hung) }),
		gauge("oldest_seconds", "Age of the oldest entry that is to be sent; 0 without one.", func(s queue.Status) float64 {
			if s.Oldest == nil {
				return 0
			}
			return max(0, a.Now().Sub(*s.Oldest).Seconds())
		}),
	}
}

// outboxNote is the line on the outbox for /readyz?verbose.
func outboxNote(a *app.App) func() string {
	return func() string {
		all, err := queue.Statuses(context.Background(), a)
		if err != nil {
			return "outbox: cannot be read"
		}
		var dead, waiting int64
		unsent := ""
		for _, s := range all {
			dead, waiting = dead+s.Dead, waiting+s.Waiting+s.Leased
			if s.Unsent && s.Waiting > 0 {
				unsent += fmt.Sprintf("; nothing sends %q", s.Kind)
			}
		}
		return fmt.Sprintf("outbox: %d dead letters, %d entries wait%s", dead, waiting, unsent)
	}
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
func jobsNote(a *app.App, leads func() bool) func() string {
	return func() string {
		if leads != nil && !leads() {
			return "jobs: on the node that leads"
		}
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
