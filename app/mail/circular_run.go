package mail

import (
	"context"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/queue"
)

// writeCircular writes the mails of a circular, some at a time with a pause between, so that mails
// which somebody waits for are not held up.
func writeCircular(a *app.App, company int64, of queue.Ref) queue.Step {
	return func(ctx context.Context) (p queue.Progress, err error) {
		err = a.UpdateCompany(ctx, company, func(tx app.Tx) (err error) {
			p, err = someOfCircular(tx, a, of.ID)
			return err
		})
		return p, err
	}
}

// someOfCircular writes to the next of those whom a circular goes to. What it wrote and how far it
// is are stored together: a process that ends between goes on behind the last of them.
func someOfCircular(tx app.Tx, a *app.App, id int64) (queue.Progress, error) {
	c, err := circularByID(tx, id)
	if gone(err) || err == nil && !c.works() {
		return queue.Ended, nil
	}
	if err != nil {
		return queue.Ended, err
	}
	if c.State == Due && c.At != nil && tx.Wall().Before(*c.At) {
		return queue.Rest(min(c.At.Sub(tx.Wall()), time.Hour)), nil
	}
	all, next, more, err := c.To.some(tx, c.Place)
	if err != nil {
		return queue.Ended, err
	}
	post := posts.Of(a).now()
	for _, who := range all {
		if err := c.writeTo(tx, post, a, who); err != nil {
			return queue.Ended, err
		}
	}
	c, err = circulars.Update(tx, id, func(now *Circular) error {
		now.Place, now.Mails, now.Nobody, now.State = next, c.Mails, c.Nobody, Sending
		if at := tx.Now(); now.BegunAt == nil {
			now.BegunAt = &at
		}
		if at := tx.Now(); !more {
			now.State, now.EndedAt = CircularSent, &at
		}
		return nil
	})
	if err != nil || !more {
		return queue.Ended, err
	}
	return queue.Rest(circularPause), nil
}

// writeTo writes to one person, unless they have the mail already.
func (c *Circular) writeTo(tx app.Tx, p Post, a *app.App, who reached) error {
	once := onceOfCircular(c.ID, who.customerID)
	if _, has, err := messageByOnce.Find(tx, once); err != nil || has {
		return err
	}
	if ok, err := c.To.fits(tx, who); err != nil || !ok {
		return err
	}
	m := Message{Kind: OfStaff, CustomerID: who.customerID, EventID: who.eventID, CircularID: c.ID, Once: once}
	f, err := factsOfCircular(tx, p.BaseURL, &m)
	if gone(err) || err == nil && f.buyer.Email == "" {
		c.Nobody++
		return nil
	}
	if err != nil {
		return err
	}
	m.To, m.Name, m.Language = f.buyer.Email, f.buyer.Name, f.reads()
	if err := f.finish(tx, p, &m, a); err != nil {
		return err
	}
	c.Mails++
	return insert(tx, &m)
}

// onceOfCircular is what a person gets once.
func onceOfCircular(id, customerID int64) string {
	return fmt.Sprintf("%s/%d/%d", OfStaff, id, customerID)
}

// factsOfCircular reads what a mail of a circular may tell: of its event, and of who gets it.
func factsOfCircular(r app.Reader, base string, m *Message) (f *facts, err error) {
	if m.EventID != 0 {
		f, err = factsOfEvent(r, base, m.EventID, 0, m.CustomerID)
	} else {
		f, err = factsOfCustomer(r, base, m.CustomerID)
	}
	if err == nil {
		f.circular, err = circularByID(r, m.CircularID)
	}
	return f, err
}

// mootCircular tells that the circular was stopped, or that whom it goes to is gone. One to whoever
// tries it is for nobody else.
func (f *facts) mootCircular(m *Message) string {
	switch {
	case m.CustomerID == 0 && m.Asked:
		return ""
	case f.circular.State == Stopped:
		return "the message was stopped"
	case f.buyer.ID == 0:
		return "the customer is gone"
	}
	return ""
}
