package capture

import (
	"slices"

	"marquee/app"
	"marquee/app/order"
)

// Outstanding lists the items of an order about which a required question has no answer yet;
// 0 stands for the order as a whole. Fields that are hidden at the checkout are nobody's to
// answer there, so they are not outstanding.
func Outstanding(r app.Reader, in order.Asking) ([]int64, error) {
	x := asker{r: r, out: &Asked{Questions: map[int64]*Question{}}, known: map[place][]int64{}}
	if err := x.ask(slices.Clone(in.Items)); err != nil {
		return nil, err
	}
	required := map[int64]*Field{}
	for i := range x.out.Fields {
		if f := &x.out.Fields[i]; f.Demands(x.out.Questions[f.QuestionID]) {
			required[f.ID] = f
		}
	}
	if len(required) == 0 {
		return nil, nil
	}
	given, err := givenTo(r, in.Order)
	if err != nil {
		return nil, err
	}
	var owed []int64
	for _, g := range x.out.Groups {
		owed = append(owed, g.unanswered(required, given, in.Items)...)
	}
	return app.Distinct(owed), nil
}

// Demands tells whether the field of a question must be answered: it says so, or the rules
// of the question do.
func (f *Field) Demands(q *Question) bool {
	if f.Required || q == nil {
		return f.Required
	}
	r, err := parseRules(q.Type, q.Rules)
	return err == nil && r.required
}

// answerTo is a field in the context of an item, 0: of the order.
type answerTo struct{ field, item int64 }

// givenTo are the questions about an order that have an answer. A box that was left empty
// says nothing where one must be ticked.
func givenTo(r app.Reader, o *order.Order) (map[answerTo]bool, error) {
	told, err := OfOrder(r, o)
	given := map[answerTo]bool{}
	for _, t := range told {
		if !(Answer{Text: t.Text, Chosen: t.OptionIDs}).Declines(t.Question) {
			given[answerTo{t.FieldID, t.ItemID}] = true
		}
	}
	return given, err
}

// Declines tells whether the answer leaves a required question open.
func (a Answer) Declines(q *Question) bool {
	return a.Empty() || q.Type == Checkbox && a.Text == "no"
}

// unanswered are what required questions of an event are about that nobody answered.
func (g *AskedGroup) unanswered(required map[int64]*Field, given map[answerTo]bool, items []order.Item) (owed []int64) {
	want := func(field, item int64) {
		if required[field] != nil && !given[answerTo{field, item}] {
			owed = append(owed, item)
		}
	}
	for _, id := range g.FieldIDs {
		want(id, 0)
	}
	for _, asked := range g.Items {
		for _, id := range asked.FieldIDs {
			if f := required[id]; f == nil || f.Entity != OfUnit {
				want(id, 0)
				continue
			}
			for i := range items {
				if it := &items[i]; it.SaleItemID == asked.SaleItemID && it.Holds() {
					want(id, it.ID)
				}
			}
		}
	}
	return owed
}
