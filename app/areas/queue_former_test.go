package areas_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/async"
	"marquee/app/catalog"
	"marquee/app/entry"
	"marquee/app/imports"
	"marquee/app/mail"
	"marquee/app/massrefund"
	"marquee/app/queue"
	"marquee/app/report"
	"marquee/app/sales/rules"
	"marquee/indexes"
	"marquee/kv"
)

// What an earlier release had begun goes on after the upgrade: each run stands in the queue once,
// and is done once.
func TestWhatWasBegunBeforeTheQueueGoesOn(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t, apptest.Calm())
	ctx, a, c := t.Context(), w.App, w.A.Owner
	var called catalog.Event
	is.NoErr(a.Update(ctx, c, app.Authenticated, func(tx app.Tx) error {
		called = catalog.Event{Name: "Off", Start: w.Clock.Now().Add(time.Hour), End: w.Clock.Now().Add(2 * time.Hour), Timezone: "UTC", CancelledAt: new(tx.Now()), OffSale: true}
		if err := indexes.Forge(catalog.Events).Insert(tx, &called); err != nil {
			return err
		}
		return entry.MakeEntryZone(tx, &called)
	}))
	n, err := imports.Take(ctx, a, c, imports.Upload{Type: "customers", Name: "fans.csv", File: []byte("name,email\nAda,ada@example.com\n")})
	is.NoErr(err)
	_, err = imports.Map(ctx, a, c, n.ID, nil)
	is.NoErr(err)
	refund, err := massrefund.Start(ctx, a, c, called.ID, massrefund.Terms{Kind: rules.MoneyBack})
	is.NoErr(err)
	is.NoErr(mail.Notify(ctx, a, c, mail.Notice{EventID: called.ID, Kind: mail.EventChanged, Note: "it is off"}))
	saved, err := report.SaveReport(ctx, a, c, report.Save{
		Name: "Yesterday", Span: report.LastDay, Ask: report.Ask{ID: report.EventSales},
		Schedule: &report.Schedule{Every: report.Daily, To: []string{"boss@example.com"}},
	})
	is.NoErr(err)
	_, err = report.Deliver(ctx, a, c, saved.Number())
	is.NoErr(err)
	uuid, err := async.Take(ctx, a, c, async.Request{Method: "GET", Path: "/events", Safe: true})
	is.NoErr(err)

	open := func() []queue.Entry {
		all, err := queue.List(ctx, a, queue.Filter{})
		is.NoErr(err)
		return all
	}
	begun := open()
	is.Equal(len(begun), 5)
	is.NoErr(a.UpdateCompany(ctx, 0, func(tx app.Tx) error { // as an earlier release left it
		for _, e := range begun {
			if err := queue.Forget(tx, e.ID); err != nil {
				return err
			}
		}
		return nil
	}))
	for _, m := range []indexes.Migration{massrefund.QueueFormer(), imports.QueueFormer(), report.QueueFormer(), mail.QueueFormer(), async.QueueFormer()} {
		is.NoErr(a.Engine().Update(ctx, func(tx kv.Tx) error {
			_, err := m.Step(tx, nil)
			return err
		}))
	}
	former := open()
	is.Equal(len(former), 5)
	for i := range former {
		is.Equal([]any{former[i].CompanyID, former[i].Kind, former[i].Key, former[i].Payload}, []any{begun[i].CompanyID, begun[i].Kind, begun[i].Key, begun[i].Payload})
	}
	w.Check() // and so say the invariants

	async.Use(a, &answers{left: []string{"[]"}})
	for range 3 {
		is.NoErr(a.RunJob(ctx, queue.SendJob))
	}
	n, err = imports.Read(ctx, a, c, n.ID)
	is.NoErr(err)
	is.Equal(n.State, imports.Checked)
	refund, err = massrefund.Read(ctx, a, c, refund.ID)
	is.NoErr(err)
	is.Equal(refund.State, massrefund.Done)
	_, ready, err := async.Find(ctx, a, c, uuid, "GET", "/events")
	is.NoErr(err)
	is.True(ready)
	is.Equal(len(open()), 0)
}
