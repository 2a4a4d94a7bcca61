package office

import (
	"context"
	"strings"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/app/timeline"
	"marquee/app/transfer"
)

// Order is one order with all that its page tells.
type Order struct {
	order.View
	*order.Related
	Line timeline.Timeline
	// Buyer is nil where there is none, or the caller may not see customers; then there are no
	// Answers either.
	Buyer   *customer.Customer
	Answers []Answer
	// Users are the names of those of the staff who did something.
	Users map[int64]string
	// Given are transfers that are not claimed yet, by item.
	Given  map[int64]transfer.View
	Ledger []ledger.Entry
}

// Answer is what somebody said to a question.
type Answer struct {
	Question, Text string
	ItemID         int64
}

// ReadOrder reads an order with all that its page tells. What its links lead to stands behind
// ticketsAt.
func ReadOrder(ctx context.Context, a *app.App, c *app.Caller, k order.Key, ticketsAt string) (out Order, err error) {
	people := c.Can(app.ViewCustomers)
	out.View, out.Related, err = order.Read(ctx, a, c, k, order.Include{Items: true, TicketsAt: ticketsAt, Customers: people, Transactions: true, Spaces: true}, false)
	if err != nil {
		return out, err
	}
	if out.Line, err = timeline.Of(ctx, a, c, order.Key{ID: out.ID}); err != nil {
		return out, err
	}
	if people {
		out.Buyer = out.Customers[out.CustomerID]
	}
	err = a.View(ctx, c, app.ViewOrders, func(r app.Reader) error {
		if err := out.readUsers(r); err != nil {
			return err
		}
		if err := out.readGiven(r); err != nil {
			return err
		}
		if out.Ledger, err = ledger.Read(r, out.Entries); err != nil || !people {
			return err
		}
		told, err := capture.OfOrder(r, out.View.Order)
		for i := range told {
			out.Answers = append(out.Answers, answerOf(&told[i]))
		}
		return err
	})
	return out, err
}

// readUsers reads who of the staff did something. Who is gone has no name.
func (o *Order) readUsers(r app.Reader) error {
	o.Users = map[int64]string{}
	for i := range o.Line.Events {
		id := o.Line.Events[i].UserID
		if _, known := o.Users[id]; known || id == 0 {
			continue
		}
		u, err := company.UserByID(app.Whole(r), id)
		if err != nil && app.KindOf(err) != app.NotFound {
			return err
		}
		o.Users[id] = u.Name
	}
	return nil
}

func (o *Order) readGiven(r app.Reader) error {
	o.Given = map[int64]transfer.View{}
	pending, err := transfer.PendingOf(r, o.ID)
	for i := range pending {
		for _, id := range pending[i].ItemIDs {
			o.Given[id] = pending[i]
		}
	}
	return err
}

// Item finds one of its items, nil if it is not there.
func (o *Order) Item(id int64) *order.Item {
	for i := range o.Items {
		if o.Items[i].ID == id {
			return &o.Items[i]
		}
	}
	return nil
}

func answerOf(t *capture.Told) Answer {
	a := Answer{Question: t.Question.Text, Text: t.Text, ItemID: t.ItemID}
	var chosen []string
	for _, id := range t.OptionIDs {
		for i := range t.Question.Options {
			if o := &t.Question.Options[i]; o.ID == id {
				chosen = append(chosen, o.Value)
			}
		}
	}
	if chosen != nil {
		a.Text = strings.Join(chosen, ", ")
	}
	return a
}
