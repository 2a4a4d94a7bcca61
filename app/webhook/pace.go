package webhook

import (
	"context"
	"sync"
	"time"

	"marquee/app"
)

// pace spreads work over time while others are served. What is sent in bursts would have all
// processors for some moments, and whoever scans then waits. Who is woken late learns that
// all processors have work, and rests some times as long.
type pace struct {
	each time.Duration
	// step, where there is one, lets all that is to begin within it begin at its start: what a
	// timer costs, which wakes a processor, is spread over them.
	step time.Duration

	mu    sync.Mutex
	next  time.Time // when the next piece may begin
	first time.Time // from when on steps are counted
}

// waitBeside waits until n pieces may begin while others are served, the longer the more are.
func (p *pace) waitBeside(ctx context.Context, others *app.Pace, n int) {
	if others.Beside() {
		p.wait(ctx, n*min(others.Crowd(), maxCrowd))
	}
}

// wait waits until n pieces may begin. It ends with the context.
func (p *pace) wait(ctx context.Context, n int) {
	begin := p.take(n, time.Now())
	rest := time.Until(begin)
	if rest <= 0 {
		return
	}
	timer := time.NewTimer(rest)
	defer timer.Stop()
	select {
	case <-timer.C:
		p.late(time.Now(), time.Since(begin))
	case <-ctx.Done():
	}
}

// late puts off the next piece.
func (p *pace) late(now time.Time, by time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if next := now.Add(lateRests * (by - paceLate)); by > paceLate && p.next.Before(next) {
		p.next = next
	}
}

// take tells when n pieces may begin. Timers are late, so some are made up for; who did
// nothing for long has saved no more than that.
func (p *pace) take(n int, now time.Time) (begin time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if oldest := now.Add(-paceSlack); p.next.Before(oldest) {
		p.next = oldest
	}
	begin = p.stepOf(p.next)
	p.next = p.next.Add(time.Duration(n) * p.each)
	return begin
}

// stepOf is the start of the step that a time is in. The caller holds mu.
func (p *pace) stepOf(at time.Time) time.Time {
	if p.step == 0 {
		return at
	}
	if p.first.IsZero() {
		p.first = at
	}
	return at.Add(-(at.Sub(p.first) % p.step))
}
