package shop

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/order"
)

// Asked is one question that a buyer is asked, with what they answered so far.
type Asked struct {
	FieldID  int64
	ItemID   int64 // the unit that it is about, 0: the order
	Question *capture.Question
	Required bool
	Answer   capture.Answer
}

// AskedAbout is the questions about one thing: about the order of an event, or a unit.
type AskedAbout struct {
	// Name is that of the event, or of what is on sale.
	Name   string
	ItemID int64
	// Number is the number of the unit among those of its kind, 0: about the order.
	Number, Of int
	Questions  []Asked
}

// ReadAsked reads what a basket or order is asked. A basket that was made of an expired one
// has the answers of that.
func ReadAsked(ctx context.Context, a *app.App, c *app.Caller, b *Basket) ([]AskedAbout, error) {
	asked, err := capture.OfBasket(ctx, a, c, order.Key{ID: b.Order.ID})
	if err != nil || len(asked.Fields) == 0 {
		return nil, err
	}
	var all []AskedAbout
	err = a.View(ctx, c, app.Sell, func(r app.Reader) (err error) {
		all, err = aboutAll(r, &asked, b)
		return err
	})
	return all, err
}

// stillAsked is what an order is asked that nobody has answered yet, as long as something
// of it is still to come.
func (x *reader) stillAsked(b *Basket) (open []AskedAbout, err error) {
	if !slices.ContainsFunc(b.Events, func(e Event) bool { return !e.Ended && !e.Cancelled }) {
		return nil, nil
	}
	asked, err := capture.AskedOf(x.r, &b.Order)
	if err != nil || len(asked.Fields) == 0 {
		return nil, err
	}
	all, err := aboutAll(x.r, &asked, b)
	for _, about := range all {
		about.Questions = slices.DeleteFunc(about.Questions, func(q Asked) bool { return !q.Answer.Empty() })
		if len(about.Questions) > 0 {
			open = append(open, about)
		}
	}
	return open, err
}

// aboutAll puts what is asked together with what was answered.
func aboutAll(r app.Reader, asked *capture.Asked, b *Basket) ([]AskedAbout, error) {
	x := askedReader{asked: asked, fields: map[int64]*capture.Field{}}
	for i := range asked.Fields {
		x.fields[asked.Fields[i].ID] = &asked.Fields[i]
	}
	if err := x.read(r, b); err != nil {
		return nil, err
	}
	var all []AskedAbout
	for i := range asked.Groups {
		all = append(all, x.about(&asked.Groups[i], b)...)
	}
	return all, nil
}

// askedReader puts questions and answers together.
type askedReader struct {
	asked  *capture.Asked
	fields map[int64]*capture.Field
	told   []capture.Told
	// former are the answers of the basket before, by field and the place of the unit
	// among those of its sale item.
	former map[formerKey]capture.Answer
}

type formerKey struct {
	field int64
	place int
}

func (x *askedReader) read(r app.Reader, b *Basket) (err error) {
	if x.told, err = capture.OfOrder(r, &b.Order); err != nil || b.Order.RecoveredFrom == 0 {
		return err
	}
	was, err := order.Find(r, order.Key{ID: b.Order.RecoveredFrom})
	if err != nil {
		return err
	}
	told, err := capture.OfOrder(r, &was)
	if err != nil {
		return err
	}
	items, err := order.ItemsOf(r, &was)
	if err != nil {
		return err
	}
	x.former = map[formerKey]capture.Answer{}
	for _, t := range told {
		x.former[formerKey{t.FieldID, placeOf(items, t.ItemID)}] = capture.Answer{Text: t.Text, Chosen: t.OptionIDs}
	}
	return nil
}

// placeOf is where a unit stands among those of its sale item, from 1; 0 is no unit.
func placeOf(items []order.Item, id int64) int {
	for i := range items {
		if items[i].ID != id {
			continue
		}
		n := 0
		for k := range items[:i+1] {
			if items[k].SaleItemID == items[i].SaleItemID && items[k].Holds() {
				n++
			}
		}
		return n
	}
	return 0
}

// about is what one event asks: about the order, then about each unit.
func (x *askedReader) about(g *capture.AskedGroup, b *Basket) []AskedAbout {
	var all []AskedAbout
	order := AskedAbout{Name: g.EventName}
	for _, id := range g.FieldIDs {
		order.Questions = append(order.Questions, x.question(id, 0, 0))
	}
	for _, it := range g.Items {
		line := b.line(it.SaleItemID)
		if line == nil {
			continue
		}
		var perUnit []int64
		for _, id := range it.FieldIDs {
			if x.fields[id].Entity == capture.OfUnit {
				perUnit = append(perUnit, id)
				continue
			}
			order.Questions = append(order.Questions, x.question(id, 0, 0))
		}
		for n, unit := range line.ItemIDs {
			if len(perUnit) == 0 {
				break
			}
			one := AskedAbout{Name: line.Name, ItemID: unit, Number: n + 1, Of: len(line.ItemIDs)}
			for _, id := range perUnit {
				one.Questions = append(one.Questions, x.question(id, unit, n+1))
			}
			all = append(all, one)
		}
	}
	if len(order.Questions) > 0 {
		all = append([]AskedAbout{order}, all...)
	}
	return all
}

func (b *Basket) line(saleItem int64) *Line {
	for i := range b.Lines {
		if b.Lines[i].SaleItemID == saleItem {
			return &b.Lines[i]
		}
	}
	return nil
}

// question is one field with the answer that there is.
func (x *askedReader) question(field, item int64, place int) Asked {
	f := x.fields[field]
	out := Asked{FieldID: field, ItemID: item, Question: x.asked.Questions[f.QuestionID], Required: f.Demands(x.asked.Questions[f.QuestionID])}
	if answer, ok := x.former[formerKey{field, place}]; ok {
		out.Answer = answer
	}
	for i := range x.told {
		if t := &x.told[i]; t.FieldID == field && t.ItemID == item {
			out.Answer = capture.Answer{Text: t.Text, Chosen: t.OptionIDs}
		}
	}
	return out
}

// Unanswered tells whether a required question about a basket has no answer yet.
func Unanswered(ctx context.Context, a *app.App, c *app.Caller, b *Basket) (open bool, err error) {
	err = a.View(ctx, c, app.Sell, func(r app.Reader) error {
		items, err := order.ItemsOf(r, &b.Order)
		if err != nil {
			return err
		}
		owed, err := order.PortsOf(r).Unanswered(r, order.Asking{Order: &b.Order, Items: items})
		open = len(owed) > 0
		return err
	})
	return open, err
}
