package webhook_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/audit"
	"marquee/app/list"
	"marquee/app/webhook"

	"github.com/matryer/is"
)

func TestChangesAreToldInTheirOrder(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	o.customer(owner, "Before")
	o.endpoint(owner, webhook.CustomerChanged)
	ada := o.customer(owner, "Ada")
	o.rename(owner, ada, "Ada L")
	o.customer(o.B.Owner, "Somebody else's")
	o.send()
	told := fmt.Sprintf("customer-changed %d", ada)
	is.Equal(o.carrier.told(), []string{told, told})
	is.Equal(o.states(owner), []string{"sent", "sent"})
	o.send()
	is.Equal(o.carrier.told(), []string{}) // once
	is.Equal(len(o.calls(o.B.Owner)), 0)
}

func TestWhatIsSwitchedOffIsNotToldLater(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	e := o.endpoint(owner, webhook.CustomerChanged)
	off, on := false, true
	_, err := webhook.Update(t.Context(), o.App, owner, e.ID, webhook.Fields{Enabled: &off})
	is.NoErr(err)
	o.customer(owner, "Unheard")
	_, err = webhook.TestCall(t.Context(), o.App, owner, e.ID)
	is.Equal(app.KindOf(err), app.Invalid)
	_, err = webhook.Update(t.Context(), o.App, owner, e.ID, webhook.Fields{Enabled: &on})
	is.NoErr(err)
	o.send()
	is.Equal(o.carrier.told(), []string{})
	_, err = webhook.TestCall(t.Context(), o.App, owner, e.ID)
	is.NoErr(err)
	o.send()
	is.Equal(o.carrier.told(), []string{"test 0"})
}

func TestAnObjectThatFailsHoldsUpNoOther(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	o.endpoint(owner, webhook.CustomerChanged)
	bad, good := o.customer(owner, "Bad"), o.customer(owner, "Good")
	o.rename(owner, bad, "Worse")
	o.carrier.says(func(d webhook.Delivery) webhook.Result {
		if d.ObjectID == bad {
			return refuses(d)
		}
		return webhook.Result{}
	})
	o.send()
	is.Equal(o.carrier.told(), []string{fmt.Sprintf("customer-changed %d", good)})
	o.send() // what came later is put behind
	is.Equal(o.states(owner), []string{"waiting", "sent", "behind"})
	o.carrier.says(nil)
	o.Clock.Jump(time.Second)
	o.send()
	is.Equal(len(o.carrier.told()), 2)
	is.Equal(o.states(owner), []string{"sent", "sent", "sent"})
}

func TestPausesGrowAndEndInADeadLetter(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	e := o.endpoint(owner, webhook.CustomerChanged)
	o.customer(owner, "Ada")
	o.carrier.says(refuses)
	began := o.Clock.Now()
	o.send()
	is.Equal(o.carrier.tried(), 1)
	for _, pause := range []time.Duration{time.Second, 5 * time.Second, 15 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour} {
		o.Clock.Jump(pause - time.Millisecond)
		o.send()
		is.Equal(o.carrier.tried(), 0) // not yet
		o.Clock.Jump(time.Millisecond)
		o.send()
		is.Equal(o.carrier.tried(), 1)
	}
	for o.Clock.Now().Sub(began) < 72*time.Hour {
		is.Equal(o.states(owner), []string{"waiting"})
		o.Clock.Jump(6 * time.Hour)
		o.send()
	}
	one := o.calls(owner)[0]
	is.Equal(one.State, webhook.Dead)
	is.Equal(one.Status, int64(500))
	is.Equal(one.Problem, "the receiver answered 500")

	is.NoErr(webhook.SendAgain(t.Context(), o.App, owner, one.ID))
	o.send()
	is.Equal(o.states(owner), []string{"waiting"}) // it has its three days again
	o.Clock.Jump(73 * time.Hour)
	o.clear()
	is.Equal(o.states(owner), []string{"dead"})
	o.carrier.says(nil)
	n, _, err := webhook.SendDead(t.Context(), o.App, owner, e.ID)
	is.NoErr(err)
	is.Equal(n, 1)
	o.send()
	is.Equal(o.states(owner), []string{"sent"})
	o.Clock.Jump(8 * 24 * time.Hour)
	o.clear()
	is.Equal(len(o.calls(owner)), 0)
}

func TestASilentReceiverIsAskedWithOneCallAtATime(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	o.endpoint(owner, webhook.CustomerChanged)
	for i := range 40 {
		o.customer(owner, fmt.Sprint("Guest ", i))
	}
	o.carrier.says(refuses)
	o.send()
	is.Equal(o.carrier.tried(), 40) // together, and none of them again
	o.Clock.Jump(time.Second)
	o.send()
	is.Equal(o.carrier.tried(), 1)
	for range 200 {
		o.Clock.Jump(time.Minute)
		o.send()
	}
	tries := o.carrier.tried()
	is.True(tries <= 45) // every five minutes
	is.True(tries >= 35)
	o.carrier.says(nil)
	o.Clock.Jump(5 * time.Minute)
	o.send()
	is.Equal(len(o.carrier.told()), 40) // it is back, and hears everything at once
}

func TestADeletedEndpointGetsNothing(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	e := o.endpoint(owner, webhook.CustomerChanged)
	o.carrier.says(refuses)
	o.customer(owner, "Ada")
	o.send()
	one := o.calls(owner)[0].ID
	o.carrier.says(nil)
	is.NoErr(webhook.Delete(t.Context(), o.App, owner, e.ID))
	o.Clock.Jump(time.Hour)
	o.customer(owner, "Grace")
	o.send()
	is.Equal(o.carrier.told(), []string{})
	is.Equal(len(o.calls(owner)), 0)
	is.Equal(app.KindOf(webhook.SendAgain(t.Context(), o.App, owner, one)), app.NotFound)
	is.Equal(app.KindOf(webhook.Delete(t.Context(), o.App, owner, e.ID)), app.NotFound)
	o.clear()
	o.endpoint(owner, webhook.CustomerChanged)
	is.Equal(len(o.calls(owner)), 0)
}

func TestTwoSecretsSignWhileOneIsReplaced(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	at, kinds := url, []webhook.Kind{webhook.CustomerChanged}
	e, first, err := webhook.Create(t.Context(), o.App, owner, webhook.Fields{URL: &at, Kinds: &kinds})
	is.NoErr(err)
	secrets := func() []string {
		_, err := webhook.TestCall(t.Context(), o.App, owner, e.ID)
		is.NoErr(err)
		o.send()
		return o.carrier.to.Secrets
	}
	is.Equal(secrets(), []string{first})
	_, second, err := webhook.Rotate(t.Context(), o.App, owner, e.ID, 2)
	is.NoErr(err)
	is.Equal(secrets(), []string{second, first})
	_, third, err := webhook.Rotate(t.Context(), o.App, owner, e.ID, 2)
	is.NoErr(err)
	is.Equal(secrets(), []string{third, second}) // never more than two
	o.Clock.Jump(2 * time.Hour)
	is.Equal(secrets(), []string{third})
	_, fourth, err := webhook.Rotate(t.Context(), o.App, owner, e.ID, 0)
	is.NoErr(err)
	is.Equal(secrets(), []string{fourth})
	_, _, err = webhook.Rotate(t.Context(), o.App, owner, e.ID, 169)
	is.Equal(app.KindOf(err), app.Invalid)
}

func TestWhoAsksMustBeAbleToReadWhatIsTold(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	at := url
	ask := func(c *app.Caller, kinds ...webhook.Kind) error {
		_, _, err := webhook.Create(t.Context(), o.App, c, webhook.Fields{URL: &at, Kinds: &kinds})
		return err
	}
	is.Equal(app.KindOf(ask(o.A.With(app.EditWebhooks), webhook.CustomerChanged)), app.Forbidden)
	is.NoErr(ask(o.A.With(app.EditWebhooks, app.ViewCustomers), webhook.CustomerChanged))
	is.Equal(app.KindOf(ask(o.A.With(app.EditWebhooks, app.ViewCustomers), webhook.OrderCompleted)), app.Forbidden)
	is.Equal(app.KindOf(ask(o.A.With(app.ViewCustomers), webhook.CustomerChanged)), app.Forbidden)
	is.Equal(app.KindOf(ask(o.A.Owner, webhook.Test)), app.Invalid)
	is.Equal(app.KindOf(ask(o.A.Owner)), app.Invalid)
	e := o.endpoint(o.A.Owner, webhook.CustomerChanged)
	elsewhere := "https://elsewhere.example.com"
	_, err := webhook.Update(t.Context(), o.App, o.A.With(app.EditWebhooks), e.ID, webhook.Fields{URL: &elsewhere})
	is.Equal(app.KindOf(err), app.Forbidden) // the URL may be theirs
	_, err = webhook.Update(t.Context(), o.App, o.B.Owner, e.ID, webhook.Fields{URL: &elsewhere})
	is.Equal(app.KindOf(err), app.NotFound)
	for range webhook.MaxEndpoints - 2 {
		o.endpoint(o.A.Owner, webhook.NewEvent)
	}
	is.Equal(app.KindOf(ask(o.A.Owner, webhook.NewEvent)), app.Invalid) // one too many
}

// TestACallDoesNotFollowItsEndpointElsewhere: whoever sends an endpoint's calls to a URL of
// theirs must be able to read them, those too that waited for the URL before.
func TestACallDoesNotFollowItsEndpointElsewhere(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner, other := o.A.Owner, o.A.With(app.EditWebhooks, app.ViewEvents)
	e := o.endpoint(owner, webhook.CustomerChanged)
	o.carrier.says(refuses)
	for _, name := range []string{"Ada", "Grace"} {
		id := o.customer(owner, name)
		o.rename(owner, id, name+" again") // and one behind it
	}
	o.send()
	o.send() // what came later is put behind
	waiting := o.calls(owner, "waiting")[0].ID
	o.Clock.Jump(73 * time.Hour)
	o.clear()
	dead := o.calls(owner, "dead")[1].ID
	is.NoErr(webhook.SendAgain(t.Context(), o.App, owner, waiting))

	theirs := "https://elsewhere.example.com"
	_, err := webhook.Update(t.Context(), o.App, other, e.ID, webhook.Fields{URL: &theirs, Kinds: &[]webhook.Kind{webhook.NewEvent}})
	is.NoErr(err)
	o.carrier.says(nil)
	is.Equal(app.KindOf(webhook.SendAgain(t.Context(), o.App, other, dead)), app.Invalid)
	n, _, err := webhook.SendDead(t.Context(), o.App, other, e.ID)
	is.NoErr(err)
	is.Equal(n, 0)
	o.Clock.Jump(time.Minute)
	o.send()
	is.Equal(o.carrier.told(), []string{})
	is.Equal(len(o.calls(owner, "dead")), 4)
	event := o.event(owner)
	o.send()
	is.Equal(o.carrier.told(), []string{fmt.Sprint("new-event ", event)}) // it goes on at once
}

// TestWhatWasSentAgainHoldsUpNobody: what is too old is given up, also behind a call that
// has its three days again.
func TestWhatWasSentAgainHoldsUpNobody(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	o.endpoint(owner, webhook.CustomerChanged)
	o.carrier.says(refuses)
	o.customer(owner, "Ada")
	o.customer(owner, "Grace")
	o.send()
	first := o.calls(owner)[0]
	o.Clock.Jump(73 * time.Hour)
	is.NoErr(webhook.SendAgain(t.Context(), o.App, owner, first.ID))
	o.clear()
	is.Equal(o.states(owner), []string{"waiting", "dead"})
}

// TestWhatIsGivenUpBehindOthersLetsNobodyOvertake: of three calls about one object the first was
// sent again last, and is behind the second, which waits, when the third is given up.
func TestWhatIsGivenUpBehindOthersLetsNobodyOvertake(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	o.endpoint(owner, webhook.CustomerChanged)
	o.carrier.says(refuses)
	again := func(i int) { is.NoErr(webhook.SendAgain(t.Context(), o.App, owner, o.calls(owner)[i].ID)) }
	id := o.customer(owner, "Ada")
	o.send()
	for _, name := range []string{"Ada L", "Ada Lovelace"} {
		o.Clock.Jump(73 * time.Hour)
		o.clear()
		o.rename(owner, id, name)
		if name == "Ada Lovelace" {
			again(1)
		}
		o.send()
	}
	is.Equal(o.states(owner), []string{"dead", "waiting", "behind"})
	o.Clock.Jump(71 * time.Hour)
	again(0)
	again(1)
	is.Equal(o.states(owner), []string{"behind", "waiting", "behind"})
	o.Clock.Jump(2 * time.Hour)
	o.clear()
	is.Equal(o.states(owner), []string{"behind", "waiting", "dead"})
	o.carrier.says(nil)
	for range 3 {
		o.send()
	}
	is.Equal(o.states(owner), []string{"sent", "sent", "dead"})
}

// TestManyDeadCallsAreSentAgainInSteps: no request holds up the writer for long.
func TestManyDeadCallsAreSentAgainInSteps(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	e := o.endpoint(o.A.Owner, webhook.CustomerChanged)
	o.must(o.App.Update(t.Context(), o.A.Owner, app.Authenticated, func(tx app.Tx) error { return webhook.BuryCalls(tx, e.ID, webhook.MaxAgain+1) }))
	n, more, err := webhook.SendDead(t.Context(), o.App, o.A.Owner, e.ID)
	is.NoErr(err)
	is.Equal(n, webhook.MaxAgain)
	is.True(more)
	n, more, err = webhook.SendDead(t.Context(), o.App, o.A.Owner, e.ID)
	is.NoErr(err)
	is.Equal(n, 1)
	is.True(!more)

	written, err := audit.List(t.Context(), o.App, o.A.Owner, audit.Filter{Object: "webhooks", Key: strconv.FormatInt(e.ID, 10), Request: list.Request{Limit: 1}})
	is.NoErr(err)
	is.Equal(written.Rows[0].Objects[0].Fields[0].After, "dead calls sent again: 1")
}

// TestAClockThatWasAheadKeepsNoCall: neither is a call tried until a time that it was given by
// mistake, nor kept until then, nor does it keep others.
func TestAClockThatWasAheadKeepsNoCall(t *testing.T) {
	const day = 24 * time.Hour
	t.Run("that nobody takes", func(t *testing.T) {
		is := is.New(t)
		o := newOffice(t)
		c := o.A.Owner
		o.endpoint(c, webhook.CustomerChanged)
		o.carrier.says(refuses)
		o.Clock.Jump(400 * day)
		id := o.customer(c, "Ada")
		o.send()
		o.Clock.Jump(-400 * day)
		o.rename(c, id, "Ada L") // behind the other one
		o.customer(c, "Grace")   // at the time of the store, which is still ahead
		for range 4 * 24 {       // three days from when that was noticed
			o.clear()
			o.send()
			o.Clock.Jump(time.Hour)
		}
		is.Equal(o.states(c), []string{"dead", "dead", "dead"})
		o.must(webhook.SendAgain(t.Context(), o.App, c, o.calls(c)[0].ID))
		o.clear()
		is.Equal(o.states(c)[0], "waiting") // it has its three days again
		o.Clock.Jump(4 * day)
		o.clear()
		is.Equal(o.states(c), []string{"dead", "dead", "dead"})
		o.Clock.Jump(31 * day)
		o.clear()
		is.Equal(o.states(c), nil)
	})
	for name, days := range map[string]int{"that was sent": 8, "that was sent, looked at every day": 1} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			o := newOffice(t)
			c := o.A.Owner
			o.endpoint(c, webhook.CustomerChanged)
			o.Clock.Jump(400 * day)
			o.customer(c, "Ada")
			o.send()
			o.Clock.Jump(-400 * day)
			o.customer(c, "Grace")
			o.send()
			is.Equal(o.states(c), []string{"sent", "sent"})
			for passed := 0; passed < 8; passed += days {
				o.Clock.Jump(time.Duration(days) * day)
				o.clear()
			}
			is.Equal(o.states(c)[0], "sent")                          // from when that was noticed on
			is.Equal(len(o.states(c)), map[int]int{8: 1, 1: 2}[days]) // the other one may wait for it, a day at most
			o.Clock.Jump(time.Duration(days) * day)
			o.clear()
			is.Equal(o.states(c), nil)
		})
	}
}

// TestAWaitThatAWrongClockReckonedIsMended: what was to be tried again at a time that is far
// ahead now is tried at once.
func TestAWaitThatAWrongClockReckonedIsMended(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	c := o.A.Owner
	o.endpoint(c, webhook.CustomerChanged)
	o.carrier.says(refuses)
	o.Clock.Jump(400 * 24 * time.Hour)
	id := o.customer(c, "Ada")
	o.send()
	o.Clock.Jump(-400 * 24 * time.Hour)
	o.carrier.says(nil)
	o.Clock.Jump(time.Hour)
	o.send()
	is.Equal(o.carrier.told(), []string{}) // its time has not come
	o.clear()
	o.send()
	is.Equal(o.carrier.told(), []string{fmt.Sprint("customer-changed ", id)})
}

// TestWhatIsBeyondTheRoomIsCounted: a receiver that never answers fills the store up to a limit,
// and is told how much it missed.
func TestWhatIsBeyondTheRoomIsCounted(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	c := o.A.Owner
	full, free := o.endpoint(c, webhook.CustomerChanged), o.endpoint(c, webhook.CustomerChanged)
	for i := range 3 {
		o.customer(c, fmt.Sprint("Guest ", i))
	}
	is.NoErr(o.App.UpdateCompany(t.Context(), o.A.Company.ID, func(tx app.Tx) error { return webhook.FoldFull(tx, full.ID, 2) }))
	made := map[int64]int{}
	for _, one := range o.calls(c) {
		made[one.EndpointID]++
	}
	is.Equal(made, map[int64]int{full.ID: 2, free.ID: 3})
	missed := map[int64]int64{}
	all, err := webhook.List(t.Context(), o.App, c, webhook.EndpointFilter{})
	is.NoErr(err)
	for _, e := range all.Rows {
		missed[e.ID] = e.Missed
	}
	is.Equal(missed, map[int64]int64{full.ID: 1, free.ID: 0})
}
