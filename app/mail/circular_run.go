package mail

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
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
	return c.write(tx, p, a, who, once)
}

// write writes to one person, once or again.
func (c *Circular) write(tx app.Tx, p Post, a *app.App, who reached, once string) error {
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
func mootCircular(f *facts, m *Message) string {
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

// Audience is who gets a circular: who holds something of one of some events, or is in a group, or
// both.
type Audience struct {
	EventIDs []int64 `msgpack:"e,omitempty"`
	// SaleItemIDs narrow it to who holds one of these, GroupID to who is in a group.
	SaleItemIDs []int64 `msgpack:"s,omitempty"`
	GroupID     int64   `msgpack:"g,omitempty"`
	// Came narrows it to who was let in at the event, or was not.
	Came Came `msgpack:"c,omitempty"`
}

// Came says whether somebody was let in. The text is stored.
type Came string

// Whether somebody came, or did not; empty does not ask.
const (
	DidCome Came = "came"
	DidNot  Came = "absent"
)

// Values lists them.
func (Came) Values() []string { return []string{string(DidCome), string(DidNot)} }

// Place is how far a walk through an audience is: the event by its number there, and the last item
// or customer.
type Place struct {
	Event int   `msgpack:"e,omitempty"`
	After int64 `msgpack:"a,omitempty"`
}

// reached is somebody of an audience, with the event that they are of.
type reached struct{ customerID, eventID int64 }

// check wants what it names to be there, for whoever is to see it.
func (to *Audience) check(p *app.Problems, r app.Reader) error {
	if len(to.EventIDs) == 0 && to.GroupID == 0 {
		p.Add("eventIds", "is required")
	}
	if len(to.EventIDs) > maxCircularEvents {
		p.Add("eventIds", "must not have more than %d entries", maxCircularEvents)
		return nil
	}
	if to.Came != "" && len(to.EventIDs) == 0 {
		p.Add("came", "needs %s", "eventIds")
	}
	if to.Came != "" && !slices.Contains(Came("").Values(), string(to.Came)) {
		p.Add("came", "must be one of: %s", strings.Join(Came("").Values(), ", "))
	}
	for _, id := range to.EventIDs {
		there, err := catalog.EventExists(r, id)
		if err != nil {
			return err
		}
		if !there {
			p.Add("eventIds", "does not exist")
		}
	}
	items, err := catalog.SaleItemsByID(r, to.SaleItemIDs)
	if err != nil {
		return err
	}
	for _, id := range to.SaleItemIDs {
		if s, ok := items[id]; !ok || !slices.Contains(to.EventIDs, s.EventID) {
			p.Add("saleItemIds", "does not exist")
		}
	}
	if to.GroupID == 0 {
		return nil
	}
	return customer.WantGroups(p, r, "customerGroupId", []int64{to.GroupID})
}

// some are the next of an audience behind a place; more tells that others may follow. Somebody may
// be in it more than once.
func (to *Audience) some(r app.Reader, at Place) (all []reached, next Place, more bool, err error) {
	if len(to.EventIDs) == 0 {
		ids, err := customer.MembersBehind(r, to.GroupID, at.After, clockBatch)
		for _, id := range ids {
			all, at.After = append(all, reached{customerID: id}), id
		}
		return all, at, len(ids) == clockBatch, err
	}
	event := to.EventIDs[at.Event]
	items, err := order.SoldFor(r, event, at.After, clockBatch)
	if err != nil {
		return nil, at, false, err
	}
	for i := range items {
		it := &items[i]
		at.After = it.ID
		if it.Admissible() && it.CustomerID != 0 && it.At(event) && to.holds(it) {
			all = append(all, reached{it.CustomerID, event})
		}
	}
	if len(items) == clockBatch {
		return all, at, true, nil
	}
	at = Place{Event: at.Event + 1}
	return all, at, at.Event < len(to.EventIDs), nil
}

// holds tells whether an item is one of those that it is narrowed to.
func (to *Audience) holds(it *order.Item) bool {
	return len(to.SaleItemIDs) == 0 || slices.Contains(to.SaleItemIDs, it.SaleItemID)
}

// fits tells whether somebody who holds something is one of the audience.
func (to *Audience) fits(r app.Reader, who reached) (bool, error) {
	if to.GroupID != 0 && who.eventID != 0 {
		in, err := customer.InAny(r, who.customerID, []int64{to.GroupID}, app.Of(r).Now())
		if err != nil || !in {
			return false, err
		}
	}
	if to.Came == "" {
		return true, nil
	}
	held, err := order.HeldAt(r, who.customerID, who.eventID)
	if err != nil {
		return false, err
	}
	for i := range held {
		if !to.holds(&held[i]) {
			continue
		}
		if came, err := entry.WasScanned(r, held[i].ID); err != nil || came {
			return came && to.Came == DidCome, err
		}
	}
	return to.Came == DidNot, nil
}

// Counted is how many people a circular would go to.
type Counted struct {
	// People are all of the audience, each once. To those of Nobody there is no address, those of
	// Suppressed are not written to, and Mails is how many are left.
	People, Nobody, Suppressed, Mails int64
	// Why counts those that are not written to by reason.
	Why map[string]int64
}

// count counts an audience in one snapshot.
func (to *Audience) count(r app.Reader) (n Counted, err error) {
	n.Why = map[string]int64{}
	seen := map[int64]bool{}
	at, more := Place{}, true
	for more {
		var all []reached
		if all, at, more, err = to.some(r, at); err != nil {
			return n, err
		}
		for _, who := range all {
			if seen[who.customerID] {
				continue
			}
			ok, err := to.fits(r, who)
			if err != nil {
				return n, err
			}
			if !ok {
				continue // another event of the list may be the one
			}
			seen[who.customerID] = true
			if err := n.add(r, who.customerID); err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

// add counts one person.
func (n *Counted) add(r app.Reader, id int64) error {
	n.People++
	all, err := customer.Many(r, []int64{id})
	if err != nil {
		return err
	}
	if len(all) != 1 || all[0].DeletedAt != nil || all[0].Email == "" {
		n.Nobody++
		return nil
	}
	why, err := cannot(r, all[0].Email)
	if err != nil {
		return err
	}
	if why == "" {
		n.Mails++
		return nil
	}
	n.Suppressed++
	n.Why[why]++
	return nil
}
