package mail

import (
	"errors"
	"slices"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/person"
	"marquee/app/queue"
	"marquee/app/transfer"
	"marquee/indexes"
)

// eraseBatch is how many mails one step of an erasure blanks.
const eraseBatch = 20

// Personal are the rules of mails. Of those that an erased customer got, or that people of the
// company got about them, it is blanked who got them, and what stood in them. Those on their way
// are not sent. The address is free of its suppression too: nobody mails there any more.
func Personal() []person.Rule {
	ofCustomer := person.ByCustomer(messageByCustomer)
	return []person.Rule{
		{Name: "mails", Erase: person.Each(ofCustomer, eraseBatch, eraseMail), Merge: person.Move(mergeMail, ofCustomer), Export: exportMails},
		{Name: "mails to an address", Erase: person.Each(person.ByAddress(messageByAddress), eraseBatch, eraseMail)},
		{Name: "mail blocks", Erase: eraseBlock, Export: exportBlocks},
	}
}

func eraseMail(tx app.Tx, e *person.Erasing, id int64) error { return blankMail(tx, id, e.Email) }

// mergeMail makes a mail that a customer got, or that tells of them, another's. The address that
// it went to stays.
func mergeMail(tx app.Tx, m *person.Moving, id int64) error {
	_, err := messages.Update(tx, id, func(msg *Message) error {
		if msg.AboutID == m.From {
			msg.AboutID = m.Into
		} else {
			msg.CustomerID = m.Into
		}
		return nil
	})
	return err
}

func eraseBlock(tx app.Tx, e *person.Erasing) error {
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
			m.To = person.ErasedEmail
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

// Kept is a mail and what stood in it.
type Kept struct {
	Message
	Text string
}

// exportMails adds the mails to somebody, and what people of the company were mailed about their
// orders. What others got who had the order before, or were given something of it, is theirs.
func exportMails(r app.Reader, x *person.Export) error {
	ids, err := x.IDs(r, person.MaxRecords, person.ByCustomer(messageByCustomer), person.ByAddress(messageByAddress))
	if err != nil {
		return err
	}
	orders, _ := order.Exported(x)
	for i := range orders {
		some, err := indexes.Gather(messageByOrder.IDs(r, indexes.Equal(orders[i].ID)))
		if err != nil {
			return err
		}
		ids = append(ids, some...)
	}
	slices.Sort(ids)
	var all []Kept
	for _, id := range slices.Compact(ids) {
		k, err := keptMail(r, id)
		if err != nil {
			return err
		}
		if !k.belongsTo(&x.Who) {
			continue
		}
		if k.Kind.trait().staff && !k.wentTo(&x.Who) {
			k.To, k.Reason = "", "" // a server that takes no mail repeats the address
		}
		all = append(all, k)
	}
	x.Add("mails", all)
	x.Full(len(all))
	return nil
}

// wentTo tells whether a mail went to an address of somebody.
func (m *Message) wentTo(who *person.Who) bool {
	return slices.ContainsFunc(who.Emails, func(email string) bool { return app.Fold(email) == app.Fold(m.To) })
}

// belongsTo tells whether a mail about an order of somebody, or to an address that is or was
// theirs, is no other customer's. One to people of the company that does not say whom it tells
// of tells of whoever has the order.
func (m *Message) belongsTo(who *person.Who) bool {
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

// exportBlocks adds which of somebody's addresses get no mails, and why.
func exportBlocks(r app.Reader, x *person.Export) error {
	var emails []string
	for _, email := range x.Who.Emails {
		emails = append(emails, app.Fold(email))
	}
	all, err := blocks.GetMany(r, emails)
	x.Add("mailBlocks", all)
	return err
}
