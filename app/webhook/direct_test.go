package webhook_test

import (
	"fmt"
	"testing"
	"time"

	"marquee/app/webhook"

	"github.com/matryer/is"
)

// TestACallIsNotStoredBeforeItIsSent: of one webhook that answers well, only what came of its
// calls is. As soon as there is another one, or it answers badly, each call waits in the store.
func TestACallIsNotStoredBeforeItIsSent(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	o.endpoint(owner, webhook.CustomerChanged)
	open := -1
	o.carrier.says(func(webhook.Delivery) webhook.Result {
		s, err := webhook.StatusOf(t.Context(), o.App)
		is.NoErr(err)
		open = int(s.Open)
		return webhook.Result{}
	})
	o.customer(owner, "Ada")
	o.send()
	is.Equal(open, 0)
	is.Equal(o.states(owner), []string{"sent"})
	is.Equal(o.notices(), 0)
	is.Equal(o.calls(owner)[0].Attempts, int64(1))

	o.carrier.says(refuses)
	o.customer(owner, "Grace")
	o.send()
	is.Equal(o.states(owner), []string{"sent", "waiting"})
	o.customer(owner, "Hedy") // its receiver answered badly
	o.send()
	is.Equal(o.states(owner), []string{"sent", "waiting", "waiting"})
	is.Equal(o.notices(), 0)
	o.carrier.says(nil)
	o.Clock.Jump(time.Minute)
	o.send()
	is.Equal(o.states(owner), []string{"sent", "sent", "sent"})
	o.carrier.told()

	o.endpoint(owner, webhook.CustomerChanged) // it did not want to hear of anything before
	o.customer(owner, "Mary")
	o.send()
	is.Equal(len(o.carrier.told()), 2)
	is.Equal(len(o.calls(owner)), 5)
}

// TestChangesOfOneObjectAreSentOneAfterTheOther: also where none of them is stored first.
func TestChangesOfOneObjectAreSentOneAfterTheOther(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	o.endpoint(owner, webhook.CustomerChanged, webhook.NewEvent)
	ada := o.customer(owner, "Ada")
	for i := range 3 {
		o.rename(owner, ada, fmt.Sprint("Ada ", i))
	}
	event := o.event(owner)
	o.send()
	is.Equal(len(o.carrier.posts), 5)
	told := o.carrier.told()
	is.Equal(len(told), 5)
	is.True(told[0] == fmt.Sprint("new-event ", event) || told[1] == fmt.Sprint("new-event ", event)) // holds up no other
}

// TestWhatWasNotedIsToldThoughTheWebhookIsSwitchedOff: when it is on again, and what came
// meanwhile is not.
func TestWhatWasNotedIsToldThoughTheWebhookIsSwitchedOff(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	e := o.endpoint(owner, webhook.CustomerChanged)
	ada := o.customer(owner, "Ada")
	enable := func(on bool) {
		_, err := webhook.Update(t.Context(), o.App, owner, e.ID, webhook.Fields{Enabled: &on})
		is.NoErr(err)
	}
	enable(false)
	o.customer(owner, "Grace")
	enable(false) // it was off since before
	o.send()
	is.Equal(o.states(owner), []string{"waiting"})
	enable(true)
	o.send()
	is.Equal(o.carrier.told(), []string{fmt.Sprintf("customer-changed %d", ada)})
}

// TestOldNoticesAreStored: nobody sees a notice, so none waits long for its call.
func TestOldNoticesAreStored(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	o.endpoint(o.A.Owner, webhook.CustomerChanged)
	o.customer(o.A.Owner, "Ada")
	o.Clock.Jump(2 * time.Minute)
	open := 0
	o.carrier.says(func(webhook.Delivery) webhook.Result {
		open = len(o.calls(o.A.Owner, "waiting"))
		return webhook.Result{}
	})
	o.send()
	is.Equal(open, 1)
}
