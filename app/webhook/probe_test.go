package webhook_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"marquee/app/webhook"

	"github.com/matryer/is"
)

// answers is a receiver that takes nothing of a kind.
func answers(status int, kind webhook.Kind) func(webhook.Delivery) webhook.Result {
	return func(d webhook.Delivery) webhook.Result {
		if d.Kind != kind {
			return webhook.Result{}
		}
		return webhook.Result{Status: status, Problem: fmt.Sprint("the receiver answered ", status)}
	}
}

// goesBy has minutes pass, in each of which is sent what is due.
func (o *office) goesBy(minutes int) {
	o.t.Helper()
	for range minutes {
		o.Clock.Jump(time.Minute)
		o.send()
	}
}

// TestAKindThatIsRefusedHoldsUpNoOther: of many calls the receiver takes none, and one of another
// kind that is stored behind them arrives as soon as it is asked again.
func TestAKindThatIsRefusedHoldsUpNoOther(t *testing.T) {
	for _, status := range []int{422, 500} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			is := is.New(t)
			o := newOffice(t)
			o.endpoint(o.A.Owner, webhook.CustomerChanged, webhook.NewEvent)
			o.carrier.says(answers(status, webhook.CustomerChanged))
			o.guests(200)
			o.goesBy(60)
			is.Equal(o.carrier.told(), []string{})
			o.guests(1) // so that the last probe was of a new one
			o.send()
			event := o.event(o.A.Owner)
			o.goesBy(6)
			is.Equal(o.carrier.told(), []string{fmt.Sprint("new-event ", event)})
		})
	}
}

// TestANewCallWaitsForNoRetries: what the receiver did not take yet is tried again and again, and
// each time another call comes right behind it.
func TestANewCallWaitsForNoRetries(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	o.endpoint(owner, webhook.CustomerChanged)
	o.carrier.says(refuses)
	o.customer(owner, "Bad")
	o.send()
	for range 10 {
		o.Clock.Jump(6 * time.Hour)
		o.send()
	}
	bad := o.calls(owner)[0].ObjectID
	o.carrier.says(func(d webhook.Delivery) webhook.Result {
		if d.ObjectID == bad {
			return refuses(d)
		}
		return webhook.Result{}
	})
	good := o.customer(owner, "Good")
	o.send()
	is.Equal(o.carrier.told(), []string{fmt.Sprint("customer-changed ", good)})
}

// TestNewCallsToASilentReceiverAreFew: it is not asked with each of them.
func TestNewCallsToASilentReceiverAreFew(t *testing.T) {
	const minutes = 200
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		o := newOffice(t)
		o.endpoint(o.A.Owner, webhook.CustomerChanged)
		o.carrier.says(refuses)
		ctx, stop := context.WithCancel(t.Context())
		var jobs sync.WaitGroup
		jobs.Go(func() { o.App.RunJobs(ctx) })
		for range minutes {
			o.guests(1)
			time.Sleep(time.Minute)
			o.Clock.Jump(time.Minute)
		}
		stop()
		jobs.Wait()
		tries := o.carrier.tried()
		is.True(tries >= minutes/5)
		is.True(tries < minutes*2/5+10) // every five minutes with a new one, and with one that was tried before
		is.True(o.App.JobStatus(webhook.SendJob).Runs < 10*minutes)
	})
}

// TestInTroubleEachCallGoesAlone: also to a receiver of lists, which would refuse all because of
// one.
func TestInTroubleEachCallGoesAlone(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	e := o.batches(10)
	kinds := []webhook.Kind{webhook.CustomerChanged, webhook.NewEvent}
	_, err := webhook.Update(t.Context(), o.App, owner, e.ID, webhook.Fields{Kinds: &kinds})
	is.NoErr(err)
	o.carrier.says(answers(500, webhook.CustomerChanged))
	o.guests(2)
	o.send()
	is.Equal(o.carrier.sizes(), []int{2})
	o.guests(1)
	event := o.event(owner)
	o.send()
	is.Equal(o.carrier.told(), []string{fmt.Sprint("new-event ", event)})
}

// TestWhatTheReceiverRefusesIsNoTrouble: it answers, and the next call may be one that it takes.
func TestWhatTheReceiverRefusesIsNoTrouble(t *testing.T) {
	var troubled []string
	for _, status := range []int{400, 404, 408, 409, 410, 422, 425, 429, 500, 503} {
		o := newOffice(t)
		o.endpoint(o.A.Owner, webhook.CustomerChanged)
		o.carrier.says(answers(status, webhook.CustomerChanged))
		o.guests(10)
		o.send()
		o.goesBy(2)
		s, err := webhook.StatusOf(t.Context(), o.App)
		o.must(err)
		if s.Troubled > 0 {
			troubled = append(troubled, fmt.Sprint(status))
		}
		if n := len(o.calls(o.A.Owner, "waiting")); n != 10 {
			t.Errorf("%d: %d calls wait", status, n)
		}
	}
	is.New(t).Equal(strings.Join(troubled, " "), "408 425 429 500 503")
}
