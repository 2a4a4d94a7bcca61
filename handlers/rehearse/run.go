package rehearse

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Plan is what is played.
type Plan struct {
	URL           string // of the server, without /v1
	Token         string
	Gates, Buyers int
	Duration      time.Duration
	// Rate is requests per second of all gates and buyers together: a scan, or a
	// basket with its payment. 0 is as fast as answers come.
	Rate     float64
	Festival Festival
}

// Names of the operations, in the order of the report.
const (
	opScan     = "zone scan"
	opAdd      = "basket add"
	opComplete = "complete"
)

// action is one scan or one purchase; it begins at the moment it is charged from.
type action func(ctx context.Context, n int, from time.Time, samples map[string]*sample)

// runner is one run of a plan.
type runner struct {
	Plan
	client *http.Client
	sale   int64 // what buyers take
	start  time.Time
	end    time.Time
}

// Play runs the plan and reports each operation. It ends early with ctx.
func Play(ctx context.Context, p Plan) ([]Operation, error) {
	clients := p.Gates + p.Buyers
	transport := &http.Transport{MaxIdleConnsPerHost: clients, MaxConnsPerHost: clients}
	defer transport.CloseIdleConnections()
	s := &runner{Plan: p, client: &http.Client{Transport: transport, Timeout: requestTimeout}}
	if err := s.choose(ctx); err != nil {
		return nil, err
	}
	s.start = time.Now()
	s.end = s.start.Add(p.Duration)
	samples := make([]map[string]*sample, clients)
	var wg sync.WaitGroup
	for n := range clients {
		samples[n] = map[string]*sample{opScan: {}, opAdd: {}, opComplete: {}}
		do := s.buy
		if n < p.Gates {
			do = s.scan
		}
		wg.Go(func() { s.work(ctx, n, do, samples[n]) })
	}
	wg.Wait()
	return s.report(samples, time.Since(s.start)), ctx.Err()
}

// choose takes the first sale item that the shop sells two of.
func (s *runner) choose(ctx context.Context) error {
	if s.Buyers == 0 {
		return nil
	}
	var last string
	for _, s.sale = range s.Festival.SaleItems {
		answer, status, err := s.post(ctx, "/basket-items", s.basket())
		if err != nil {
			return err
		}
		if status == http.StatusCreated {
			return nil
		}
		last = string(answer)
	}
	return fmt.Errorf("nothing is on sale: %s", last)
}

// requestTimeout ends a request that is not answered.
const requestTimeout = 30 * time.Second

// work is one client: request after request, each at its moment.
func (s *runner) work(ctx context.Context, client int, do action, samples map[string]*sample) {
	clients := s.Gates + s.Buyers
	for n := client; ; n += clients {
		from := s.moment(n)
		if !from.Before(s.end) || !sleepUntil(ctx, from) {
			return
		}
		do(ctx, n, from, samples)
	}
}

// moment is when the n-th request should begin.
func (s *runner) moment(n int) time.Time {
	if s.Rate == 0 {
		return time.Now()
	}
	return s.start.Add(time.Duration(float64(n) / s.Rate * float64(time.Second)))
}

func sleepUntil(ctx context.Context, t time.Time) bool {
	wait := time.Until(t)
	if wait <= 0 {
		return ctx.Err() == nil
	}
	select {
	case <-time.After(wait):
		return true
	case <-ctx.Done():
		return false
	}
}

func (s *runner) report(samples []map[string]*sample, over time.Duration) []Operation {
	var all []Operation
	for _, name := range []string{opScan, opAdd, opComplete, opBuy} {
		var sum sample
		for _, one := range samples {
			if one[name] != nil {
				sum.merge(one[name])
			}
		}
		if len(sum.took)+sum.failed > 0 {
			all = append(all, sum.operation(name, over))
		}
	}
	return all
}
