package bench

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"marquee/app/queue"
	"marquee/app/webhook"
	"marquee/handlers"
)

// BenchmarkOutboundCalls measures what a call about a customer costs from its notice on, fifty in
// a post, with nobody else there.
func BenchmarkOutboundCalls(b *testing.B) {
	s := openHotStore(b)
	handlers.New(s.app, handlers.Options{Log: slog.New(slog.DiscardHandler), Webhooks: webhook.Policy{Inside: true}})
	address, got := startReceiver(b)
	kinds, batch := []webhook.Kind{webhook.CustomerChanged}, int64(listedCalls)
	_, _, err := webhook.Create(b.Context(), s.app, s.owner, webhook.Fields{URL: &address, Kinds: &kinds, Batch: &batch})
	must(b, err)
	b.ReportAllocs()
	const calls = 4_000
	want := int64(0)
	for b.Loop() {
		b.StopTimer()
		must(b, addGuests(b.Context(), s.app, s.owner.CompanyID, calls))
		want += calls
		b.StartTimer()
		must(b, untilSent(b, s, got.Load, want))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(want), "ns/call")
}

// untilSent runs rounds until the receiver has so many calls.
func untilSent(b *testing.B, s *hotStore, got func() int64, want int64) error {
	for ended := time.Now().Add(time.Minute); got() < want; time.Sleep(time.Millisecond) {
		if time.Now().After(ended) {
			return fmt.Errorf("the receiver has %d of %d calls", got(), want)
		}
		for _, job := range []string{webhook.SendJob, queue.SendJob} {
			if err := s.app.RunJob(b.Context(), job); err != nil {
				return err
			}
		}
	}
	return nil
}
