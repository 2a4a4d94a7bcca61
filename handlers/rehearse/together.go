package rehearse

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Together is how a rehearsal went against several nodes that keep one store. Each client keeps to
// one of them, and sends a request that was not answered again, under its uuid, to the next.
type Together struct {
	Operations []Operation
	// Repeated is how often a request was sent again.
	Repeated int
	// Pause is the longest time in which no client was answered, and PauseFrom when it began.
	Pause     time.Duration
	PauseFrom time.Time
	// Scans are the uuids, and Orders the ids, of what was acknowledged.
	Scans  []string
	Orders []int64
}

// crowd is the clients of a plan that is played against several nodes.
type crowd struct {
	*runner
	urls []string

	mu   sync.Mutex
	out  Together
	acks []time.Time
}

const (
	// opBuy is a basket and its payment in one call, which can be repeated.
	opBuy = "purchase"
	// againAfter is how long a client waits before it sends a request again.
	againAfter = 100 * time.Millisecond
)

// PlayTogether runs the plan against several nodes. It ends early with ctx.
func PlayTogether(ctx context.Context, p Plan, urls []string) (Together, error) {
	clients := p.Gates + p.Buyers
	transport := &http.Transport{MaxIdleConnsPerHost: clients, MaxConnsPerHost: 2 * clients}
	defer transport.CloseIdleConnections()
	p.URL = urls[0]
	t := &crowd{runner: &runner{Plan: p, client: &http.Client{Transport: transport, Timeout: requestTimeout}}, urls: urls}
	if err := t.choose(ctx); err != nil {
		return Together{}, err
	}
	t.start = time.Now()
	t.end = t.start.Add(p.Duration)
	samples := make([]map[string]*sample, clients)
	var all sync.WaitGroup
	for n := range clients {
		samples[n] = map[string]*sample{opScan: {}, opBuy: {}}
		do := t.purchase
		if n < p.Gates {
			do = t.pass
		}
		all.Go(func() { t.work(ctx, n, do, samples[n]) })
	}
	all.Wait()
	t.out.Operations = t.report(samples, time.Since(t.start))
	t.out.Pause, t.out.PauseFrom = longestPause(t.start, t.acks)
	return t.out, ctx.Err()
}

// longestPause is the longest time between two moments, and when it began.
func longestPause(start time.Time, moments []time.Time) (longest time.Duration, from time.Time) {
	slices.SortFunc(moments, time.Time.Compare)
	from = start
	for i, at := range moments {
		before := start
		if i > 0 {
			before = moments[i-1]
		}
		if pause := at.Sub(before); pause > longest {
			longest, from = pause, before
		}
	}
	return longest, from
}

// pass is a guest at a gate.
func (t *crowd) pass(ctx context.Context, n int, from time.Time, samples map[string]*sample) {
	uuid := rand.Text()
	body := fmt.Sprintf(`{"uuid":%q,"zoneId":%d,"scan":"auto","barcodes":[%q]}`, uuid, t.Festival.Zone, t.Festival.Barcodes[n%len(t.Festival.Barcodes)])
	answer := t.surely(ctx, n, samples[opScan], from, "/zones/scan", body, http.StatusOK)
	var told struct{ Status string }
	if answer == nil || json.Unmarshal(answer, &told) != nil || told.Status != "valid" {
		return // who was not let in is in no list
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.out.Scans = append(t.out.Scans, uuid)
}

// purchase is a customer who takes two tickets and pays.
func (t *crowd) purchase(ctx context.Context, n int, from time.Time, samples map[string]*sample) {
	body := fmt.Sprintf(`{"uuid":%q,"autocomplete":true,"paymentMethod":"cash","items":[{"id":%d,"quantity":2}]}`, rand.Text(), t.sale)
	answer := t.surely(ctx, n, samples[opBuy], from, "/basket-items", body, http.StatusCreated)
	if answer == nil {
		return
	}
	var order struct{ ID json.Number }
	err := json.Unmarshal(answer, &order)
	id, bad := order.ID.Int64()
	if err != nil || bad != nil {
		samples[opBuy].add(0, fmt.Sprintf("an order without an id: %.200s", answer))
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.out.Orders = append(t.out.Orders, id)
}

// surely sends a request until it is answered, to one node after the other; nil is a refusal, or
// the end of the rehearsal. A request that no node answers within requestTimeout has failed.
func (t *crowd) surely(ctx context.Context, n int, to *sample, from time.Time, path, body string, want int) []byte {
	for try := 0; ; try++ {
		url := t.urls[(n%(t.Gates+t.Buyers)+try)%len(t.urls)]
		answer, status, err := t.postTo(ctx, url, path, body)
		took := time.Since(from)
		switch {
		case ctx.Err() != nil:
			return nil
		case err == nil && status == want || err == nil && status == http.StatusOK:
			to.add(took, "")
			t.mu.Lock()
			defer t.mu.Unlock()
			t.acks = append(t.acks, time.Now())
			t.out.Repeated += try
			return answer
		case err == nil && status != http.StatusServiceUnavailable:
			to.add(took, fmt.Sprintf("%d %s", status, answer))
			return nil
		case took > requestTimeout:
			to.add(took, fmt.Sprintf("no answer within %s: %v %d %s", requestTimeout, err, status, answer))
			return nil
		}
		sleepUntil(ctx, time.Now().Add(againAfter))
	}
}
