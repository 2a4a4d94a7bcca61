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

// KeptOf gathers the mails to somebody and about their orders, at most so many to each.
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
		all = append(all, k)
	}
	return all, nil
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
