package mail

import (
	"errors"
	"slices"

	"marquee/app"
	"marquee/app/customer"
	"marquee/indexes"
)

// Kept is a mail and what stood in it.
type Kept struct {
	Message
	Text string
}

// KeptOf gathers the mails to somebody, and what people of the company were mailed about their
// orders, at most so many to each. What others got who had the order before, or were given
// something of it, is theirs.
func KeptOf(r app.Reader, who customer.Person, orders []int64, most int) (all []Kept, err error) {
	var ids []int64
	for _, customerID := range who.IDs {
		for id, err := range messageByCustomer.IDs(r, indexes.Equal(customerID).Reversed().Limit(most)) {
			if err != nil {
				return nil, err
			}
			ids = append(ids, id)
		}
	}
	for _, email := range who.Emails {
		for id, err := range messageByAddress.IDs(r, indexes.Equal(app.Fold(email)).Reversed().Limit(most)) {
			if err != nil {
				return nil, err
			}
			ids = append(ids, id)
		}
	}
	for _, o := range orders {
		for id, err := range messageByOrder.IDs(r, indexes.Equal(o)) {
			if err != nil {
				return nil, err
			}
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		k, err := keptMail(r, id)
		if err != nil {
			return nil, err
		}
		if !k.belongsTo(&who) {
			continue
		}
		if k.Kind.trait().staff && !k.wentTo(&who) {
			k.To, k.Reason = "", "" // a server that takes no mail repeats the address
		}
		all = append(all, k)
	}
	return all, nil
}

// wentTo tells whether a mail went to an address of somebody.
func (m *Message) wentTo(who *customer.Person) bool {
	return slices.ContainsFunc(who.Emails, func(email string) bool { return app.Fold(email) == app.Fold(m.To) })
}

// belongsTo tells whether a mail about an order of somebody, or to an address that is or was
// theirs, is no other customer's. One to people of the company that does not say whom it tells
// of tells of whoever has the order.
func (m *Message) belongsTo(who *customer.Person) bool {
	switch {
	case m.CustomerID != 0:
		return slices.Contains(who.IDs, m.CustomerID)
	case m.wentTo(who):
		return true
	case m.AboutID != 0:
		return slices.Contains(who.IDs, m.AboutID)
	}
	return m.Kind.trait().staff
}

func keptMail(r app.Reader, id int64) (k Kept, err error) {
	if k.Message, err = messages.Get(r, id); err != nil {
		return k, err
	}
	b, err := bodies.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) {
		return k, nil
	}
	if err == nil {
		k.Text, err = b.unpack()
	}
	return k, err
}

// KeptBlocks gathers which of somebody's addresses get no mails, and why.
func KeptBlocks(r app.Reader, who customer.Person) (all []Block, err error) {
	for _, email := range who.Emails {
		b, found, err := blocks.Find(r, app.Fold(email))
		if err != nil {
			return nil, err
		}
		if found {
			all = append(all, b)
		}
	}
	return all, nil
}
