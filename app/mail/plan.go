package mail

import (
	"cmp"
	"context"
	"slices"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/locale"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/transfer"
	"marquee/indexes"
)

// planned is what is due, and the mails that it leads to.
type planned struct {
	due   due
	mails []Message
	facts *facts // by which they were written, nil where what they are about is gone
}

// writeDue makes mails of what is due. It looks in a snapshot first, so that the writer
// has little to do.
func writeDue(ctx context.Context, w *app.Work) error {
	at := indexes.Position(nil)
	for ctx.Err() == nil {
		plans, next, err := planSome(ctx, w, at)
		if err != nil {
			return err
		}
		if err := storeAll(ctx, w, plans); err != nil {
			return err
		}
		posts.Of(w.App).wrote()
		if next == nil {
			return nil
		}
		at = next
	}
	return ctx.Err()
}

// planSome plans what is due behind a position; next is nil when nothing follows.
func planSome(ctx context.Context, w *app.Work, at indexes.Position) (plans []planned, next indexes.Position, err error) {
	p := posts.Of(w.App).now()
	var all []due
	err = w.View(ctx, func(r app.Reader) error {
		all, next = nil, nil
		for hit, err := range dues.Scan(r, indexes.All[dueKey]().After(at).Limit(planBatch)) {
			if err != nil {
				return err
			}
			all, next = append(all, hit.Rec), hit.At
		}
		return nil
	})
	if len(all) < planBatch {
		next = nil
	}
	for i := range all {
		if err != nil {
			return nil, nil, err
		}
		err = w.Record(ctx, all[i].ID, func() error {
			one := planned{due: all[i]}
			err := w.View(ctx, func(r app.Reader) (err error) {
				one.facts, one.mails, err = plan(r, p, &all[i], w.App)
				return err
			})
			if gone(err) {
				one.facts, one.mails, err = nil, nil, nil
			}
			if err == nil {
				plans = append(plans, one)
			}
			return err
		})
	}
	return plans, next, err
}

// storeAll stores mails together, and one by one what cannot be.
func storeAll(ctx context.Context, w *app.Work, plans []planned) error {
	if len(plans) == 0 || app.Recovered(func() error { return storeSome(ctx, w, plans) }) == nil {
		return nil
	}
	for i := range plans {
		err := w.Record(ctx, plans[i].due.ID, func() error { return storeSome(ctx, w, plans[i:i+1]) })
		if err != nil {
			return err
		}
	}
	return nil
}

// storeSome puts mails in the place of what was due. What somebody else did already is
// left alone, and so is what was written to somebody who is another now, or was erased: it is
// written anew in the next run.
func storeSome(ctx context.Context, w *app.Work, plans []planned) error {
	return w.Update(ctx, func(tx app.Tx) error {
		for i := range plans {
			d := &plans[i].due
			_, found, err := dues.Find(tx, d.key())
			if err != nil {
				return err
			}
			if found && plans[i].facts != nil {
				found, err = plans[i].facts.hold(tx)
			}
			if err != nil {
				return err
			}
			if !found {
				continue
			}
			if err := dues.Delete(tx, d.key()); err != nil {
				return err
			}
			for _, m := range plans[i].mails {
				if err := insert(tx, &m); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// hold tells whether who the facts are about is still called the same, and read at the same
// address.
func (f *facts) hold(r app.Reader) (bool, error) {
	for _, was := range []*customer.Customer{&f.buyer, &f.giver, &f.receiver} {
		if was.ID == 0 {
			continue
		}
		now, err := customer.Contacts(r, []int64{was.ID})
		if err != nil || len(now) != 1 || now[0].Name != was.Name || now[0].Email != was.Email {
			return false, err
		}
	}
	if f.transfer.ID == 0 {
		return true, nil
	}
	now, err := transfer.ByID(r, f.transfer.ID)
	return err == nil && now.Email == f.transfer.Email && now.Name == f.transfer.Name, err
}

// letterRef is what the queue keeps of a mail.
type letterRef struct {
	MailID int64 `msgpack:"m"`
	Bulk   bool  `msgpack:"b,omitempty"`
}

// letters are the mails on their way. Those to many have a lane of their own, so that
// nobody waits behind them.
var letters = queue.NewKind[letterRef](queue.Spec[letterRef]{
	Name: "mail", Timeout: sendTimeout, Attempts: sendAttempts, Pauses: sendPauses, Parallel: sendParallel,
	To: func(l *letterRef) string {
		if l.Bulk {
			return "bulk"
		}
		return "prompt"
	},
})

// insert stores a mail, and queues it if it is to be sent. One that nobody gets twice is
// left out when it is there.
func insert(tx app.Tx, m *Message) error {
	if m.Once != "" {
		if _, found, err := messageByOnce.Find(tx, m.Once); err != nil || found {
			return err
		}
	}
	if err := notTooManyTo(tx, m); err != nil {
		return err
	}
	m.ID = 0
	id, err := messages.NextIDs(tx, 1)
	if err != nil {
		return err
	}
	m.ID = id
	if m.State == Queued {
		if m.EntryID, err = letters.Put(tx, "", letterRef{MailID: id, Bulk: m.Kind.trait().bulk}); err != nil {
			return err
		}
	}
	return messages.InsertNext(tx, m)
}

// notTooManyTo holds a mail about an order that nobody paid for, when its address got as many of
// them lately as one gets: anybody can be named in such an order, as often as somebody likes.
func notTooManyTo(r app.Tx, m *Message) error {
	if m.State != Queued || !m.Unpaid {
		return nil
	}
	ids, err := idsOf(messageByAddress.IDs(r, indexes.Equal(app.Fold(m.To)).Reversed().Limit(4*maxUnpaid)))
	if err != nil {
		return err
	}
	recent, err := messages.GetMany(r, ids)
	n := 0
	for i := range recent {
		if recent[i].Unpaid && recent[i].State != Held && app.Lately(recent[i].CreatedAt, r.Wall(), unpaidWindow) {
			n++
		}
	}
	if n >= maxUnpaid {
		m.become(Held, "too many mails within an hour to this address, about orders that nobody paid for")
	}
	return err
}

// plan finds out who gets which mail about what is due.
func plan(r app.Reader, p Post, d *due, a *app.App) (*facts, []Message, error) {
	read := factsOf
	switch d.Kind.trait().about {
	case anEvent:
		read = func(r app.Reader, base string, id int64) (*facts, error) { return factsOfEvent(r, base, id, 0, 0) }
	case aUser:
		read = factsOfUser
	case aTransfer:
		read = factsOfTransfer
	case aCustomer:
		read = factsOfCustomer
	case aReport:
		read = factsOfReport
	}
	f, err := read(r, p.BaseURL, d.ID)
	if err == nil {
		err = f.readRun(r, d.RunID)
	}
	if err == nil && d.Kind == GroupJoined {
		err = f.readGroup(r, d.N)
	}
	if err == nil && d.Kind.onApproval() {
		err = f.readApproval(r, d.ID)
	}
	if err != nil {
		return nil, nil, err
	}
	mails := f.toCustomer(d)
	for _, kind := range staffKinds(d) {
		mails = append(mails, f.toStaff(d, kind)...)
	}
	for i := range mails {
		if err := f.finish(r, p, &mails[i], a); err != nil {
			return nil, nil, err
		}
	}
	return f, mails, nil
}

// staffKinds are the mails to people of the company that come with one.
func staffKinds(d *due) []Kind {
	kind := staffKind(d.Kind)
	switch {
	case d.Kind.trait().staff:
		return []Kind{d.Kind}
	case kind == "" || d.Asked:
		return nil
	}
	return []Kind{kind}
}

// staffKind is the mail to people of the company that comes with one to a buyer; "" where
// there is none.
func staffKind(buyers Kind) Kind {
	switch buyers {
	case Confirmation:
		return StaffPurchase
	case Reservation:
		return StaffApproval
	}
	return ""
}

// toCustomer are the mails to whoever bought the order, or asked for a new password.
func (f *facts) toCustomer(d *due) (all []Message) {
	if f.user.ID != 0 {
		return []Message{{Kind: d.Kind, UserID: f.user.ID, To: f.user.Email, Name: f.user.Name, Language: f.reads()}}
	}
	if f.transfer.ID != 0 {
		return f.toParty(d.Kind)
	}
	if f.buyer.ID == 0 || f.buyer.Email == "" && d.to == "" || d.Kind.trait().staff {
		return nil
	}
	if d.Kind == NewAddress {
		return f.toFormer(d)
	}
	if d.Kind.trait().about == aCustomer {
		return []Message{f.addressed(d, d.Kind)}
	}
	if f.order == nil {
		return nil
	}
	m := f.addressed(d, d.Kind)
	confirms := f.settings.confirms(f.order.Channel)
	if d.Kind != Confirmation || d.Asked || confirms {
		all = append(all, f.split(m)...)
	}
	if d.Kind == Confirmation && (confirms || d.Asked) && f.settings.TaxReceipts && taxed(f.items) {
		all = append(all, f.addressed(d, TaxReceipt))
	}
	if d.Kind == Confirmation && !d.Asked && slices.ContainsFunc(f.items, func(it order.Item) bool { return voucherOf(&it, f.order.CustomerID) }) {
		all = append(all, f.addressed(d, GiftVoucher))
	}
	return all
}

// toFormer is the mail to an address that is not the customer's any more.
func (f *facts) toFormer(d *due) []Message {
	for _, former := range f.buyer.FormerEmails {
		if addressNumber(former) == d.N {
			m := f.addressed(d, d.Kind)
			m.To = former
			return []Message{m}
		}
	}
	return nil
}

// split makes a mail of each event where the company wants that.
func (f *facts) split(m Message) (all []Message) {
	if m.Kind != Confirmation || !f.settings.PerEvent || len(f.events) < 2 {
		return []Message{m}
	}
	for i := range f.events {
		m.EventID = f.events[i].ID
		all = append(all, m)
	}
	return all
}

// addressed is a mail to the buyer.
func (f *facts) addressed(d *due, k Kind) Message {
	m := f.message(d, k)
	m.To, m.Name, m.Language, m.CustomerID = f.buyer.Email, f.buyer.Name, f.reads(), f.buyer.ID
	if f.order != nil {
		m.Name = f.nameOfBuyer()
	}
	if d.to != "" {
		m.To, m.Elsewhere = d.to, true
	}
	return m
}

func (f *facts) message(d *due, k Kind) Message {
	m := Message{Kind: k, Amount: d.Amount, Items: d.Items, Taxes: d.Taxes, Asked: d.Asked, CurrencyID: d.CurrencyID, RunID: d.RunID}
	switch {
	case f.order != nil:
		m.OrderID = f.order.ID
		if k == InvoiceCopy {
			m.InvoiceID = d.N
		}
	case k.trait().about == anEvent:
		m.EventID = d.ID
	case k.trait().about == aReport:
		m.ReportID = d.ID
	case k == GroupJoined:
		m.GroupID = d.N
	}
	return m
}

// toStaff are the mails of a kind to people of the company.
func (f *facts) toStaff(d *due, k Kind) (all []Message) {
	to := f.settings.staffFor(k)
	if f.saved.Schedule != nil {
		to = f.saved.Schedule.To
	}
	if k.onApproval() && k != StaffEventApproval {
		to = f.toAsker()
	}
	for _, address := range to {
		m := f.message(d, k)
		m.To, m.Language = address, first(f.company.Locales)
		if m.Language == "" {
			m.Language = string(locale.English)
		}
		if f.order != nil {
			m.Name, m.AboutID = f.nameOfBuyer(), f.buyer.ID
		}
		all = append(all, m)
	}
	return all
}

func (f *facts) nameOfBuyer() string {
	return cmp.Or(f.order.ReserverName, f.buyer.Name)
}

// finish decides what becomes of a mail, and writes its subject.
func (f *facts) finish(r app.Reader, p Post, m *Message, a *app.App) error {
	why, err := f.unwanted(r, m, a)
	if err != nil {
		return err
	}
	switch {
	case why != "":
		m.become(Suppressed, why)
	case p.Carrier == nil:
		m.become(Held, noServer)
	default:
		m.become(Queued, "")
	}
	m.Unpaid = f.order != nil && f.order.Totals.Paid == 0 && !m.Kind.trait().staff
	w, err := f.of(m).write(r, m)
	m.Subject = w.keptSubject
	return err
}

// noServer is why mails are held.
const noServer = "there was no mail server when it was written"

// unwanted says why a mail is not to be sent; "" for one that is.
func (f *facts) unwanted(r app.Reader, m *Message, a *app.App) (string, error) {
	if why, err := cannot(r, m.To); err != nil || why != "" {
		return why, err
	}
	if why := f.moot(m, a.Now()); why != "" || m.Kind != TicketsReady {
		return why, nil
	}
	return f.unopened(r, m, a.Now())
}

// cannot says why nothing is sent to an address; "" for one that mails are sent to.
func cannot(r app.Reader, address string) (string, error) {
	if _, err := company.NormalEmail(address); err != nil {
		return "the address is none that mails can be sent to", nil
	}
	return blocked(r, address)
}

// of are the facts of one mail: those of its event and items.
func (f *facts) of(m *Message) *facts {
	own := *f
	if m.OrderID != 0 {
		own.only(m.EventID)
	}
	if len(m.Items) > 0 {
		own.about(m.Items)
	}
	return &own
}
