package sales

import (
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
)

// matcher decides whether an order fits the filters. It reads the customer and
// the events of an order only when a filter asks for them, and each once.
type matcher struct {
	filter    *OrderFilter
	customers map[int64]person
	events    map[int64]string
}

// person is what filters know of a customer, folded.
type person struct{ name, email string }

func newMatcher(f *OrderFilter) *matcher {
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

func (m *matcher) person(r app.Reader, id int64) (person, error) {
	if id == 0 {
		return person{}, nil
	}
	if p, ok := m.customers[id]; ok {
		return p, nil
	}
	found, err := customer.Many(r, []int64{id})
	if err != nil {
		return person{}, err
	}
	var p person
	for i := range found {
		p = person{app.Fold(found[i].Name), app.Fold(found[i].Email)}
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
