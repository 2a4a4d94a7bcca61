package handlers_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	attempts "marquee/app/attempt"
	"marquee/app/queue"
	"marquee/handlers"
	"marquee/handlers/rest"
)

type letter struct {
	Text string `msgpack:"t"`
}

// What the box office does by itself shows in the metrics and in the notes.
func TestFiguresOfJobsAndOutbox(t *testing.T) {
	is := is.New(t)
	sent, waits := queue.NewKind(queue.Spec[letter]{Name: "test.sent"}), queue.NewKind(queue.Spec[letter]{Name: "test.waits"})
	charges := attempts.NewKind[letter](attempts.Spec{Name: "test.charge"})
	w := apptest.New(t, apptest.Effects(charges.SettledBy(nil, nil), waits.Unsent(), sent.SentBy(func(_ context.Context, _ *app.App, m queue.Message[letter]) error {
		if m.Payload.Text == "bad" {
			return queue.Permanent(errors.New("no"))
		}
		return nil
	})))
	for _, text := range []string{"good", "bad"} {
		is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
			_, err := sent.Put(tx, text, letter{text})
			_, second := waits.Put(tx, text, letter{text})
			return errors.Join(err, second)
		}))
	}
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		_, err := charges.Begin(tx, "order/1", letter{"x"})
		return err
	}))
	is.NoErr(w.App.RunJob(t.Context(), queue.SendJob))
	h := handlers.Inside(w.App, handlers.Options{Metrics: rest.NewMetrics(handlers.Gauges(w.App)...)})
	get := func(path string) string {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest("GET", path, nil))
		return rec.Body.String()
	}
	metrics := get("/metrics")
	for _, line := range []string{
		`marquee_outbox_sent_total{kind="test.sent"} 1`, `marquee_outbox_failed_total{kind="test.sent"} 1`,
		`marquee_outbox_dead{kind="test.sent"} 1`, `marquee_outbox_waiting{kind="test.waits"} 2`,
		`marquee_attempts_begun{kind="test.charge"} 1`, `marquee_attempts_unknown{kind="test.charge"} 0`,
		`marquee_outbox_oldest_seconds{kind="test.sent"} 0`,
		`marquee_payments_unresolved 0`, `marquee_payments_discrepancies 0`, `marquee_payments_unresolved_oldest_seconds 0`,
		`marquee_admission_admitted_total{class="transactions of one caller"} 5`, `marquee_admission_inside{class="transactions of one caller"} 0`,
		`marquee_admission_waiting{class="transactions of one caller"} 0`, `marquee_admission_refused_total{class="transactions of one caller"} 0`,
		`marquee_job_runs_total{job="send outbox"} 1`, `marquee_job_failures_total{job="expire baskets"} 0`,
	} {
		if !strings.Contains(metrics, line+"\n") {
			t.Errorf("there is no %s", line)
		}
	}
	is.Equal(get("/readyz?verbose"), "ok\n"+jobsWell+"\noutbox: 1 dead letters, 2 entries wait; nothing sends \"test.waits\"\n")
}
