package webhook_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"marquee/app"
	"marquee/app/webhook"

	"github.com/matryer/is"
)

// batches makes an endpoint that is posted so many calls at once.
func (o *office) batches(n int64) webhook.View {
	o.t.Helper()
	e := o.endpoint(o.A.Owner, webhook.CustomerChanged)
	v, err := webhook.Update(o.t.Context(), o.App, o.A.Owner, e.ID, webhook.Fields{Batch: &n})
	o.must(err)
	return v
}

// sizes are how many calls each post had that arrived since it was asked last.
func (c *carrier) sizes() (all []int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.posts {
		all = append(all, len(p))
	}
	c.posts = nil
	slices.Sort(all)
	return all
}

// TestAPostIsOnItsWayWhileTheNextIsMade: calls are begun one after the other while others are
// served, and a post does not wait until those of the others are.
func TestAPostIsOnItsWayWhileTheNextIsMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const size, posts = 4, 4
		is := is.New(t)
		o := newOffice(t)
		o.batches(size)
		for i := range size * posts {
			o.customer(o.A.Owner, fmt.Sprint("Guest ", i))
		}
		time.Sleep(time.Minute)
		defer o.reading()()
		var begun []int // calls, whenever one of them is posted
		o.carrier.says(func(webhook.Delivery) webhook.Result {
			begun = append(begun, len(o.carrier.rendered))
			return webhook.Result{}
		})
		o.send()
		is.Equal(o.carrier.sizes(), []int{size, size, size, size})
		for i, n := range begun {
			is.True(n <= (i/size+2)*size) // those up to the post, and perhaps of the next
		}
	})
}

func TestCallsOfABatchComeTogether(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	e := o.batches(3)
	var first int64
	for i := range 7 {
		id := o.customer(owner, fmt.Sprint("Guest ", i))
		if i == 0 {
			first = id
		}
	}
	o.rename(owner, first, "Guest of honour")
	o.send()
	is.True(o.carrier.to.Batches)
	is.Equal(o.carrier.sizes(), []int{1, 1, 3, 3}) // never two about one object
	is.Equal(len(o.carrier.told()), 8)

	one := int64(1)
	_, err := webhook.Update(t.Context(), o.App, owner, e.ID, webhook.Fields{Batch: &one})
	is.NoErr(err)
	o.rename(owner, first, "Guest 0")
	o.customer(owner, "Guest 7")
	o.send()
	is.True(!o.carrier.to.Batches)
	is.Equal(o.carrier.sizes(), []int{1, 1})
}

// TestWhatABatchWasNotTakenForGoesAlone: of a list with a call that the receiver refuses,
// the others arrive when they are sent again.
func TestWhatABatchWasNotTakenForGoesAlone(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	o.batches(100)
	var ids []int64
	for i := range 5 {
		ids = append(ids, o.customer(owner, fmt.Sprint("Guest ", i)))
	}
	o.carrier.says(func(d webhook.Delivery) webhook.Result {
		if d.ObjectID == ids[2] {
			return refuses(d)
		}
		return webhook.Result{}
	})
	o.send()
	is.Equal(o.carrier.sizes(), []int{5})
	is.Equal(len(o.carrier.told()), 0)
	is.Equal(o.states(owner), slices.Repeat([]string{"waiting"}, 5))
	for range 3 { // at first one at a time: it did not answer well
		o.Clock.Jump(2 * time.Second)
		o.send()
	}
	is.Equal(slices.Max(o.carrier.sizes()), 1)
	is.Equal(len(o.carrier.told()), 4)
	is.Equal(o.states(owner), []string{"sent", "sent", "waiting", "sent", "sent"})
	o.customer(owner, "Guest 5")
	o.customer(owner, "Guest 6")
	o.send()
	is.Equal(o.carrier.sizes(), []int{2}) // what is new goes on together
}

func TestLongCallsComeInSeveralPosts(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	o.batches(10)
	o.carrier.length = 100 << 10
	for i := range 5 {
		o.customer(o.A.Owner, fmt.Sprint("Guest ", i))
	}
	o.send()
	is.Equal(o.carrier.sizes(), []int{1, 2, 2})
	o.carrier.length = 300 << 10
	o.customer(o.A.Owner, "Guest 5")
	o.customer(o.A.Owner, "Guest 6")
	o.send()
	is.Equal(o.carrier.sizes(), []int{1, 1}) // one that is longer comes all the same
}

func TestHowManyCallsABatchHas(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	e := o.batches(webhook.MaxBatch)
	is.Equal(e.Batch, int64(webhook.MaxBatch))
	for _, n := range []int64{-1, 0, webhook.MaxBatch + 1} {
		_, err := webhook.Update(t.Context(), o.App, o.A.Owner, e.ID, webhook.Fields{Batch: &n})
		is.Equal(app.KindOf(err), app.Invalid)
	}
	v, err := webhook.Read(t.Context(), o.App, o.A.Owner, e.ID)
	is.NoErr(err)
	is.Equal(v.Batch, int64(webhook.MaxBatch)) // nothing changed
}

// TestWhatIsChangedWhileCallsAreSent: a webhook that is deleted gets no call that was not
// begun, and one with another URL gets the others there.
func TestWhatIsChangedWhileCallsAreSent(t *testing.T) {
	const calls = 100
	const elsewhere = "https://elsewhere.example.com/"
	for name, c := range map[string]struct {
		change func(o *office, id int64) error
		after  string
	}{
		"it is deleted": {func(o *office, id int64) error {
			return webhook.Delete(o.t.Context(), o.App, o.A.Owner, id)
		}, ""},
		"it is switched off": {func(o *office, id int64) error {
			off := false
			_, err := webhook.Update(o.t.Context(), o.App, o.A.Owner, id, webhook.Fields{Enabled: &off})
			return err
		}, ""},
		"it has another URL": {func(o *office, id int64) error {
			to := elsewhere
			_, err := webhook.Update(o.t.Context(), o.App, o.A.Owner, id, webhook.Fields{URL: &to})
			return err
		}, elsewhere},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			o := newOffice(t)
			e := o.endpoint(o.A.Owner, webhook.CustomerChanged)
			for i := range calls {
				o.customer(o.A.Owner, fmt.Sprint("Guest ", i))
			}
			var once sync.Once
			sent, there := 0, 0
			o.carrier.says(func(webhook.Delivery) webhook.Result {
				once.Do(func() { o.must(c.change(o, e.ID)) })
				sent++
				if o.carrier.to.URL == elsewhere {
					there++
				}
				return webhook.Result{Status: 200}
			})
			o.send()
			const begun = 40 // more than are under way at once
			if c.after == "" {
				is.True(sent < begun)
				return
			}
			is.Equal(sent, calls)
			is.True(there > calls-begun)
		})
	}
}
