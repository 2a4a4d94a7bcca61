package mail

import (
	"marquee/app"
	"marquee/app/customer"
	"marquee/indexes"
)

// MergeReader makes the mails that a customer got those of another, who is the same person. The
// address that they went to stays.
func MergeReader(tx app.Tx, m *customer.Moving) error {
	ids, err := m.Take(messageByCustomer.IDs(tx, indexes.Equal(m.From).Limit(m.Room()+1)))
	if err != nil {
		return err
	}
	for _, id := range ids {
		if _, err := messages.Update(tx, id, func(msg *Message) error { msg.CustomerID = m.Into; return nil }); err != nil {
			return err
		}
	}
	return nil
}
