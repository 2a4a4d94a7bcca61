package mail

import (
	"marquee/app"
	"marquee/app/customer"
	"marquee/indexes"
)

// MergeReader makes the mails that a customer got, or that tell of them, those of another, who is
// the same person. The address that they went to stays.
func MergeReader(tx app.Tx, m *customer.Moving) error {
	ids, err := m.Take(messageByCustomer.IDs(tx, indexes.Equal(m.From).Limit(m.Room()+1)))
	if err != nil {
		return err
	}
	for _, id := range ids {
		_, err := messages.Update(tx, id, func(msg *Message) error {
			if msg.AboutID == m.From {
				msg.AboutID = m.Into
			} else {
				msg.CustomerID = m.Into
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
