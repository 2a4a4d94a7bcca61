package mail_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/customer"
	"marquee/app/mail"
	"marquee/app/queue"
	"marquee/kv"
	"marquee/kv/mem"
)

// ending is an engine whose process ends after so many writes; below zero it goes on.
type ending struct {
	kv.Engine
	mu   sync.Mutex
	left int
	stop context.CancelFunc
}

func (e *ending) Update(ctx context.Context, fn func(kv.Tx) error) error {
	e.mu.Lock()
	if e.left > 0 {
		e.left--
	}
	over := e.left == 0
	if over && e.stop != nil {
		e.stop()
	}
	e.mu.Unlock()
	if over {
		return kv.ErrBusy
	}
	return e.Engine.Update(ctx, fn)
}

// crowded is a desk with many buyers, on an engine that ends.
func crowded(t *testing.T, buyers int) (*desk, *ending) {
	t.Helper()
	clock := apptest.NewClock()
	memory := mem.New(mem.Options{Clock: clock.Now})
	t.Cleanup(func() { _ = memory.Close() })
	e := &ending{Engine: memory, left: -1}
	d := newDesk(t, apptest.On(e), apptest.WithClock(clock), apptest.Calm(), apptest.Unchecked())
	for i := range buyers {
		d.buy(customer.Buyer{Name: "B", Email: fmt.Sprintf("b%d@example.com", i)}, d.ticket)
	}
	d.jobs()
	d.carrier.letters = nil
	return d, e
}

// coat is a message to whoever comes.
func (d *desk) coat() mail.CircularView {
	d.t.Helper()
	v, err := mail.WriteCircular(d.t.Context(), d.App, d.A.Owner, mail.CircularFields{
		Texts: &[]mail.CircularText{{Language: "en", Subject: "A coat", Body: "**Cold**, [see](https://example.com)."}},
		To:    mail.AudienceFields{EventIDs: &[]int64{d.event.ID}},
	})
	d.must(err)
	return v
}

// TestAMessageReachesEachOnce: the process ends again and again while a message is sent, and
// another goes on. Each person has it once.
func TestAMessageReachesEachOnce(t *testing.T) { synctest.Test(t, reachEachOnce) }

func reachEachOnce(t *testing.T) {
	is := is.New(t)
	const buyers = 210 // two batches
	d, e := crowded(t, buyers)
	m := d.coat()
	_, n, err := mail.CountCircular(t.Context(), d.App, d.A.Owner, m.ID)
	is.NoErr(err)
	is.Equal(n.Mails, int64(buyers))
	_, err = mail.SendCircular(t.Context(), d.App, d.A.Owner, m.ID, nil)
	is.NoErr(err)
	for ends := range 8 {
		ctx, stop := context.WithCancel(t.Context())
		e.left, e.stop = 3+2*ends, stop
		_ = d.App.RunJob(ctx, queue.SendJob)
		stop()
		e.left, e.stop = -1, nil
		d.App = app.New(d.App.Engine(), d.App.Definition(), app.Options{Clock: d.Clock.Now})
		mail.Use(d.App, mail.Post{Carrier: d.carrier, From: "office@example.com", BaseURL: base})
		d.Clock.Jump(time.Minute)
	}
	for range 10 {
		d.jobs()
		d.Clock.Jump(time.Minute)
	}
	v, err := mail.ReadCircular(t.Context(), d.App, d.A.Owner, m.ID)
	is.NoErr(err)
	is.Equal(v.State, mail.CircularSent)
	is.Equal(v.Mails, int64(buyers))
	is.Equal(len(d.mails(mail.Filter{CircularID: m.ID})), 100) // the first page of them
	is.Equal(v.Outcome.Sent+v.Outcome.Queued+v.Outcome.Dead, int64(buyers))
}

// TestControlTwinOfMessages: a sender that notes how far it is in a transaction of its own, and does
// not ask who has the mail already, ends between the two. Whoever it wrote to gets it again, and once more for each item.
func TestControlTwinOfMessages(t *testing.T) {
	is := is.New(t)
	d, _ := crowded(t, 3)
	m := d.coat()
	send := func() {
		d.must(d.App.UpdateCompany(t.Context(), d.A.Company.ID, func(tx app.Tx) error { return mail.WriteAgain(tx, d.App, m.ID) }))
	}
	send() // and ends
	send()
	is.Equal(len(d.mails(mail.Filter{CircularID: m.ID})), 2*2*3) // each of the three holds two items
}

// TestAMessageIsStopped: what waits is not handed over any more.
func TestAMessageIsStopped(t *testing.T) {
	is := is.New(t)
	d, _ := crowded(t, 3)
	m := d.coat()
	later := d.Clock.Now().Add(time.Hour)
	_, err := mail.SendCircular(t.Context(), d.App, d.A.Owner, m.ID, &later)
	is.NoErr(err)
	d.jobs()
	is.Equal(len(d.carrier.letters), 0)
	_, err = mail.StopCircular(t.Context(), d.App, d.A.Owner, m.ID)
	is.NoErr(err)
	d.Clock.Jump(2 * time.Hour)
	d.jobs()
	is.Equal(len(d.carrier.letters), 0)
}

// TestMarksAreOfTheTextAlone: what somebody is called is no link and not bold.
func TestMarksAreOfTheTextAlone(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.buy(customer.Buyer{Name: "**Bob** B", Email: "ada@example.com"}, d.ticket)
	d.jobs()
	v, err := mail.WriteCircular(t.Context(), d.App, d.A.Owner, mail.CircularFields{
		Texts: &[]mail.CircularText{{Language: "en", Subject: "Hi", Body: "Hello {customer.name}, **it is [here](https://example.com/a?b=1)**."}},
		To:    mail.AudienceFields{EventIDs: &[]int64{d.event.ID}},
	})
	is.NoErr(err)
	_, err = mail.SendCircular(t.Context(), d.App, d.A.Owner, v.ID, nil)
	is.NoErr(err)
	d.jobs()
	l := d.carrier.last()
	is.True(contains(l.HTML, `<b>it is </b>`) && contains(l.HTML, `href="https://example.com/a?b=1"`))
	is.True(contains(l.HTML, "**Bob** B"))
	is.True(contains(l.Text, "here (https://example.com/a?b=1)"))
}

func contains(s, part string) bool { return strings.Contains(s, part) }
