package webhook_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/list"
	"marquee/app/queue"
	"marquee/app/webhook"
	"marquee/indexes"
)

// carrier keeps what it is given, or answers as a test says.
type carrier struct {
	mu       sync.Mutex
	rendered map[string]webhook.Delivery
	took     []webhook.Delivery
	to       webhook.Receiver // of the last post
	posts    [][]int64        // the objects of each
	tries    int
	length   int // of each body
	answer   func(d webhook.Delivery) webhook.Result
}

func (c *carrier) Render(_ context.Context, d webhook.Delivery) ([]byte, webhook.Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.rendered == nil {
		c.rendered = map[string]webhook.Delivery{}
	}
	c.rendered[d.ID] = d
	return make([]byte, c.length), webhook.Result{}
}

// Post takes all or none.
func (c *carrier) Post(_ context.Context, to webhook.Receiver, all []webhook.Message) (out webhook.Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.to = to
	var post []int64
	var took []webhook.Delivery
	for _, m := range all {
		d := c.rendered[m.ID]
		post, took = append(post, d.ObjectID), append(took, d)
		c.tries++
		if c.answer == nil {
			continue
		}
		if res := c.answer(d); res.Problem != "" {
			out = res
		}
	}
	c.posts = append(c.posts, post)
	if out.Problem != "" {
		return out
	}
	c.took = append(c.took, took...)
	return webhook.Result{Status: 200}
}

func (c *carrier) says(answer func(d webhook.Delivery) webhook.Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answer = answer
}

// refuses is a receiver that takes nothing.
func refuses(webhook.Delivery) webhook.Result {
	return webhook.Result{Status: 500, Problem: "the receiver answered 500"}
}

// told lists what arrived, as "kind object".
func (c *carrier) told() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := []string{}
	for _, d := range c.took {
		all = append(all, fmt.Sprintf("%s %d", d.Kind, d.ObjectID))
	}
	c.took = nil
	return all
}

func (c *carrier) tried() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.tries
	c.tries = 0
	return n
}

// office is a world that tells a receiver what happens.
type office struct {
	*apptest.World
	t       testing.TB
	carrier *carrier
}

func newOffice(t testing.TB, opts ...apptest.Option) *office {
	t.Helper()
	o := &office{World: apptest.New(t, opts...), t: t, carrier: &carrier{}}
	webhook.Use(o.App, o.carrier, webhook.Policy{})
	return o
}

func (o *office) must(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

const url = "https://receiver.example.com/marquee"

func (o *office) endpoint(c *app.Caller, kinds ...webhook.Kind) webhook.View {
	o.t.Helper()
	at := url
	e, _, err := webhook.Create(o.t.Context(), o.App, c, webhook.Fields{URL: &at, Kinds: &kinds})
	o.must(err)
	return e
}

func (o *office) customer(c *app.Caller, name string) int64 {
	o.t.Helper()
	email := strings.ToLower(strings.NewReplacer(" ", ".", "'", "").Replace(name)) + "@example.com"
	made, err := customer.Create(o.t.Context(), o.App, c, customer.Fields{Name: &name, Email: &email})
	o.must(err)
	return made.ID
}

func (o *office) rename(c *app.Caller, id int64, name string) {
	o.t.Helper()
	_, err := customer.Edit(o.t.Context(), o.App, c, id, customer.Fields{Name: &name})
	o.must(err)
}

// event makes an event.
func (o *office) event(c *app.Caller) int64 {
	o.t.Helper()
	e := catalog.Event{Name: "Concert", Start: o.Clock.Now(), End: o.Clock.Now().AddDate(0, 0, 1), Timezone: "UTC"}
	o.must(o.App.Update(o.t.Context(), c, app.Authenticated, func(tx app.Tx) error {
		if err := indexes.Forge(catalog.Events).Insert(tx, &e); err != nil {
			return err
		}
		return catalog.PortsOf(tx).EventCreated(tx, &e)
	}))
	return e.ID
}

// send does what is due now.
func (o *office) send() {
	o.t.Helper()
	for _, job := range []string{webhook.SendJob, queue.SendJob} {
		o.must(o.App.RunJob(o.t.Context(), job))
	}
}

func (o *office) clear() {
	o.t.Helper()
	o.must(o.App.RunJob(o.t.Context(), webhook.ClearJob))
}

// calls lists the calls of a company, the oldest first.
func (o *office) calls(c *app.Caller, states ...string) (all []webhook.Call) {
	o.t.Helper()
	page, err := webhook.ListCalls(o.t.Context(), o.App, c, webhook.CallFilter{States: states, Request: list.Request{Limit: 100}})
	o.must(err)
	for _, one := range page.Rows {
		all = append([]webhook.Call{one}, all...)
	}
	return all
}

func (o *office) states(c *app.Caller) (all []string) {
	o.t.Helper()
	for _, one := range o.calls(c) {
		all = append(all, one.State.String())
	}
	return all
}
