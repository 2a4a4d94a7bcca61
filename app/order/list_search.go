package order

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/list"
	"marquee/app/search"
	"marquee/indexes"
)

// lineOf is what an order is searched for by: its reference and the name that it was reserved
// under, and beside them its purchaser and its events. A basket has none.
func lineOf(o *Order) string {
	if _, listed := o.class(); !listed {
		return ""
	}
	return search.Line([]string{o.Reference, o.ReserverName}, append([]int64{o.CustomerID}, o.EventIDs...)...)
}

// searches are the orders that each text of the filter names.
func (f *Filter) searches(r app.Reader) (all []indexes.Marks, err error) {
	add := func(asked bool, find func(app.Reader) (indexes.Marks, error)) {
		if !asked || err != nil {
			return
		}
		var found indexes.Marks
		found, err = find(r)
		all = append(all, found)
	}
	add(f.CustomerName != "", f.purchased)
	add(f.Query != "", f.queried)
	add(f.Reference != "", f.referenced)
	return all, err
}

// purchased are the orders whose purchaser has the name.
func (f *Filter) purchased(r app.Reader) (indexes.Marks, error) {
	people, err := customer.Named(r, search.Query(f.CustomerName))
	if err != nil {
		return indexes.Marks{}, err
	}
	return found{people: people}.orders(r)
}

// referenced are the orders whose reference contains a text; a whole one is looked up.
func (f *Filter) referenced(r app.Reader) (indexes.Marks, error) {
	if len(f.Reference) == ReferenceLength {
		return oneReference(r, f.Reference)
	}
	return withReference(r, search.Query(f.Reference))
}

// withReference are the orders whose reference contains all words.
func withReference(r app.Reader, asked search.Asked) (indexes.Marks, error) {
	return found{asked: asked, nameless: true}.orders(r)
}

// queried are the orders that the query names in any way.
func (f *Filter) queried(r app.Reader) (indexes.Marks, error) {
	q := found{asked: search.Query(f.Query), nameless: f.Include.nameless}
	var err error
	if !q.nameless {
		if q.people, err = customer.Found(r, q.asked); err != nil {
			return indexes.Marks{}, err
		}
	}
	if q.events, err = catalog.EventsNamed(r, q.asked); err != nil {
		return indexes.Marks{}, err
	}
	return q.orders(r)
}

// found is whatever names orders: words, purchasers, events.
type found struct {
	asked    search.Asked
	nameless bool // words count in references alone
	people   indexes.Marks
	events   list.IDs
}

// fewPeople is of how many customers each one's orders are looked up. Of more, every line is
// read.
const fewPeople = 5_000

// orders are those of the company that it names.
func (q found) orders(r app.Reader) (indexes.Marks, error) {
	if len(q.events) > 0 || q.people.Len() > fewPeople {
		return orderByText.Find(r, nil, q.names)
	}
	var all indexes.Marks
	var err error
	if len(q.asked) > 0 {
		all, err = orderByText.Find(r, q.asked.First(), q.says)
	}
	for _, customer := range q.people.IDs() {
		if err != nil {
			break
		}
		for id, bad := range orderByCustomer.IDs(r, indexes.Equal(customer)) {
			if err = bad; err != nil {
				break
			}
			all.Add(id)
		}
	}
	return all, err
}

// says tells whether a line contains all words.
func (q *found) says(line []byte) bool {
	if len(q.asked) == 0 {
		return false
	}
	if q.nameless {
		return q.asked.In(search.Text(line, 0))
	}
	return q.asked.In(search.Texts(line))
}

// names tells whether a line is that of an order which is named in any way.
func (q *found) names(line []byte) bool {
	customer, events := search.Numbers(line).Next()
	if q.people.Has(customer) {
		return true
	}
	for len(q.events) > 0 && events.Left() > 0 {
		var event int64
		if event, events = events.Next(); q.events.Has(event) {
			return true
		}
	}
	return len(q.asked) > 0 && bytes.Contains(line, q.asked.First()) && q.says(line)
}

// oneReference is the order with a whole reference. One of another company is not
// looked at: that would show in what it costs.
func oneReference(r app.Reader, reference string) (all indexes.Marks, err error) {
	o, ok, err := orderByReference.Find(r, reference)
	if err == nil && ok {
		all.Add(o.ID)
	}
	return all, err
}

// Look gives a few orders whose reference, or the name that they were reserved under, contains all
// words, or that one of some people made: the newest first. Where names are not to be told, only
// references count.
func Look(r app.Reader, asked search.Asked, code string, people []int64, nameless bool, most int) (all []Order, err error) {
	q := found{asked: asked, nameless: nameless}
	marks, err := q.orders(r)
	if err != nil {
		return nil, err
	}
	if len(code) >= shortCode {
		coded, err := withReference(r, search.Query(code))
		if err != nil {
			return nil, err
		}
		marks.AddAll(&coded)
	}
	if all, err = list.Latest(r, Orders, &marks, most, func(o *Order) bool { return o.DeletedAt == nil && o.Status != Active }); err != nil {
		return nil, err
	}
	for _, id := range people {
		theirs, err := OfCustomer(r, id, most)
		if err != nil {
			return nil, err
		}
		for i := range theirs {
			if !slices.ContainsFunc(all, func(o Order) bool { return o.ID == theirs[i].ID }) {
				all = append(all, theirs[i])
			}
		}
	}
	slices.SortFunc(all, func(a, b Order) int { return b.Date().Compare(a.Date()) })
	return all[:min(most, len(all))], nil
}

// shortCode is how many characters of a reference are looked for as such at least.
const shortCode = 3

// Named finds the order that a whole reference names, or the code of a ticket, as it was scanned,
// typed or pasted, also one that the ticket had before; 0: none.
func Named(r app.Reader, text string) (orderID, itemID int64, err error) {
	code := CanonicalBarcode(text)
	if len(code) == ReferenceLength {
		found, err := oneReference(r, code)
		for _, id := range found.IDs() {
			return id, 0, err
		}
		if err != nil {
			return 0, 0, err
		}
	}
	if len(code) < shortCode {
		return 0, 0, nil
	}
	it, ok, err := ItemByBarcode(r, strings.TrimSpace(text))
	if err == nil && !ok {
		var old OldBarcode
		if old, ok, err = OldBarcodeAt(r, strings.TrimSpace(text), 0); err == nil && ok {
			it, err = Items.Get(r, old.OrderItemID)
		}
	}
	if errors.Is(err, indexes.ErrNotFound) || err == nil && (!ok || !it.Sold) {
		return 0, 0, nil
	}
	return it.OrderID, it.ID, err
}
