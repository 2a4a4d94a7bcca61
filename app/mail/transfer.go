package mail

import (
	"cmp"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/locale"
	"marquee/app/order"
	"marquee/app/transfer"
)

// ClaimPath is in front of the links with which transfers are claimed.
const ClaimPath = "/claim/"

// TransferOffered notes the mail to whom something is given.
func TransferOffered(tx app.Tx, t *transfer.Transfer) error {
	return ask(tx, due{ID: t.ID, Kind: TransferOffer, N: t.Links})
}

// TransferTaken notes the mails to who claimed a transfer, and to who gave it.
func TransferTaken(tx app.Tx, t *transfer.Transfer) error {
	if err := ask(tx, due{ID: t.ID, Kind: TransferReceived}); err != nil || t.FromID == 0 {
		return err
	}
	return ask(tx, due{ID: t.ID, Kind: TransferClaimed})
}

// TransferWithdrawn notes the mail to whom something was offered that is not given any more.
func TransferWithdrawn(tx app.Tx, t *transfer.Transfer) error {
	if t.Email == "" || !t.Mailed || t.Reason == transfer.Erased {
		return nil
	}
	return ask(tx, due{ID: t.ID, Kind: TransferCancelled})
}

// toParty is the mail to one side of a transfer.
func (f *facts) toParty(k Kind) []Message {
	t := &f.transfer
	m := Message{Kind: k, TransferID: t.ID, OrderID: t.OrderID, Language: f.languageTo(k)}
	switch k {
	case TransferClaimed:
		m.To, m.Name, m.CustomerID = t.From.Email, t.From.Name, t.FromID
	case TransferReceived:
		m.To, m.Name, m.CustomerID = t.To.Email, t.To.Name, t.ToID
	default:
		m.To, m.Name = t.Email, t.Name
	}
	if m.To == "" {
		return nil
	}
	return []Message{m}
}

// languageTo is what a side of a transfer reads: its own language where that is known; who is
// not known is written to in that of whoever gives.
func (f *facts) languageTo(k Kind) string {
	from, to := f.giver.Locale, f.receiver.Locale
	asked := from
	switch k {
	case TransferReceived:
		asked = to
	case TransferOffer, TransferCancelled:
		asked = cmp.Or(to, from)
	}
	return cmp.Or(asked, first(f.company.Locales), string(locale.English))
}

// readParties reads who gives something, and who is to have it, as far as they are known.
func (f *facts) readParties(r app.Reader) error {
	t := &f.transfer
	people, err := customer.Many(r, []int64{t.FromID, t.ToID})
	if err != nil {
		return err
	}
	for _, p := range people {
		if p.ID == t.FromID {
			f.giver = p
		} else {
			f.receiver = p
		}
	}
	if t.ToID != 0 || t.Email == "" {
		return nil
	}
	known, err := customer.ByEmail(r, t.Email)
	if app.KindOf(err) == app.NotFound {
		return nil
	}
	f.receiver = known
	return err
}

// transferValues are what the placeholders of mails about transfers stand for.
func (w *writing) transferValues(v values) {
	t := &w.transfer
	v["giver.name"] = said(cmp.Or(w.giverName(), w.company.Name), false)
	v["receiver.name"] = said(cmp.Or(t.To.Name, t.Name, t.Email), false)
	v["items"] = w.itemLines(w.named, nil)
	if token := t.Token(w.company); token != "" && w.mail.Kind == TransferOffer {
		v["claim.link"] = w.base + ClaimPath + token
	}
	if v["event.name"] == "" && len(w.named) > 0 {
		v["event.name"] = said(w.named[0].SaleName, false)
	}
	if w.mail.Kind != TransferReceived {
		return
	}
	w.voucherValues(v, w.named, t.ToID, func(n int64) string { return w.amount(w.order.CurrencyID, n) })
	if token := w.received(); token != "" {
		v["tickets.link"] = w.base + TicketsPath + token + "?lang=" + string(w.words)
		v["calendar.link"] = w.base + TicketsPath + token + "/calendar.ics?lang=" + string(w.words)
	}
}

// giverName is how whoever gives is called: by the order where they made it.
func (w *writing) giverName() string {
	if w.order.CustomerID == w.transfer.FromID || w.transfer.FromID == 0 {
		return cmp.Or(w.order.ReserverName, w.transfer.From.Name)
	}
	return w.transfer.From.Name
}

// received opens what a transfer gave, as long as whoever claimed it has it.
func (w *writing) received() string {
	var held []order.Item
	for i := range w.named {
		if it := w.named[i]; it.CustomerID == w.transfer.ToID && it.Downloadable() {
			held = append(held, it)
		}
	}
	return transfer.LinkTo(w.company, w.order, held)
}

// mootTransfer says why a mail about a transfer is of no use any more.
func mootTransfer(k Kind, t *transfer.Transfer) string {
	if k == TransferOffer && t.State != transfer.Pending {
		return "the transfer was " + t.State.String()
	}
	return ""
}
