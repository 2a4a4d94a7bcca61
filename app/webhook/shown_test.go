package webhook_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/queue"
	"marquee/app/webhook"
)

// shown lists what the queue shows of calls, as "company/call state destination key".
func (o *office) shown(s queue.State) (all []string) {
	o.t.Helper()
	rows, err := queue.List(o.t.Context(), o.App, queue.Filter{Kind: "webhook", State: s})
	o.must(err)
	for _, e := range rows {
		all = append(all, fmt.Sprintf("%d/%d %s %s %s", e.CompanyID, e.ID, e.State, e.To, e.Key))
	}
	return all
}

// TestTheQueueShowsCallsAndSendsThemAgain: those of all companies, beside its entries.
func TestTheQueueShowsCallsAndSendsThemAgain(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	mine, other := o.endpoint(o.A.Owner, webhook.CustomerChanged), o.endpoint(o.B.Owner, webhook.CustomerChanged)
	ada, grace := o.customer(o.A.Owner, "Ada"), o.customer(o.B.Owner, "Grace")
	o.carrier.says(refuses)
	o.send()
	a, b := o.calls(o.A.Owner)[0].ID, o.calls(o.B.Owner)[0].ID
	line := func(c *app.Caller, call int64, state string, to webhook.View, customer int64) string {
		return fmt.Sprintf("%d/%d %s %d customer-changed/%d", c.CompanyID, call, state, to.ID, customer)
	}
	is.Equal(o.shown(0), []string{line(o.A.Owner, a, "waiting", mine, ada), line(o.B.Owner, b, "waiting", other, grace)})
	is.Equal(len(o.shown(queue.Dead)), 0)

	is.Equal(o.carrier.tried(), 2)
	is.NoErr(queue.RetryRow(t.Context(), o.App, "webhook", o.A.Owner.CompanyID, a))
	o.send()
	is.Equal(o.carrier.tried(), 1) // and not that of the other company
	is.Equal(app.KindOf(queue.RetryRow(t.Context(), o.App, "webhook", o.A.Owner.CompanyID, a+100)), app.NotFound)
	is.Equal(app.KindOf(queue.RetryRow(t.Context(), o.App, "mail", o.A.Owner.CompanyID, a)), app.Invalid)

	o.Clock.Jump(73 * time.Hour)
	o.clear()
	is.Equal(o.shown(0), []string{line(o.A.Owner, a, "dead", mine, ada), line(o.B.Owner, b, "dead", other, grace)})
	n, err := queue.RetryDead(t.Context(), o.App, "mail")
	is.NoErr(err)
	is.Equal(n, 0)
	n, err = queue.RetryDead(t.Context(), o.App, "")
	is.NoErr(err)
	is.Equal(n, 2)
	o.carrier.says(nil)
	o.send()
	is.Equal(len(o.shown(0)), 0)
	is.Equal(o.shown(queue.Done), []string{line(o.A.Owner, a, "done", mine, ada), line(o.B.Owner, b, "done", other, grace)})
}
