package capture

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/locale"
	"marquee/app/order"
	"marquee/indexes"
)

// Given is one answer with its context.
type Given struct {
	FieldID, OrderID, ItemID int64
	// ScanID is the uuid of the scan whose ticket it is about, empty for none.
	ScanID string
	// EventID and CustomerID must be those of the order, where they are named.
	EventID, CustomerID int64
	Answer              Answer
	// Clears: an empty answer takes the place of the one that is there. What was answered to
	// a marketing question stays.
	Clears bool
}

// askers are those who sell, and those who change what was sold; answerers also those who
// ask at gates.
var (
	askers    = app.AnyOf{app.Sell, app.EditOrders}
	answerers = app.AnyOf{app.Sell, app.EditOrders, app.ScanZones}
)

// Save keeps answers, all or none. Empty ones say nothing. An answer in the same context
// as another takes its place, except to marketing questions, which keep each. The orders
// count as changed, and so do the items and the customers that are shown with the answers.
func Save(ctx context.Context, a *app.App, c *app.Caller, all []Given) (told []Told, err error) {
	err = a.Update(ctx, c, answerers, func(tx app.Tx) (err error) {
		told, err = save(tx, c, 0, all)
		return err
	})
	return told, err
}

// SaveAsBuyer is Save for whoever has the link to the page of an order, about that order
// alone.
func SaveAsBuyer(ctx context.Context, a *app.App, page string, all []Given) error {
	return order.AsBuyer(ctx, a, page, func(tx app.Tx, c *app.Caller, o *order.Order) error {
		_, err := save(tx, c, o.ID, all)
		return err
	})
}

// save keeps answers. Of others than their own orders callers answer about none but the
// one with the id own.
func save(tx app.Tx, c *app.Caller, own int64, all []Given) (told []Told, err error) {
	if len(all) > MaxResponses {
		return nil, app.Field("responses", "must not have more than %d entries", MaxResponses)
	}
	var kept, cleared []Response
	s := saver{tx: tx, caller: c, own: own, orders: map[int64]*order.Order{}, items: map[int64][]order.Item{}, touched: map[int64]bool{}, about: map[belonging][]order.Item{}, changed: map[int64]bool{}}
	for i := range all {
		empty := all[i].Answer.Empty()
		if empty && !all[i].Clears {
			continue
		}
		one, err := s.decide(&all[i], i)
		if err != nil {
			return nil, err
		}
		if empty {
			cleared = append(cleared, one)
		} else {
			kept = append(kept, one)
		}
	}
	if err := s.p.Err(); err != nil {
		return nil, err
	}
	if err := s.clear(cleared); err != nil {
		return nil, err
	}
	if err := s.store(kept, cleared); err != nil {
		return nil, err
	}
	told = make([]Told, len(kept))
	for i, k := range kept {
		if told[i], err = tell(tx, k); err != nil {
			return nil, err
		}
	}
	return told, nil
}

// todayAt is the first moment of the day at the event that items are for, else of the company's,
// as if clocks there showed UTC: dates have no zone.
func (s *saver) todayAt(items []order.Item) (time.Time, error) {
	own, err := company.SettingsOf(s.tx)
	if err != nil {
		return time.Time{}, err
	}
	where := own.Location()
	for i := range items {
		e, err := catalog.SharedEvent(app.Whole(s.tx), items[i].EventID)
		if err == nil {
			where = e.Location()
			break
		}
		if !order.Unreadable(err) {
			return time.Time{}, err
		}
	}
	y, m, d := s.tx.Wall().In(where).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC), nil
}

// saver keeps the answers of one call.
type saver struct {
	tx      app.Tx
	caller  *app.Caller
	own     int64 // the order whose page the caller has, 0: none
	p       app.Problems
	orders  map[int64]*order.Order
	items   map[int64][]order.Item
	touched map[int64]bool // order items
	// about are the order items of each answer, and changed those of answers that are new, other
	// than before, or cleared.
	about   map[belonging][]order.Item
	changed map[int64]bool
}

// decide holds one answer against its field and its context.
func (s *saver) decide(g *Given, i int) (Response, error) {
	at := strconv.Itoa(i)
	f, err := standingField(s.tx, g.FieldID)
	if err != nil {
		return Response{}, err
	}
	if err := s.mayAnswer(f); err != nil {
		return Response{}, err
	}
	q, err := standing(s.tx, f.QuestionID)
	if err != nil {
		return Response{}, err
	}
	if f.EnabledAt == nil {
		s.p.Add(at+".fieldId", "is not asked any more")
		return Response{}, nil
	}
	o, items, err := s.context(g, f, at)
	if err == nil && o != nil {
		err = s.mayAnswerAt(f, items)
	}
	if err != nil || o == nil {
		return Response{}, err
	}
	var answer Answer
	if !g.Answer.Empty() {
		today, err := s.todayAt(items)
		if err != nil {
			return Response{}, err
		}
		answer = q.take(&s.p, at+".answer", g.Answer, today, locale.Language(s.caller.Language.Asked))
	}
	out := Response{
		FieldID: f.ID, QuestionID: q.ID, OrderID: o.ID, EventID: g.EventID, CustomerID: g.CustomerID,
		Text: answer.Text, OptionIDs: answer.Chosen,
	}
	if f.ofUnits() || g.ItemID != 0 {
		out.ItemID = g.ItemID
	}
	if q.Group == Marketing {
		out.Shown = q.Text
	}
	for _, it := range items {
		s.touched[it.ID] = true
	}
	s.about[out.in()] = items
	return out, nil
}

// context finds the order of an answer and the items that it is about. A problem leaves
// no order.
func (s *saver) context(g *Given, f *Field, at string) (*order.Order, []order.Item, error) {
	if ok, err := s.resolve(g, f, at); !ok || err != nil {
		return nil, nil, err
	}
	var ticket *order.Item
	if g.ItemID != 0 {
		it, err := s.ticket(f, g.ItemID)
		if err != nil {
			return nil, nil, err
		}
		ticket = &it
		if g.OrderID != 0 && g.OrderID != it.OrderID {
			s.p.Add(at+".orderItemId", "is of another order")
			return nil, nil, nil
		}
		g.OrderID = it.OrderID
	}
	switch {
	case f.ofUnits() && g.ItemID == 0:
		s.p.Add(at+".orderItemId", "is required")
		return nil, nil, nil
	case g.OrderID == 0:
		s.p.Add(at+".orderId", "is required")
		return nil, nil, nil
	}
	atGate, err := s.atGate(f, ticket)
	if err != nil {
		return nil, nil, err
	}
	o, all, err := s.order(g.OrderID, atGate)
	if g.ItemID != 0 && app.KindOf(err) == app.NotFound {
		err = app.Missing("order item")
	}
	if err != nil {
		return nil, nil, err
	}
	about, err := f.itemsOf(s.tx, all)
	if err != nil {
		return nil, nil, err
	}
	if g.ItemID != 0 {
		about = slices.DeleteFunc(about, func(it order.Item) bool { return it.ID != g.ItemID })
	}
	ownCustomer := g.CustomerID == 0 || g.CustomerID == o.CustomerID ||
		slices.ContainsFunc(about, func(it order.Item) bool { return it.CustomerID == g.CustomerID })
	switch {
	case o.ModifiedBy != 0: // what takes its place has the answers of then
		s.p.Add(at+".orderId", "is locked: it is being changed or resold")
	case len(about) == 0:
		s.p.Add(at+".fieldId", "is not asked of this order")
	case g.EventID != 0 && !slices.ContainsFunc(about, func(it order.Item) bool { return it.EventID == g.EventID }):
		s.p.Add(at+".eventId", "is not of this order")
	case !ownCustomer:
		s.p.Add(at+".customerId", "is not of this order")
	default:
		return o, about, nil
	}
	return nil, nil, nil
}

// ofUnits tells whether each unit has an answer of its own.
func (f *Field) ofUnits() bool { return f.Entity == OfUnit || f.Entity == OfZone }

// itemsOf are those of some items that a field asks about.
func (f *Field) itemsOf(r app.Reader, items []order.Item) ([]order.Item, error) {
	run, err := f.scheduleOf(r, items)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(items), func(it order.Item) bool { return !it.Holds() || !f.about(&it, run) }), nil
}

// scheduleOf are the events of items that belong to the schedule of a field, or that of
// its zone.
func (f *Field) scheduleOf(r app.Reader, items []order.Item) (run []int64, err error) {
	switch f.Entity {
	case OfZone:
		event, err := ports(r).ZoneEvent(r, f.EntityID)
		return []int64{event}, err
	case OfSchedule:
	default:
		return nil, nil
	}
	for i := range items {
		e, err := catalog.SharedEvent(r, items[i].EventID)
		if app.KindOf(err) == app.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		if e.ScheduleID == f.EntityID {
			run = append(run, e.ID)
		}
	}
	return run, nil
}

// about tells whether a field asks about an item; run are the events of its schedule, or
// that of its zone.
func (f *Field) about(it *order.Item, run []int64) bool {
	switch f.Entity {
	case OfSchedule:
		return slices.Contains(run, it.EventID)
	case OfZone:
		return slices.ContainsFunc(run, it.At)
	case OfEvent:
		return it.EventID == f.EntityID
	case OfItem:
		return it.ItemID == f.EntityID
	case OfSaleItem, OfUnit:
		return it.SaleItemID == f.EntityID
	}
	return true
}

// order reads an order with its items once. It must belong to the caller, but for what a
// gate asks of its tickets.
func (s *saver) order(id int64, atGate bool) (*order.Order, []order.Item, error) {
	if o := s.orders[id]; o != nil && (atGate || s.belongs(o)) {
		return o, s.items[id], nil
	}
	o, err := order.Find(s.tx, order.Key{ID: id})
	if err == nil && !atGate && !s.belongs(&o) {
		err = app.Missing("order")
	}
	if err != nil {
		return nil, nil, err
	}
	items, err := order.ItemsOf(s.tx, &o)
	s.orders[id], s.items[id] = &o, items
	return &o, items, err
}

func (s *saver) belongs(o *order.Order) bool { return o.ID == s.own || o.BelongsTo(s.caller) }

// clear takes back what was answered in the contexts of empty answers.
func (s *saver) clear(cleared []Response) error {
	for i := range cleared {
		at := cleared[i].in()
		var gone []Response
		for hit, err := range responseIn.Scan(s.tx, indexes.Equal(at)) {
			if err != nil {
				return err
			}
			if hit.Rec.Shown == "" {
				gone = append(gone, hit.Rec)
			}
		}
		for j := range gone {
			if err := responseTable.Delete(s.tx, gone[j].ID); err != nil {
				return err
			}
			s.note(&gone[j], "cleared")
			s.changes(at)
		}
	}
	return nil
}

// store writes the answers, and tells whom they concern, and those that were cleared.
func (s *saver) store(kept, cleared []Response) error {
	for i := range kept {
		if err := s.put(&kept[i]); err != nil {
			return err
		}
	}
	for _, id := range sortedKeys(s.orders) {
		if !slices.ContainsFunc(slices.Concat(kept, cleared), func(k Response) bool { return k.OrderID == id }) {
			continue
		}
		if err := order.NoteAnswers(s.tx, id); err != nil {
			return err
		}
	}
	if len(s.touched) == 0 {
		return nil
	}
	for _, id := range sortedKeys(s.touched) {
		if _, err := order.TouchItem(app.WholeTx(s.tx), id); err != nil { // see ticket
			return err
		}
	}
	if err := s.touchCustomers(slices.Concat(kept, cleared)); err != nil {
		return err
	}
	if len(s.changed) == 0 {
		return nil
	}
	return ports(s.tx).Answered(s.tx, sortedKeys(s.changed))
}

// changes notes that the answer in a context changed.
func (s *saver) changes(at belonging) {
	for _, it := range s.about[at] {
		s.changed[it.ID] = true
	}
}

// touchCustomers lets customers count as changed whose answers these are.
func (s *saver) touchCustomers(answers []Response) error {
	of := map[int64]bool{}
	for i := range answers {
		id := answers[i].CustomerID
		if id == 0 {
			id = s.orders[answers[i].OrderID].CustomerID
		}
		if id != 0 {
			of[id] = true
		}
	}
	for _, id := range sortedKeys(of) {
		if err := customer.Touch(s.tx, id); err != nil {
			return err
		}
	}
	return nil
}

// put writes one answer over the one before it.
func (s *saver) put(k *Response) error {
	n, at := 0, k.in()
	for hit, err := range responseIn.Scan(s.tx, indexes.Equal(at).Reversed()) {
		if err != nil {
			return err
		}
		if n++; k.Shown == "" {
			k.ID, k.CreatedAt = hit.Rec.ID, hit.Rec.CreatedAt
			was := hit.Rec
			other := was.Text != k.Text || !slices.Equal(was.OptionIDs, k.OptionIDs)
			if other {
				s.note(&was, "changed")
			}
			if other || was.owner() != k.owner() {
				s.changes(at)
			}
			return responseTable.Replace(s.tx, &was, k)
		}
		if n >= maxOfField {
			return app.Field("responses", "must not have more than %d entries", maxOfField)
		}
	}
	s.changes(at)
	return responseTable.Insert(s.tx, k)
}

// note tells the audit log that staff changed or cleared what somebody had answered: it is
// not their own. What it was and is tells of a guest, and is not shown.
func (s *saver) note(was *Response, did string) {
	app.Note(s.tx, "question_responses", was.ID, fmt.Sprintf("%s the answer to question %d of order %d, which was ***", did, was.QuestionID, was.OrderID))
}
