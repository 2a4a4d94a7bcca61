package imports

import (
	"fmt"

	"marquee/app"
	"marquee/app/catalog"
)

// event finds the event that a row names: by id, by external id, or by its name, where the
// field of its start tells events of one name apart. It is 0 where the row names none or
// one that is not there, which is noted.
func (r record) event(id, external, name, start string) (int64, error) {
	key := fmt.Sprint("event\x00", r.text(id), "\x00", r.text(external), "\x00", r.text(name), "\x00", r.text(start))
	return r.remembered(key, func() (int64, error) { return r.findEvent(id, external, name, start) })
}

func (r record) findEvent(id, external, name, start string) (int64, error) {
	if r.text(id) != "" {
		return r.eventWithID(id)
	}
	if text := r.text(external); text != "" {
		e, found, err := catalog.EventByExternalID(r.d.tx, text)
		if err == nil && !found {
			r.note(external, "is no event that there is")
		}
		return e.ID, err
	}
	text := r.text(name)
	if text == "" {
		return 0, nil
	}
	all, err := catalog.EventsCalled(r.d.tx, text, maxCalled)
	if err != nil {
		return 0, err
	}
	found := int64(0)
	for i := range all {
		where := all[i].Location()
		if at := r.occasion(start, where); at != nil && !at.is(all[i].Start, where) {
			continue
		}
		if found != 0 {
			r.note(name, "is the name of several events")
			return 0, nil
		}
		found = all[i].ID
	}
	if found == 0 {
		r.note(name, "is no event that there is")
	}
	return found, nil
}

// maxCalled bounds how many things of one name are looked at.
const maxCalled = 100

func (r record) eventWithID(field string) (int64, error) {
	id := r.id(field)
	if id == 0 {
		return 0, nil
	}
	e, err := catalog.EventByID(r.d.tx, id)
	if app.KindOf(err) == app.NotFound || err == nil && e.DeletedAt != nil {
		r.note(field, "is no event that there is")
		return 0, nil
	}
	return id, err
}

// remembered finds something once in each step, where that went well.
func (r record) remembered(key string, find func() (int64, error)) (int64, error) {
	if id, ok := r.d.found[key]; ok {
		return id, nil
	}
	before := len(*r.bad)
	id, err := find()
	if err == nil && id != 0 && len(*r.bad) == before {
		r.d.found[key] = id
	}
	return id, err
}

// saleItem finds the sale item that a row names at an event: by id, by external id, or by
// name.
func (r record) saleItem(event int64, id, external, name string) (int64, error) {
	if n := r.id(id); n != 0 || r.text(id) != "" {
		return n, nil
	}
	if event == 0 {
		return 0, nil
	}
	field := external
	if r.text(external) == "" {
		field = name
	}
	text := r.text(field)
	if text == "" {
		return 0, nil
	}
	return r.remembered(fmt.Sprint("sale item\x00", event, "\x00", field, "\x00", text), func() (int64, error) {
		return r.findSaleItem(event, field, text, field == external)
	})
}

func (r record) findSaleItem(event int64, field, text string, external bool) (int64, error) {
	all, err := catalog.SharedSaleItemsOfEvent(r.d.tx, event)
	if err != nil {
		return 0, err
	}
	found := int64(0)
	for _, s := range all {
		if s.DeletedAt != nil {
			continue
		}
		called := s.ExternalID == text
		if !external {
			item, err := catalog.SharedInventoryItem(r.d.tx, s.ItemID)
			if err != nil {
				return 0, err
			}
			called = app.Fold(item.Name) == app.Fold(text)
		}
		if called && found != 0 {
			r.note(field, "is several sale items of the event")
			return 0, nil
		}
		if called {
			found = s.ID
		}
	}
	if found == 0 {
		r.note(field, "is no sale item of the event")
	}
	return found, nil
}
