package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/queue"
	"marquee/indexes"
)

// DeliverReports is the name of the job that makes reports by the clock.
const DeliverReports = "reports by the clock"

// Keeper puts a file into the folder for reports, under a name of its own, wholly or not at
// all. What has the name already is replaced.
type Keeper func(name string, write func(io.Writer) error) error

// folder is that of one installation.
type folder struct{ keep Keeper }

var folders = app.NewPerApp(func() *folder { return &folder{} })

// KeepIn says how reports are put into the folder for them. Without it there is none. It is
// called before the jobs begin.
func KeepIn(a *app.App, keep Keeper) { folders.Of(a).keep = keep }

// waiting are the runs in the queue.
var waiting = queue.NewRuns(queue.RunSpec[Delivery]{
	Name: "report", Of: func(d *Delivery) queue.Ref { return queue.Ref{ID: d.ID} }, Works: func(d *Delivery) bool { return d.State == RunWaiting },
})

// begin stores a run, and puts it into the queue.
func (d *Delivery) begin(tx app.Tx) error {
	if err := deliveries.Insert(tx, d); err != nil {
		return err
	}
	return waiting.Put(tx, d)
}

// QueueFormer is the migration that puts the runs into the queue that an earlier release began.
func QueueFormer() indexes.Migration {
	return indexes.Migration{Number: 8, Name: "reports in the queue", Step: indexes.LookAtEach(deliveries.Table, waiting.PutFormer)}
}

// beginAll begins the runs whose time has come, and forgets old ones.
func beginAll(ctx context.Context, w *app.Work) error {
	due := func(r app.Reader) ([]int64, error) {
		return indexes.Gather(savedDue.IDs(r, indexes.To(justAfter(w)).Limit(maxDeliveries)))
	}
	err := w.EachDue(ctx, due, func(id int64) error { return w.Update(ctx, func(tx app.Tx) error { return beginDue(tx, id) }) })
	if err != nil {
		return err
	}
	return w.Update(ctx, forgetDeliveries)
}

// justAfter is the end of what is due now.
func justAfter(w *app.Work) time.Time { return w.App.Now().Add(time.Microsecond) }

// beginDue begins a run and moves the schedule on, in one transaction: a run is neither
// lost nor made twice. Of the moments that passed while the box office was down the last
// one counts.
func beginDue(tx app.Tx, id int64) error {
	s, err := savedReports.Get(tx, id)
	now := tx.Wall()
	if err != nil || s.NextAt == nil || s.NextAt.After(now) {
		return err
	}
	due := s.Schedule.latest(*s.NextAt, now)
	err = (&Delivery{SavedID: id, State: RunWaiting, Due: due}).begin(tx)
	if err != nil && !errors.Is(err, indexes.ErrTaken) { // by hand it was made for this moment already
		return err
	}
	_, err = savedReports.Update(tx, id, func(s *Saved) error {
		next := s.Schedule.after(now)
		s.NextAt = &next
		return nil
	})
	return err
}

// Deliver has a saved report that has a schedule made now. It can be asked for once a minute,
// and not while it is being made.
func Deliver(ctx context.Context, a *app.App, c *app.Caller, number int64) (d Delivery, err error) {
	err = a.Update(ctx, c, app.Everywhere(app.ViewReports), func(tx app.Tx) error {
		now := tx.Wall()
		s, err := savedReports.Update(tx, number-firstSaved+1, func(s *Saved) error { return s.byHand(c, now) })
		if err != nil {
			return unsaved(err)
		}
		waits, err := isWaiting(tx, s.ID)
		if err != nil {
			return err
		}
		d = Delivery{SavedID: s.ID, State: RunWaiting, Due: now, ByHand: true}
		if !waits {
			err = d.begin(tx)
		}
		if waits || errors.Is(err, indexes.ErrTaken) {
			return app.Field("id", "is being made")
		}
		return err
	})
	return d, err
}

// byHand notes that a report is made by hand, or refuses that.
func (s *Saved) byHand(c *app.Caller, now time.Time) error {
	if s.Schedule == nil {
		return app.Field("id", "goes to nobody: it has no schedule")
	}
	if err := (&Save{Schedule: s.Schedule}).may(c); err != nil {
		return err
	}
	if s.ByHandAt != nil && now.Before(s.ByHandAt.Add(byHandPause)) {
		return app.Field("id", "was made just now: it can be made once a minute")
	}
	s.ByHandAt = &now
	return nil
}

// isWaiting tells whether a run of a saved report has not ended.
func isWaiting(r app.Reader, saved int64) (bool, error) {
	for hit, err := range deliveryBySaved.Scan(r, indexes.Equal(saved).Reversed()) {
		if err != nil || hit.Rec.State == RunWaiting {
			return err == nil, err
		}
	}
	return false, nil
}

// deliver makes one run: it puts the file into the folder, which may be done again, and
// then ends the run together with what is mailed of it.
func deliver(a *app.App, company int64, of queue.Ref) queue.Step {
	return func(ctx context.Context) (queue.Progress, error) { return deliverOne(ctx, a, company, of.ID) }
}

func deliverOne(ctx context.Context, a *app.App, company, id int64) (queue.Progress, error) {
	d, s, err := deliveryByID(ctx, a, company, id)
	if err != nil || d.State != RunWaiting {
		if isMissing(err) { // its report was deleted
			err = nil
		}
		return queue.Ended, err
	}
	made := d
	if s.Schedule != nil && s.Schedule.Folder {
		made.File = fmt.Sprintf("company-%d-report-%d-%s.%s", company, s.Number(), d.Due.UTC().Format("20060102T150405Z"), s.Schedule.Format)
		made.Rows, err = intoFolder(ctx, a, company, &d, &s, made.File)
	} else {
		_, err = callerFor(ctx, a, company, &s)
	}
	if ctx.Err() != nil || app.IsPoisoned(err) {
		return queue.Ended, err
	}
	why, p := err, queue.Ended
	err = a.UpdateCompany(ctx, company, func(tx app.Tx) (err error) {
		p, err = endRun(tx, made, why)
		return err
	})
	return p, err
}

// endRun notes what became of an attempt.
func endRun(tx app.Tx, made Delivery, why error) (queue.Progress, error) {
	s, err := savedReports.Get(tx, made.SavedID)
	if err != nil {
		return queue.Ended, err
	}
	mine := false
	ended, err := deliveries.Update(tx, made.ID, func(d *Delivery) error {
		if mine = d.State == RunWaiting; !mine {
			return nil // somebody else was faster
		}
		now := tx.Wall()
		d.Attempts++
		switch refused, ok := errors.AsType[*app.Error](why); {
		case why == nil:
			d.State, d.EndedAt, d.File, d.Rows, d.Problem = RunDone, &now, made.File, made.Rows, ""
			d.Revision = s.Revision
		case ok && !app.StoreRefused(why): // one that took too long is tried again
			d.State, d.EndedAt, d.Problem = RunFailed, &now, problemOf(refused)
		case d.Attempts >= maxAttempts:
			d.State, d.EndedAt, d.Problem = RunFailed, &now, "the file could not be written"
		default:
			d.Problem = "the file could not be written"
		}
		return nil
	})
	switch {
	case err != nil || !mine:
		return queue.Ended, err
	case ended.State == RunWaiting:
		return queue.Rest(time.Duration(ended.Attempts) * retryPause), nil
	}
	return queue.Ended, ports(tx).Delivered(tx, &ended)
}

// problemOf is a refusal on one line.
func problemOf(refused *app.Error) string {
	if len(refused.Fields) > 0 {
		return refused.Fields[0].Field + " " + refused.Fields[0].Message.String()
	}
	return refused.Message.String()
}

func deliveryByID(ctx context.Context, a *app.App, company, id int64) (d Delivery, s Saved, err error) {
	err = a.ViewCompany(ctx, company, func(r app.Reader) (err error) {
		d, s, err = RunOf(r, id)
		return err
	})
	return d, s, err
}

// RunOf is a run with its report.
func RunOf(r app.Reader, id int64) (d Delivery, s Saved, err error) {
	if d, err = deliveries.Get(r, id); err == nil {
		s, err = savedReports.Get(r, d.SavedID)
	}
	return d, s, err
}

// callerFor is who a report runs as. Its maker must have the rights to send it still.
func callerFor(ctx context.Context, a *app.App, companyID int64, s *Saved) (*app.Caller, error) {
	c := &app.Caller{UserName: "operator", Super: true, CompanyID: companyID}
	if s.UserID != 0 {
		var err error
		c, err = company.CallerOfUser(ctx, a, s.UserID, companyID)
		if kind := app.KindOf(err); kind == app.Unauthenticated || kind == app.Forbidden {
			return nil, app.Refuse(app.Forbidden, "Who saved this report does not belong to the company any more.")
		}
		if err != nil {
			return nil, err
		}
	}
	if err := (&Save{Schedule: s.Schedule}).may(c); err != nil {
		return nil, err
	}
	own := *c
	own.Super, own.Installation, own.Abilities, own.Scoped = false, false, map[app.Ability]bool{}, nil
	for _, right := range s.Rights {
		own.Abilities[right] = c.Can(right)
	}
	err := a.ViewCompany(ctx, companyID, func(r app.Reader) error {
		settings, err := company.SettingsOf(r)
		if err == nil && len(settings.Locales) > 0 {
			own.Locale, own.Locales = settings.Locales[0], settings.Locales
			own.Language = app.Language{Asked: settings.Locales[0], Fallback: settings.Locales[0]}
		}
		return err
	})
	return &own, err
}

// ListRuns gives the runs of a saved report, the newest first.
func ListRuns(ctx context.Context, a *app.App, c *app.Caller, number int64, q list.Request) (out list.Page[Delivery], err error) {
	err = a.View(ctx, c, app.Everywhere(app.ViewReports), func(r app.Reader) error {
		id := number - firstSaved + 1
		if _, err := savedReports.Get(r, id); err != nil {
			return unsaved(err)
		}
		ids, err := runsOf(r, id)
		if err != nil {
			return err
		}
		all, err := deliveries.GetMany(r, ids)
		slices.Reverse(all)
		out = list.Held(all, q)
		return err
	})
	return out, err
}

// runsOf are the runs of a saved report, the oldest first.
func runsOf(r app.Reader, id int64) (ids []int64, err error) {
	return indexes.Gather(deliveryBySaved.IDs(r, indexes.Equal(id)))
}

// forgetDeliveries removes what is old.
func forgetDeliveries(tx app.Tx) error {
	old, err := indexes.Gather(deliveryByAge.IDs(tx, indexes.To(tx.Wall().Add(-keepRuns)).Limit(maxDeliveries)))
	for _, id := range old {
		if err == nil {
			err = deliveries.Delete(tx, id)
		}
	}
	return err
}
