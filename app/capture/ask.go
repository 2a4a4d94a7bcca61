package capture

import (
	"cmp"
	"context"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/indexes"
)

// Asked is what a basket or order is asked, by event. Each question is asked once, with the
// first event that asks it.
type Asked struct {
	Groups []AskedGroup
	// Fields are those of all groups, each once, with their questions.
	Fields    []Field
	Questions map[int64]*Question
}

// AskedGroup is what is asked about an event: with the order, and with each sale item.
type AskedGroup struct {
	EventID   int64
	EventName string
	FieldIDs  []int64
	Items     []AskedItem
}

// AskedItem is what is asked about a sale item, or about each unit of it.
type AskedItem struct {
	SaleItemID int64
	Name       string
	FieldIDs   []int64
}

// OfBasket tells what a basket or order is asked at the checkout. Events of which nothing
// is asked are left out.
func OfBasket(ctx context.Context, a *app.App, c *app.Caller, k order.Key) (Asked, error) {
	var out Asked
	err := a.View(ctx, c, askers, func(r app.Reader) error {
		o, err := order.FindPayable(r, c, k)
		if err != nil {
			return err
		}
		out, err = AskedOf(r, &o)
		return err
	})
	return out, err
}

// AskedOf tells what an order is asked.
func AskedOf(r app.Reader, o *order.Order) (Asked, error) {
	x := asker{r: r, out: &Asked{Questions: map[int64]*Question{}}, known: map[place][]int64{}}
	items, err := order.ItemsOf(r, o)
	if err == nil {
		err = x.ask(items)
	}
	return *x.out, err
}

// asker gathers fields.
type asker struct {
	r     app.Reader
	out   *Asked
	known map[place][]int64
}

func (x *asker) ask(items []order.Item) error {
	items = slices.DeleteFunc(items, func(it order.Item) bool { return !it.Holds() })
	for _, it := range items {
		if slices.ContainsFunc(x.out.Groups, func(g AskedGroup) bool { return g.EventID == it.EventID }) {
			continue
		}
		g, err := x.event(it.EventID, items)
		if err != nil {
			return err
		}
		x.out.Groups = append(x.out.Groups, g)
	}
	x.out.Groups = once(x.out.Groups)
	return nil
}

// once leaves each field where it is asked first, and what is of no event for the end: fees
// have no event, and what is asked of every order is not asked again about them. A group
// without any field goes.
func once(groups []AskedGroup) []AskedGroup {
	slices.SortStableFunc(groups, func(a, b AskedGroup) int { return cmp.Compare(withoutEvent(&a), withoutEvent(&b)) })
	asked := map[int64]bool{}
	again := func(id int64) bool {
		was := asked[id]
		asked[id] = true
		return was
	}
	for i := range groups {
		g := &groups[i]
		g.FieldIDs = slices.DeleteFunc(g.FieldIDs, again)
		for k := range g.Items {
			g.Items[k].FieldIDs = slices.DeleteFunc(g.Items[k].FieldIDs, again)
		}
		g.Items = slices.DeleteFunc(g.Items, func(s AskedItem) bool { return len(s.FieldIDs) == 0 })
	}
	return slices.DeleteFunc(groups, func(g AskedGroup) bool { return len(g.FieldIDs)+len(g.Items) == 0 })
}

// withoutEvent is 1 for what is asked about no event, else 0.
func withoutEvent(g *AskedGroup) int {
	if g.EventID == 0 {
		return 1
	}
	return 0
}

// event gathers what is asked about one event.
func (x *asker) event(id int64, items []order.Item) (g AskedGroup, err error) {
	g.EventID = id
	events, err := catalog.EventsByID(x.r, []int64{id})
	if err != nil {
		return g, err
	}
	g.EventName = events[id].Name
	if g.FieldIDs, err = x.at(OfCompany, 0); err != nil {
		return g, err
	}
	if id != 0 {
		of, err := x.at(OfEvent, id)
		if err != nil {
			return g, err
		}
		g.FieldIDs = append(g.FieldIDs, of...)
	}
	if run := events[id].ScheduleID; run != 0 {
		of, err := x.at(OfSchedule, run)
		if err != nil {
			return g, err
		}
		g.FieldIDs = append(g.FieldIDs, of...)
	}
	for _, it := range items {
		if it.EventID != id || slices.ContainsFunc(g.Items, func(s AskedItem) bool { return s.SaleItemID == it.SaleItemID }) {
			continue
		}
		one := AskedItem{SaleItemID: it.SaleItemID, Name: it.SaleName}
		for _, at := range []struct {
			e  Entity
			id int64
		}{{OfItem, it.ItemID}, {OfSaleItem, it.SaleItemID}, {OfUnit, it.SaleItemID}} {
			ids, err := x.at(at.e, at.id)
			if err != nil {
				return g, err
			}
			one.FieldIDs = append(one.FieldIDs, ids...)
		}
		g.Items = append(g.Items, one)
	}
	return g, nil
}

// at are the fields that are asked somewhere, in their order.
func (x *asker) at(e Entity, id int64) ([]int64, error) {
	where := place{A: e.number(), B: id}
	if ids, ok := x.known[where]; ok {
		return slices.Clone(ids), nil
	}
	var found []Field
	for hit, err := range fieldsAt.Scan(x.r, indexes.Equal(where).Limit(MaxFieldsAt)) {
		if err != nil {
			return nil, err
		}
		if hit.Rec.on() && !hit.Rec.Hidden {
			found = append(found, hit.Rec)
		}
	}
	slices.SortStableFunc(found, func(a, b Field) int { return inOrder(a.Order, b.Order) })
	var ids []int64
	for _, f := range found {
		q, err := Questions.GetShared(x.r, f.QuestionID)
		if err != nil {
			return nil, err
		}
		ids = append(ids, f.ID)
		x.out.Fields = append(x.out.Fields, f)
		x.out.Questions[q.ID] = q
	}
	x.known[where] = ids
	return slices.Clone(ids), nil
}

// inOrder compares the places of two fields; those without come last.
func inOrder(a, b *int64) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	return cmp.Compare(*a, *b)
}
