package webhook_test

import (
	"context"
	"testing"

	"marquee/app/apptest"
	"marquee/app/webhook"
	"marquee/kv"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

// watched is an engine of which somebody looks at each commit.
type watched struct {
	kv.Engine
	look func()
}

func (w *watched) Update(ctx context.Context, fn func(kv.Tx) error) error {
	err := w.Engine.Update(ctx, fn)
	if w.look != nil {
		w.look()
	}
	return err
}

// TestTheCallsOfADeletedWebhookAreForgottenInOrder: in no step is one behind others that are gone.
func TestTheCallsOfADeletedWebhookAreForgottenInOrder(t *testing.T) {
	is := is.New(t)
	clock := apptest.NewClock()
	e := &watched{Engine: mem.New(mem.Options{Clock: clock.Now})}
	t.Cleanup(func() { _ = e.Close() })
	o := newOffice(t, apptest.On(e), apptest.WithClock(clock))
	owner := o.A.Owner
	made := o.endpoint(owner, webhook.CustomerChanged)
	o.carrier.says(refuses)
	ada := o.customer(owner, "Ada")
	o.send()
	o.rename(owner, ada, "Ada L")
	o.send()
	is.Equal(o.states(owner), []string{"waiting", "behind"})
	is.NoErr(webhook.Delete(t.Context(), o.App, owner, made.ID))
	looks := 0
	e.look = func() { looks++; o.Check() }
	o.clear()
	is.True(looks > 2)
}
