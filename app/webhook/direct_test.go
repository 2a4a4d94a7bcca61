package webhook_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/customer"
	"marquee/app/webhook"
	"marquee/indexes"
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

// TestWhatAnotherHearsIsNotToldLater: what happened while a webhook was off, and is noted for another
// one, is not told to both because the one is on again before anybody looked at the note.
func TestWhatAnotherHearsIsNotToldLater(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	o.endpoint(owner, webhook.CustomerChanged)
	e := o.endpoint(owner, webhook.CustomerChanged)
	enable := func(on bool) {
		_, err := webhook.Update(t.Context(), o.App, owner, e.ID, webhook.Fields{Enabled: &on})
		is.NoErr(err)
	}
	enable(false)
	ada := o.customer(owner, "Ada")
	enable(true)
	o.send()
	is.Equal(o.carrier.told(), []string{fmt.Sprint("customer-changed ", ada)})
	grace := o.customer(owner, "Grace")
	enable(false)
	enable(true)
	o.send()
	is.Equal(o.carrier.told(), []string{fmt.Sprint("customer-changed ", grace), fmt.Sprint("customer-changed ", grace)}) // it was on then
}

// TestAWebhookThatIsOffIsNoOther: beside one that is switched off, calls are sent before they
// are stored; but what happened while that was on is told to both.
func TestAWebhookThatIsOffIsNoOther(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	o.endpoint(owner, webhook.CustomerChanged)
	other := o.endpoint(owner, webhook.CustomerChanged)
	o.customer(owner, "Ada")
	o.Clock.Jump(time.Second)
	off := false
	_, err := webhook.Update(t.Context(), o.App, owner, other.ID, webhook.Fields{Enabled: &off})
	is.NoErr(err)
	open := -1
	o.carrier.says(func(webhook.Delivery) webhook.Result {
		s, err := webhook.StatusOf(t.Context(), o.App)
		is.NoErr(err)
		open = int(s.Open)
		return webhook.Result{}
	})
	o.send()
	is.Equal(open, 2)                                      // both were to hear of it
	is.Equal(o.states(owner), []string{"sent", "waiting"}) // one does when it is on again
	o.customer(owner, "Grace")
	o.send()
	is.Equal(open, 1) // that one: the new call was not stored
	is.Equal(o.states(owner), []string{"sent", "waiting", "sent"})
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

// TestACallThatOutlivesItsWebhookIsNotKept: the webhook is deleted and forgotten while its call
// is under way.
func TestACallThatOutlivesItsWebhookIsNotKept(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	e := o.endpoint(o.A.Owner, webhook.CustomerChanged)
	o.customer(o.A.Owner, "Ada")
	o.carrier.says(func(webhook.Delivery) webhook.Result {
		is.NoErr(webhook.Delete(t.Context(), o.App, o.A.Owner, e.ID))
		o.clear()
		return webhook.Result{}
	})
	o.send()
	is.Equal(len(o.carrier.told()), 1)
	is.Equal(o.notices(), 0)
	is.Equal(len(o.calls(o.A.Owner)), 0)
}

// TestTooMuchIsNeverUnderWay: of many changes at once some are handed to the pump, and the
// others wait for room as they are noted.
func TestTooMuchIsNeverUnderWay(t *testing.T) {
	is := is.New(t)
	o := newOffice(t, apptest.Calm())
	o.endpoint(o.A.Owner, webhook.CustomerChanged)
	const changes = 3 * webhook.MaxDirect
	o.guests(changes)
	told := 0
	for told < changes {
		o.send()
		n := len(o.carrier.told())
		is.True(n > 0)
		is.True(n <= webhook.MaxDirect)
		told += n
	}
	is.Equal(told, changes)
	is.Equal(o.notices(), 0)
}

// TestWhatIsReadyIsStoredWhenItCannotBeSent: when the receiver begins to answer badly, and
// when the webhook is switched off, while many calls are ready that are not stored.
func TestWhatIsReadyIsStoredWhenItCannotBeSent(t *testing.T) {
	const changes = 200 // more than are sent at once
	is := is.New(t)
	o := newOffice(t, apptest.Calm())
	e := o.endpoint(o.A.Owner, webhook.CustomerChanged)
	enable := func(on bool) {
		_, err := webhook.Update(t.Context(), o.App, o.A.Owner, e.ID, webhook.Fields{Enabled: &on})
		is.NoErr(err)
	}
	for _, c := range []struct {
		name   string
		answer func(webhook.Delivery) webhook.Result
	}{
		{"bad answers", refuses},
		{"switched off", func(webhook.Delivery) webhook.Result { enable(false); return webhook.Result{} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			o.t = t
			o.carrier.says(c.answer)
			o.guests(changes)
			o.send()
			o.send()
			is.Equal(o.notices(), 0)
			o.carrier.says(nil)
			enable(true)
			o.Clock.Jump(time.Hour)
			for range 3 {
				o.send()
			}
			is.Equal(len(o.carrier.told()), changes)
		})
	}
}

// guests makes so many customers at once.
func (o *office) guests(n int) {
	o.t.Helper()
	o.must(o.App.UpdateCompany(o.t.Context(), o.A.Company.ID, func(tx app.Tx) error {
		for i := range n {
			if err := indexes.Forge(customer.Customers).Insert(tx, &customer.Customer{Name: "Guest", Email: fmt.Sprintf("%d@%d.example.com", i, tx.Now().UnixMicro())}); err != nil {
				return err
			}
		}
		return nil
	}))
}

// TestANewWebhookIsNotToldOfWhatWasBefore: though nobody had looked at it yet.
func TestANewWebhookIsNotToldOfWhatWasBefore(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	o.endpoint(o.A.Owner, webhook.CustomerChanged)
	o.customer(o.A.Owner, "Ada")
	o.endpoint(o.A.Owner, webhook.CustomerChanged)
	o.send()
	is.Equal(len(o.carrier.told()), 1)
}

// TestWhatIsUnderWayIsNotOvertaken: a change that is too old to be sent directly waits for a
// call about the same object that is under way.
func TestWhatIsUnderWayIsNotOvertaken(t *testing.T) {
	is := is.New(t)
	o := newOffice(t, apptest.Calm())
	owner := o.A.Owner
	o.endpoint(owner, webhook.CustomerChanged)
	ada := o.customer(owner, "Ada")
	first := true
	o.carrier.says(func(webhook.Delivery) webhook.Result {
		if first {
			first = false
			o.rename(owner, ada, "Ada L")
			o.Clock.Jump(2 * time.Minute)
			is.NoErr(webhook.Fold(t.Context(), o.App, o.A.Company.ID))
			is.Equal(len(o.calls(owner)), 0)
		}
		return webhook.Result{}
	})
	o.send()
	o.send()
	is.Equal(len(o.carrier.told()), 2)
}

// TestWhatWaitsIsReadAgain: a change waits for a call about the same object that is under way,
// and a later one about another object is handed on before it.
func TestWhatWaitsIsReadAgain(t *testing.T) {
	is := is.New(t)
	o := newOffice(t, apptest.Calm())
	owner := o.A.Owner
	o.endpoint(owner, webhook.CustomerChanged)
	ada := o.customer(owner, "Ada")
	first := true
	o.carrier.says(func(webhook.Delivery) webhook.Result {
		if first {
			first = false
			o.rename(owner, ada, "Ada L")
			o.Clock.Jump(2 * time.Minute) // too old to be sent directly
			o.customer(owner, "Grace")
			is.NoErr(webhook.Fold(t.Context(), o.App, o.A.Company.ID))
		}
		return webhook.Result{}
	})
	o.send()
	o.send()
	is.Equal(len(o.carrier.told()), 3)
	is.Equal(o.notices(), 0)
}

// TestWhatWasSentAgainWaitsBeforeWhatIsUnderWay: a dead call is sent again while one about the same
// object is under way, which is not taken either: one of them waits, and the other one behind it.
func TestWhatWasSentAgainWaitsBeforeWhatIsUnderWay(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	owner := o.A.Owner
	o.endpoint(owner, webhook.CustomerChanged)
	o.carrier.says(refuses)
	ada := o.customer(owner, "Ada")
	o.send()
	o.Clock.Jump(73 * time.Hour)
	o.clear()
	is.Equal(o.states(owner), []string{"dead"})
	dead := o.calls(owner)[0].ID
	o.carrier.says(nil)
	o.customer(owner, "Grace") // it answers well
	o.send()

	o.rename(owner, ada, "Ada L")
	o.carrier.says(func(d webhook.Delivery) webhook.Result {
		is.NoErr(webhook.SendAgain(t.Context(), o.App, owner, dead))
		o.carrier.answer = refuses
		return refuses(d)
	})
	o.send()
	is.Equal(o.states(owner), []string{"waiting", "sent", "behind"})
	o.Check()
	o.carrier.says(nil)
	o.carrier.told()
	for range 2 {
		o.Clock.Jump(time.Minute)
		o.send()
	}
	is.Equal(o.states(owner), []string{"sent", "sent", "sent"})
	is.Equal(len(o.carrier.told()), 2)
}
