package webhook

import (
	"context"
	"errors"
	"sync"
	"time"

	"marquee/app"
)

// sending are the calls that a pump sends at the same time.
type sending struct {
	*pump
	// ctx ends when the server stops, and call a moment later.
	ctx, call context.Context
	due       []Call
	results   []Result
	// turn is held by the post whose calls are put into words: the first is on its way while
	// the next is made.
	turn chan struct{}
}

// sendAll sends calls, in posts of so many at most, of which as many go at once as an endpoint
// may get.
func (p *pump) sendAll(ctx context.Context, due []Call, size int) []Result {
	call, stop := graceful(ctx)
	defer stop()
	s := &sending{pump: p, ctx: ctx, call: call, due: due, results: make([]Result, len(due)), turn: make(chan struct{}, 1)}
	posts := postsOf(due, size)
	next := make(chan []int)
	var all sync.WaitGroup
	for range min(parallel, len(posts)) {
		all.Go(func() {
			for some := range next {
				s.send(some)
			}
		})
	}
	for _, some := range posts {
		next <- some
	}
	close(next)
	all.Wait()
	return s.results
}

// postsOf divides calls, by their places, among posts of so many at most. What was not
// taken once goes alone, so that a call which the receiver refuses holds up no other.
func postsOf(due []Call, size int) (posts [][]int) {
	var some []int
	for i := range due {
		if due[i].Attempts > 0 {
			posts = append(posts, []int{i})
			continue
		}
		if some = append(some, i); len(some) == size {
			posts, some = append(posts, some), nil
		}
	}
	if len(some) > 0 {
		posts = append(posts, some)
	}
	return posts
}

// graceful is a context that goes on for a moment after another one ended.
func graceful(ctx context.Context) (context.Context, func()) {
	call, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		end := time.AfterFunc(stopGrace, cancel)
		context.AfterFunc(call, func() { end.Stop() })
	})
	return call, func() { stop(); cancel() }
}

// send puts calls into words and posts them together, in several posts where they are long.
// The endpoint is looked at anew: it may have been deleted, or have another URL or secret,
// since the calls before these were begun.
func (s *sending) send(some []int) {
	s.turn <- struct{}{}
	e, ok := s.standing()
	if !ok {
		<-s.turn
		for _, i := range some {
			s.results[i] = Result{Held: true, Problem: errGone.Error()}
		}
		return
	}
	var places []int
	var all []Message
	size := 0
	for _, i := range some {
		body, ok := s.render(&e, i)
		if !ok {
			continue
		}
		if size += len(body); size > maxPost && len(all) > 0 {
			<-s.turn
			s.post(&e, places, all)
			places, all, size = nil, nil, len(body)
			s.turn <- struct{}{}
		}
		places, all = append(places, i), append(all, Message{s.due[i].MessageID(s.key.company), body})
	}
	<-s.turn
	if len(all) > 0 {
		s.post(&e, places, all)
	}
}

// standing is the endpoint as it is now; not ok, when nothing may be sent to it.
func (s *sending) standing() (e Endpoint, ok bool) {
	err := app.Recovered(func() error {
		return s.app.ViewCompany(s.ctx, s.key.company, func(r app.Reader) (err error) {
			e, err = endpoints.Get(r, s.key.endpoint)
			return err
		})
	})
	return e, err == nil && e.DeletedAt == nil && !e.Disabled
}

// Why a call was not begun any more.
var (
	errStopping = errors.New("the server stops")
	errGone     = errors.New("the webhook was deleted or switched off")
)

// render puts the call at a place into words; where there are none, it notes why. When the
// server stops, no call is begun.
func (s *sending) render(e *Endpoint, i int) (body []byte, ok bool) {
	c, res := &s.due[i], &s.results[i]
	s.worker.sends.waitBeside(s.ctx, s.others, 1)
	s.others.AwaitIdle(s.ctx)
	if s.ctx.Err() != nil {
		*res = Result{Held: true, Problem: errStopping.Error()}
		return nil, false
	}
	if !e.asks(c.Kind) {
		*res = Result{Dropped: true, Problem: "its webhook did not ask for it any more"}
		return nil, false
	}
	err := app.Recovered(func() error {
		body, *res = s.carrier.Render(s.call, Delivery{
			ID: c.MessageID(s.key.company), Company: s.key.company, Kind: c.Kind, Object: c.Kind.trait().object, ObjectID: c.ObjectID, At: c.At, Reader: s.reader,
		})
		return nil
	})
	if err != nil {
		*res = s.panicked(err, c)
	}
	s.hold(res)
	return body, res.Problem == ""
}

// post sends the calls at some places in one request, and notes for all of them what came
// of it.
func (s *sending) post(e *Endpoint, places []int, all []Message) {
	var res Result
	err := app.Recovered(func() error {
		res = s.carrier.Post(s.call, e.receiver(s.app.Now()), all)
		return nil
	})
	if err != nil {
		res = s.panicked(err, &s.due[places[0]])
	}
	s.hold(&res)
	for _, i := range places {
		s.results[i] = res
	}
}

func (s *sending) panicked(err error, c *Call) Result {
	s.app.Log().Error("an outbound call panicked", "company", s.key.company, "call", c.ID, "error", err, "stack", app.StackOf(err))
	return Result{Problem: "it could not be put into words"}
}

// hold lets an attempt not count that the server ended by stopping.
func (s *sending) hold(res *Result) {
	if s.call.Err() != nil && res.Problem != "" {
		res.Held = true
	}
}
