package mail

import (
	"errors"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/transfer"
	"marquee/indexes"
)

const (
	// eraseBatch is how many mails one step of an erasure blanks.
	eraseBatch = 20
	// erasedPlace is the area of an erasure that stands here.
	erasedPlace = "mails"
)

// EraseReader blanks the mails that an erased customer got: who got them, and what stood in
// them. So it does with those that people of the company got about them. Those on their way are not sent. The address is free of its suppression too: nobody
// mails there any more.
func EraseReader(tx app.Tx, e *customer.Erasing) error {
	if e.Ended(erasedPlace) {
		return nil
	}
	var ids []int64
	for id, err := range messageByCustomer.IDs(tx, indexes.Equal(e.CustomerID).Limit(eraseBatch)) {
		if err != nil {
			return err
		}
		ids = append(ids, id)
	}
	if len(ids) < eraseBatch && e.Email != "" {
		for id, err := range messageByAddress.IDs(tx, indexes.Equal(app.Fold(e.Email)).Limit(eraseBatch)) {
			if err != nil {
				return err
			}
			ids = append(ids, id)
		}
	}
	for _, id := range app.Distinct(ids) {
		if err := blankMail(tx, id, e.Email); err != nil {
			return err
		}
	}
	if len(ids) > 0 {
		e.GoOn(erasedPlace, "") // blanked ones are not found again
		return nil
	}
	e.End(erasedPlace)
	if e.Email == "" {
		return nil
	}
	return absentIsFine(blocks.Delete(tx, app.Fold(e.Email)))
}

// EraseAbout blanks the mails about an order whose buyer is erased, those to people of the
// company too.
func EraseAbout(tx app.Tx, b order.Blanking) error {
	if b.ItemID != 0 {
		return nil
	}
	var ids []int64
	for id, err := range messageByOrder.IDs(tx, indexes.Equal(b.OrderID)) {
		if err != nil {
			return err
		}
		ids = append(ids, id)
	}
	for _, id := range ids {
		if err := blankMail(tx, id, ""); err != nil {
			return err
		}
	}
	return nil
}

// EraseTransfer blanks the mails about a transfer one side of which is erased: those to the
// other side name both. Another customer is still who got theirs.
func EraseTransfer(tx app.Tx, b transfer.Blanking) error {
	var about []Message
	for hit, err := range messageByOrder.Scan(tx, indexes.Equal(b.OrderID)) {
		if err != nil {
			return err
		}
		if hit.Rec.TransferID == b.TransferID {
			about = append(about, hit.Rec)
		}
	}
	for i := range about {
		m := &about[i]
		if err := blankMail(tx, m.ID, ""); err != nil {
			return err
		}
		if m.CustomerID == 0 || m.CustomerID == b.CustomerID {
			continue
		}
		_, err := messages.Update(tx, m.ID, func(now *Message) error {
			now.To, now.Name, now.CustomerID = m.To, m.Name, m.CustomerID
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// blankMail blanks a mail. The addresses of people of the company stay, but for one that is
// the customer's own.
func blankMail(tx app.Tx, id int64, email string) error {
	if err := absentIsFine(bodies.Delete(tx, id)); err != nil {
		return err
	}
	was, err := messages.Get(tx, id)
	if err == nil && was.EntryID != 0 { // a server that takes no mail repeats the address
		err = queue.Forget(tx, was.EntryID)
	}
	if err != nil {
		return err
	}
	_, err = messages.Forget(tx, id, func(m *Message) {
		if !m.Kind.trait().staff || email != "" && app.Fold(m.To) == app.Fold(email) {
			m.To = customer.ErasedEmail
		}
		if m.State != Sent {
			m.become(Suppressed, "whom it is about was erased")
		}
	})
	return err
}

func (m *Message) forget() {
	m.Name, m.Subject, m.Note, m.Reason = "", "", "", ""
	m.CustomerID, m.AboutID, m.EntryID = 0, 0, 0
}

func absentIsFine(err error) error {
	if errors.Is(err, indexes.ErrNotFound) {
		return nil
	}
	return err
}
