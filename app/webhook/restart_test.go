package webhook_test

import (
	"fmt"
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/areas"
	"marquee/app/webhook"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

// TestAProcessThatEndsBeforeItStoredAResult sends again what a process had sent that ended
// before it could note that, with the same ids and in the same order, and loses nothing that
// was noted and not made a call of yet.
func TestAProcessThatEndsBeforeItStoredAResult(t *testing.T) {
	is := is.New(t)
	clock := apptest.NewClock()
	e := mem.New(mem.Options{Clock: clock.Now})
	t.Cleanup(func() { _ = e.Close() })
	o := newOffice(t, apptest.On(e), apptest.WithClock(clock), apptest.Calm())
	owner := o.A.Owner
	o.endpoint(owner, webhook.CustomerChanged)
	ada := o.customer(owner, "Ada")
	grace := o.customer(owner, "Grace")
	var before []string
	o.carrier.says(func(d webhook.Delivery) webhook.Result {
		before = append(before, d.ID)
		return webhook.Result{Held: true, Problem: "the process ended"} // it arrived, and nobody noted that
	})
	o.send()
	is.Equal(len(before), 2)
	o.rename(owner, ada, "Ada L") // noted, and not a call yet

	again, c := app.New(e, areas.Definition(), app.Options{Clock: clock.Now}), &carrier{}
	webhook.Use(again, c, webhook.Policy{})
	is.NoErr(again.RunJob(t.Context(), webhook.SendJob))
	var after []string
	for _, d := range c.took {
		after = append(after, d.ID)
	}
	is.Equal(len(after), 3)
	for _, id := range before {
		is.True(id == after[0] || id == after[1]) // the same id
	}
	told := c.told()
	is.Equal(told[2], fmt.Sprintf("customer-changed %d", ada)) // behind the first about the same
	is.True(told[0] == fmt.Sprintf("customer-changed %d", grace) || told[1] == fmt.Sprintf("customer-changed %d", grace))
}
