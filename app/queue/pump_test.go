package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"marquee/app"

	"github.com/matryer/is"
)

// pumped is what pumps did, of which each run takes a minute.
type pumped struct {
	mu       sync.Mutex
	ran      []string
	now, top int
	after    func(run int) (Progress, error)
}

func (p *pumped) run(ctx context.Context, _ *app.App, company, to int64) (Progress, error) {
	p.mu.Lock()
	p.ran = append(p.ran, fmt.Sprintf("%d/%d", company, to))
	n := len(p.ran)
	p.now++
	p.top = max(p.top, p.now)
	p.mu.Unlock()
	select {
	case <-time.After(time.Minute):
	case <-ctx.Done():
	}
	p.mu.Lock()
	p.now--
	p.mu.Unlock()
	return p.after(n)
}

// did tells which pumps ran since it was asked last.
// begin notes something that ran before.
func (p *pumped) begin(ran string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ran = []string{ran}
}

func (p *pumped) did() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	slices.Sort(p.ran)
	text := strings.Join(p.ran, " ")
	p.ran = nil
	return text
}

// TestPumpsRunBesideEachOther: one at a time for each destination, so many of all, and what is said
// while one runs is not lost.
func TestPumpsRunBesideEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		pumps, p := NewPump("test.pump", 2), &pumped{after: func(int) (Progress, error) { return Ended, nil }}
		o := newOffice(t, pumps.By(Pumping{Run: p.run}))
		due := func(company, to int64) { pumps.Due(o.App, company, to, o.Now()); synctest.Wait() }
		o.serve()
		due(1, 7)
		due(1, 7)
		due(1, 7)
		is.Equal(p.did(), "1/7")
		due(1, 8)
		due(2, 7)
		is.Equal(p.did(), "1/8") // no more than two
		time.Sleep(time.Minute)
		synctest.Wait()
		time.Sleep(time.Minute)
		synctest.Wait()
		is.Equal(p.did(), "1/7 2/7") // again, and once
		is.Equal(p.top, 2)
		o.close()
	})
}

// TestAPumpRunsAgain at once when there is more, after a rest when it says so, a second after it
// failed, and when the time has come that was said for it.
func TestAPumpRunsAgain(t *testing.T) {
	for name, c := range map[string]struct {
		at    time.Duration
		first Progress
		err   error
		pause time.Duration
	}{
		"there is more":     {first: More},
		"it rests":          {first: Rest(time.Hour), pause: time.Hour},
		"it fails":          {err: errors.New("out of order"), pause: time.Second},
		"its time is later": {at: time.Hour, first: More},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				is := is.New(t)
				pumps, p := NewPump("test.pump", 2), &pumped{}
				p.after = func(run int) (Progress, error) {
					if run == 1 {
						return c.first, c.err
					}
					return Ended, nil
				}
				o := newOffice(t, pumps.By(Pumping{Run: p.run}))
				o.serve()
				pumps.Due(o.App, 1, 7, o.Now().Add(c.at))
				time.Sleep(c.at + time.Minute/2)
				is.Equal(p.did(), "1/7")
				p.begin("before")
				time.Sleep(time.Minute + c.pause)
				is.Equal(p.did(), "1/7 before")
				o.close()
				is.Equal(p.did(), "")
			})
		})
	}
}

// TestPumpsTakeNoPlaceOfEntries: as many as there may be at once hold up no letter.
func TestPumpsTakeNoPlaceOfEntries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		pumps, p := NewPump("test.pump", maxSending), &pumped{after: func(int) (Progress, error) { return Ended, nil }}
		letters := NewKind(Spec[letter]{Name: "test.letter"})
		o := newOffice(t, pumps.By(Pumping{Run: p.run}), letters.SentBy(func(context.Context, *app.App, Message[letter]) error { return nil }))
		o.serve()
		for to := range int64(maxSending) {
			pumps.Due(o.App, 1, to, o.Now())
		}
		synctest.Wait()
		is.Equal(p.now, maxSending)
		id := o.put(2, letters, "", letter{Text: "Ada"})
		is.Equal(o.entry(id).State, Done)
		o.close()
	})
}
