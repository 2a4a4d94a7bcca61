package mail

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// CircularFields are what a circular can be made of; what is nil or not given is left as it is.
type CircularFields struct {
	Texts *[]CircularText
	To    AudienceFields
}

// AudienceFields are what an audience can be made of.
type AudienceFields struct {
	EventIDs, SaleItemIDs *[]int64
	GroupID               app.Maybe[int64]
	Came                  app.Maybe[Came]
}

func (in *CircularFields) change(r app.Reader, c *Circular) error {
	app.Set(&c.Texts, in.Texts)
	app.Set(&c.To.EventIDs, in.To.EventIDs)
	app.Set(&c.To.SaleItemIDs, in.To.SaleItemIDs)
	in.To.GroupID.Put(&c.To.GroupID)
	in.To.Came.Put(&c.To.Came)
	var p app.Problems
	c.parsed(&p)
	if err := c.To.check(&p, r); err != nil {
		return err
	}
	return p.Err()
}

// WriteCircular makes a draft.
func WriteCircular(ctx context.Context, a *app.App, c *app.Caller, in CircularFields) (v CircularView, err error) {
	err = a.Update(ctx, c, app.SendMails, func(tx app.Tx) error {
		made := Circular{State: Draft, UserID: c.UserID}
		if err := in.change(tx, &made); err != nil {
			return err
		}
		if err := circulars.Insert(tx, &made); err != nil {
			return err
		}
		v, err = viewOfCircular(tx, made)
		return err
	})
	return v, err
}

// ChangeCircular changes a draft, unless somebody changed it after since, which may be nil.
func ChangeCircular(ctx context.Context, a *app.App, c *app.Caller, id int64, since *time.Time, in CircularFields) (CircularView, error) {
	return updateCircular(ctx, a, c, id, func(tx app.Tx, x *Circular) error {
		if x.State != Draft {
			return app.Field("id", "is no draft any more")
		}
		if since != nil && x.UpdatedAt.After(*since) {
			return app.Refuse(app.Conflict, "This was changed by somebody else in the meantime. Please look at it again.")
		}
		return in.change(tx, x)
	})
}

func updateCircular(ctx context.Context, a *app.App, c *app.Caller, id int64, change func(tx app.Tx, x *Circular) error) (v CircularView, err error) {
	err = a.Update(ctx, c, app.SendMails, func(tx app.Tx) error {
		if _, err := circularByID(tx, id); err != nil {
			return err
		}
		x, err := circulars.Update(tx, id, func(x *Circular) error { return change(tx, x) })
		if err != nil {
			return err
		}
		if x.works() {
			if err := circularsGoOn.Put(tx, &x); err != nil {
				return err
			}
		}
		v, err = viewOfCircular(tx, x)
		return err
	})
	return v, err
}

// SendCircular sends a draft, now or at a moment, once.
func SendCircular(ctx context.Context, a *app.App, c *app.Caller, id int64, at *time.Time) (CircularView, error) {
	return updateCircular(ctx, a, c, id, func(tx app.Tx, x *Circular) error {
		if x.State != Draft {
			return app.Field("id", "is no draft any more")
		}
		if at != nil && !at.After(tx.Wall()) {
			return app.Field("at", "must not be in the past")
		}
		app.Note(tx, "circulars", id, "sent to many")
		x.State, x.At = Due, at
		return nil
	})
}

// CountCircular counts exactly who would get a circular now, and changes nothing.
func CountCircular(ctx context.Context, a *app.App, c *app.Caller, id int64) (x Circular, n Counted, err error) {
	err = a.View(ctx, c, app.SendMails, func(r app.Reader) (err error) {
		if x, err = circularByID(r, id); err == nil {
			n, err = x.To.count(r)
		}
		return err
	})
	return x, n, err
}

// StopCircular stops one that waits or is being sent. Who was written to was; what is queued is not
// handed over any more.
func StopCircular(ctx context.Context, a *app.App, c *app.Caller, id int64) (CircularView, error) {
	return updateCircular(ctx, a, c, id, func(tx app.Tx, x *Circular) error {
		if x.State == Draft || x.State == Stopped {
			return app.Field("id", "is not being sent")
		}
		now := tx.Now()
		x.State, x.EndedAt = Stopped, &now
		return nil
	})
}

// DropCircular throws a draft away.
func DropCircular(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.SendMails, func(tx app.Tx) error {
		x, err := circularByID(tx, id)
		if err == nil && x.State != Draft {
			err = app.Field("id", "is no draft any more")
		}
		if err == nil {
			err = circulars.Delete(tx, id)
		}
		return err
	})
}

// TryCircular mails a circular to whoever asks, as it would read in a language.
func TryCircular(ctx context.Context, a *app.App, c *app.Caller, id int64, language string) (m Message, err error) {
	if c.UserEmail == "" {
		return m, app.Field("id", "can be tried by people alone")
	}
	err = a.Update(ctx, c, app.SendMails, func(tx app.Tx) error {
		x, err := circularByID(tx, id)
		if err != nil {
			return err
		}
		m = Message{Kind: OfStaff, To: c.UserEmail, Name: c.UserName, Language: language, CircularID: id, Asked: true}
		if len(x.To.EventIDs) > 0 {
			m.EventID = x.To.EventIDs[0]
		}
		if m.Language == "" {
			m.Language = x.Texts[0].Language
		}
		p := posts.Of(a).now()
		f, err := factsOfCircular(tx, p.BaseURL, &m)
		if err != nil {
			return err
		}
		if err := f.finish(tx, p, &m, a); err != nil {
			return err
		}
		return insert(tx, &m)
	})
	return m, err
}

// ShowCircular is how it reads in a language, to somebody called as whoever asks.
func ShowCircular(ctx context.Context, a *app.App, c *app.Caller, id int64, language string) (p Preview, err error) {
	err = a.View(ctx, c, app.SendMails, func(r app.Reader) error {
		x, err := circularByID(r, id)
		if err != nil {
			return err
		}
		m := Message{Kind: OfStaff, Name: c.UserName, Language: language, CircularID: id, Asked: true}
		if len(x.To.EventIDs) > 0 {
			m.EventID = x.To.EventIDs[0]
		}
		f, err := factsOfCircular(r, posts.Of(a).now().BaseURL, &m)
		if err != nil {
			return err
		}
		out, err := f.write(r, &m)
		p = Preview{out.subject, out.text, out.sheet.html(out.sheet.addresses(f.base))}
		return err
	})
	return p, err
}

// ReadCircular reads one.
func ReadCircular(ctx context.Context, a *app.App, c *app.Caller, id int64) (v CircularView, err error) {
	err = a.View(ctx, c, app.ViewMails, func(r app.Reader) error {
		x, err := circularByID(r, id)
		if err == nil {
			v, err = viewOfCircular(r, x)
		}
		return err
	})
	return v, err
}

// CircularFilter says which circulars a list shows.
type CircularFilter struct {
	EventID int64 `list:"eventId"`
	list.Request
}

var circularList = &list.List[Circular, CircularFilter]{
	Needs: app.ViewMails, Name: "circulars", Max: MaxPage, Table: circulars.Table, ByOffset: true,
	Plan: func(r app.Reader, f *CircularFilter) (list.Plan[Circular], error) {
		by, key := circularAll, int64(0)
		if f.EventID != 0 {
			by, key = circularEvents, f.EventID
		}
		n, err := by.CountOf(r, indexes.Equal(key))
		return list.Groups(r, by, []indexes.Group{{Key: key, N: n}}, list.All, true), err
	},
}

// ListCirculars lists them, the newest first.
func ListCirculars(ctx context.Context, a *app.App, c *app.Caller, f CircularFilter) (list.Page[CircularView], error) {
	return list.Views(ctx, a, c, circularList, f, f.Request, func(r app.Reader, x *Circular) (CircularView, error) { return viewOfCircular(r, *x) })
}
