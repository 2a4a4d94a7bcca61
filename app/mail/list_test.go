package mail_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/matryer/is"

	"marquee/app/apptest"
	"marquee/app/customer"
	"marquee/app/mail"
)

// TestAListHasWhatHappenedJustBefore: who lists mails finds those about what they have just
// done, although another goroutine writes them afterwards.
func TestAListHasWhatHappenedJustBefore(t *testing.T) {
	is := is.New(t)
	d := newDesk(t, apptest.Calm(), apptest.Unchecked())
	ctx, stop := context.WithCancel(t.Context())
	var jobs sync.WaitGroup
	jobs.Go(func() { d.App.RunJobs(ctx) })
	defer jobs.Wait()
	defer stop()
	d.buy(ada, d.ticket)
	for len(d.mails(mail.Filter{})) == 0 { // until the job runs
	}
	for n := range 30 {
		address := fmt.Sprintf("b%d@example.com", n)
		o := d.buy(customer.Buyer{Name: "B", Email: address}, d.ticket)
		is.Equal(len(d.mails(mail.Filter{OrderID: o.ID})), 1)
		is.Equal(len(d.mails(mail.Filter{Address: address})), 1)
	}
}
