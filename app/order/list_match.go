package order

import (
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/indexes"
)

// matcher decides whether an order fits the filters. It reads the customer and
// the events of an order only when a filter asks for them, and each once.
type matcher struct {
	filter    *Filter
	customers map[int64]person
	events    map[int64]string
	ids       []int64 // of customers, to use again
}

// person is what filters know of a customer, folded.
type person struct{ name, email string }

func newMatcher(f *Filter) *matcher {
	return &matcher{filter: f, customers: map[int64]person{}, events: map[int64]string{}}
}

func (m *matcher) fits(r app.Reader, o *Order) (bool, error) {
	f := m.filter
	if !f.fits(o) {
		return false, nil
	}
	if f.CustomerName == "" && f.Query == "" {
		return true, nil
	}
	p, err := m.person(r, o.CustomerID)
	if err != nil || !strings.Contains(p.name, f.CustomerName) {
		return false, err
	}
	return m.fitsQuery(r, o, p)
}

func (m *matcher) fitsQuery(r app.Reader, o *Order, p person) (bool, error) {
	q := m.filter.Query
	if q == "" || strings.Contains(p.name, q) || strings.Contains(p.email, q) || strings.Contains(app.Fold(o.Reference), q) {
		return true, nil
	}
	for _, id := range o.EventIDs {
		name, err := m.event(r, id)
		if err != nil || strings.Contains(name, q) {
			return err == nil, err
		}
	}
	return false, nil
}

// orderFacts and orderTexts are what filters look at of an order.
var (
	orderFacts = indexes.PartOf[Order, Order](Orders, "id", "s", "c", "rs", "mo", "da")
	orderTexts = indexes.PartOf[Order, Order](Orders, "id", "s", "c", "rs", "mo", "da", "r", "e", "ty")
)

// part is what the filters need of an order.
func (f *Filter) part() *indexes.Part[Order, Order] {
	if f.EventID != nil || f.Reference != "" || f.Query != "" || len(f.Contains) > 0 {
		return orderTexts
	}
	return orderFacts
}

// prepare reads the customers of some orders in one go.
func (m *matcher) prepare(r app.Reader, orders []Order) error {
	f := m.filter
	if f.CustomerName == "" && f.Query == "" {
		return nil
	}
	ids := m.ids[:0]
	for i := range orders {
		if _, known := m.customers[orders[i].CustomerID]; !known && f.fits(&orders[i]) {
			ids = append(ids, orders[i].CustomerID)
		}
	}
	m.ids = distinct(ids)
	found, err := customer.Contacts(r, m.ids)
	for _, c := range found {
		m.customers[c.ID] = m.known(c)
	}
	return err
}

// known folds what the filters look at of a customer.
func (m *matcher) known(c customer.Contact) person {
	p := person{name: app.Fold(c.Name)}
	if m.filter.Query != "" {
		p.email = app.Fold(c.Email)
	}
	return p
}

func (m *matcher) person(r app.Reader, id int64) (person, error) {
	if id == 0 {
		return person{}, nil
	}
	if p, ok := m.customers[id]; ok {
		return p, nil
	}
	found, err := customer.Contacts(r, []int64{id})
	if err != nil {
		return person{}, err
	}
	var p person
	for _, c := range found {
		p = m.known(c)
	}
	m.customers[id] = p
	return p, nil
}

func (m *matcher) event(r app.Reader, id int64) (string, error) {
	if name, ok := m.events[id]; ok {
		return name, nil
	}
	found, err := catalog.Events.GetMany(r, []int64{id})
	if err != nil {
		return "", err
	}
	name := ""
	for i := range found {
		name = app.Fold(found[i].Name)
	}
	m.events[id] = name
	return name, nil
}
