package mail

import (
	"context"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/indexes"
)

// Filter says which mails a list shows.
type Filter struct {
	States []string `list:"states"`
	Kinds  []string `list:"kinds"`
	// OrderID and Address narrow it to one order, or to one address.
	OrderID int64 `list:"orderId"`
	// CircularID narrows it to what staff wrote to many.
	CircularID int64  `list:"messageId"`
	Address    string `list:"email"`
	list.Request
}

var messageList = &list.List[Message, Filter]{
	Needs: app.ViewMails,
	Name:  "mails", Max: MaxPage, Table: messages.Table,
	Plan: func(r app.Reader, f *Filter) (list.Plan[Message], error) { return f.plan(r) },
}

// List lists mails, newest first, with those about what happened just before.
func List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (list.Page[Message], error) {
	if err := caughtUp(ctx, a, c); err != nil {
		return list.Page[Message]{}, err
	}
	f.Address = strings.TrimSpace(f.Address)
	return messageList.Read(ctx, a, c, f, f.Request, nil)
}

func (f *Filter) plan(r app.Reader) (list.Plan[Message], error) {
	all, err := messageListed.Groups(r, int64(Queued), int64(Suppressed)+1)
	var groups []indexes.Group
	for _, g := range all {
		if f.wants(State(g.Key)) {
			groups = append(groups, g)
		}
	}
	plan := list.Groups(r, messageListed, groups, list.All, true)
	plan.Exact = len(f.Kinds) == 0 && f.OrderID == 0 && f.CircularID == 0 && f.Address == ""
	plan.Fits = func(m *Message) (bool, error) { return f.fits(m), nil }
	plan.Key = func(m *Message) indexes.Position { return list.AtTime(m.CreatedAt, m.ID) }
	if err != nil {
		return plan, err
	}
	if f.CircularID != 0 {
		groups, err := messageByCircular.Groups(r, circularKey(f.CircularID, 0), circularKey(f.CircularID+1, 0))
		if err != nil {
			return plan, err
		}
		plan = list.Groups(r, messageByCircular, f.chosen(groups), list.All, true)
		plan.Fits = func(m *Message) (bool, error) { return f.fits(m), nil }
		plan.Key = func(m *Message) indexes.Position { return list.AtTime(m.CreatedAt, m.ID) }
		plan.Exact = len(f.Kinds) == 0 && f.OrderID == 0 && f.Address == ""
	}
	if f.OrderID != 0 {
		ids, err := idsOf(messageByOrder.IDs(r, indexes.Equal(f.OrderID)))
		if err != nil {
			return plan, err
		}
		plan.Sets = append(plan.Sets, ids)
	}
	if f.Address != "" {
		var ids list.IDs
		for _, key := range addressKeys(f.Address) {
			some, err := idsOf(messageByAddress.IDs(r, indexes.Equal(key)))
			if err != nil {
				return plan, err
			}
			ids = append(ids, some...)
		}
		plan.Sets = append(plan.Sets, list.Sorted(ids))
	}
	return plan, nil
}

// addressKeys are an address as it may stand in indexes.
func addressKeys(address string) (all []string) {
	for _, form := range append(company.EmailForms(address), address) {
		all = append(all, app.Fold(form))
	}
	return app.Distinct(all)
}

func idsOf(walk func(func(int64, error) bool)) (list.IDs, error) {
	var ids []int64
	for id, err := range walk {
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return list.Sorted(ids), nil
}

// chosen are the groups of the states that are asked for.
func (f *Filter) chosen(all []indexes.Group) (kept []indexes.Group) {
	for _, g := range all {
		if f.wants(State(g.Key & (1<<stateBits - 1))) {
			kept = append(kept, g)
		}
	}
	return kept
}

func (f *Filter) wants(s State) bool { return len(f.States) == 0 || contains(f.States, s.String()) }

func (f *Filter) fits(m *Message) bool {
	switch {
	case !f.wants(m.State), len(f.Kinds) > 0 && !contains(f.Kinds, string(m.Kind)):
		return false
	case f.OrderID != 0 && m.OrderID != f.OrderID, f.CircularID != 0 && m.CircularID != f.CircularID:
		return false
	}
	return f.Address == "" || company.SameEmail(m.To, f.Address)
}

func contains(all []string, one string) bool {
	for _, s := range all {
		if s == one {
			return true
		}
	}
	return false
}

// View is a mail with what stands in it.
type View struct {
	Message
	// Text is empty where it is not kept any more.
	Text string
	// HTML is that of a mail that was not sent yet.
	HTML string
}

// Read reads a mail: as it was sent, without what its links open; or as it would be sent
// now, with links for those who may see orders and so their tickets.
func Read(ctx context.Context, a *app.App, c *app.Caller, id int64) (v View, err error) {
	p := posts.Of(a).now()
	err = a.View(ctx, c, app.ReadMails, func(r app.Reader) (err error) {
		v = View{}
		if v.Message, err = messageByID(r, id); err != nil {
			return err
		}
		if v.State == Sent {
			b, found, err := bodies.Find(r, id)
			if err == nil && found {
				v.Text, err = b.unpack()
			}
			return err
		}
		f, err := factsFor(r, p.BaseURL, &v.Message)
		if gone(err) {
			return nil
		}
		if err != nil {
			return err
		}
		w, err := f.write(r, &v.Message)
		if err != nil {
			return err
		}
		if v.Subject, v.Text = w.subject, w.kept; c.Can(app.ViewOrders) {
			v.Text, v.HTML = w.text, w.sheet.html(w.sheet.addresses(p.BaseURL))
		}
		return nil
	})
	return v, err
}
