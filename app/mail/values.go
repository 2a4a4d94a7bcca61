package mail

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/locale"
	"marquee/app/order"
)

// The paths of links, below the address of the box office.
const (
	TicketsPath = "/tickets/"
	PayPath     = "/pay/"
	// PasswordPath is the page that sets a new password.
	PasswordPath = "/staff/password/"
)

// writing is one mail being written: facts, in a language.
type writing struct {
	*facts
	mail  *Message
	texts app.Language
	words locale.Language
}

// values are what the placeholders of the mail stand for.
func (w *writing) values() values {
	c := w.company
	v := values{
		"company.name":    said(cmp.Or(c.Billing.Name, c.Name), false),
		"company.address": said(c.Billing.Address, true),
		"company.support": clean(c.Branding.SupportURL, false),
		"customer.name":   said(w.mail.Name, false),
		"note":            said(w.mail.Note, true),
	}
	if len(w.events) > 0 {
		w.eventValues(v)
	}
	if w.mail.Kind == NewPassword {
		v["password.link"] = w.base + PasswordPath + w.secret
		v["password.minutes"] = w.words.Number(int64(company.ResetLife.Minutes()))
	}
	if w.mail.Kind == StaffInvitation {
		v["invitation.link"] = w.base + PasswordPath + w.secret
		v["invitation.days"] = w.words.Number(int64(company.InvitationLife / (24 * time.Hour)))
	}
	if w.mail.Kind == SignIn {
		v["sign-in.link"] = w.base + "/shop/" + c.Alias + "/sign-in/" + w.secret
		v["sign-in.minutes"] = w.words.Number(int64(customer.MailedLife.Minutes()))
	}
	if w.transfer.ID != 0 {
		w.transferValues(v)
		return v
	}
	if w.order != nil {
		w.orderValues(v)
		w.linkValues(v)
	}
	if w.mail.Kind == GroupJoined {
		v["group.name"] = said(w.group.Name, false)
	}
	if w.mail.Kind == WalletPayout {
		v["payout.amount"] = w.amount(w.mail.CurrencyID, w.mail.Amount)
	}
	if w.run.ID != 0 {
		w.runValues(v)
	}
	if w.delivery.ID != 0 {
		w.reportValues(v)
	}
	if w.approval.EventID != 0 {
		v["approval.by"], v["decision.by"] = said(w.asker.Name, false), said(w.decider, false)
		v["decision.reason"] = said(w.approval.Reason, true)
	}
	return v
}

// reportValues are those of a report that was made by the clock.
func (w *writing) reportValues(v values) {
	zone := w.company.Location()
	v["report.name"] = said(w.saved.Name, false)
	v["report.number"] = strconv.FormatInt(w.saved.Number(), 10)
	v["report.date"] = w.words.Moment(w.delivery.Due.In(zone))
	v["report.file"] = w.delivery.File
	if w.drawn != nil {
		v["report.figures"] = said(w.drawn.Title+"\n"+w.drawn.Text(maxLines), true)
	}
	v["report.problem"] = said(w.delivery.Problem, false)
}

func (w *writing) amount(currencyID, minor int64) string {
	cur, _ := company.CurrencyByID(currencyID)
	return w.words.Amount(cur, minor)
}

// runValues are what became of the orders of an event that was refunded.
func (w *writing) runValues(v values) {
	var sums []string
	for _, s := range w.run.Sums {
		if s.Amount != 0 {
			sums = append(sums, w.amount(s.CurrencyID, s.Amount))
		}
	}
	v["refund.amount"] = strings.Join(sums, ", ")
	v["refund.by"] = said(w.starter, false)
	v["refund.orders"] = w.words.Number(w.run.Refunded)
	if w.run.Failed > 0 {
		v["refund.failed"] = w.words.Number(w.run.Failed)
	}
}

func (w *writing) eventValues(v values) {
	e := &w.events[0]
	venue := w.venues[e.VenueID]
	v["event.name"] = said(e.NameIn(w.texts), false)
	v["event.date"] = w.when(e)
	v["event.venue"], v["event.address"] = said(venue.NameOnLine(), false), said(venue.OneLine(), false)
	var all []string
	for i := range w.events {
		all = append(all, w.eventLines(&w.events[i]))
	}
	v["order.events"] = strings.Join(all, "\n\n")
	for i := 1; i < len(w.events); i++ {
		v["event.name"] = shortened(v["event.name"]+", "+said(w.events[i].NameIn(w.texts), false), maxLine)
	}
}

// eventLines are the name of an event, when it is and where.
func (w *writing) eventLines(e *catalog.Event) string {
	venue := w.venues[e.VenueID]
	lines := []string{said(e.NameIn(w.texts), false), w.when(e)}
	if at := said(strings.Trim(venue.NameOnLine()+", "+venue.OneLine(), ", "), false); at != "" {
		lines = append(lines, at)
	}
	return strings.Join(lines, "\n")
}

// when is the time of an event, or of the slots of it that the mail is about.
func (w *writing) when(e *catalog.Event) string {
	var lines []string
	for i := range w.dates {
		if s := &w.dates[i]; s.Event.ID == e.ID && len(lines) < maxLines {
			lines = append(lines, onClocks(w.words, s.Start(), w.words.Span(s.Start(), s.End())))
		}
	}
	if len(lines) == 0 {
		zone := e.Location()
		return onClocks(w.words, e.Start.In(zone), w.words.Span(e.Start.In(zone), e.End.In(zone)))
	}
	return strings.Join(lines, "\n")
}

// onClocks says of times whose clocks show them: whoever reads a mail may be anywhere.
func onClocks(l locale.Language, t time.Time, text string) string {
	return text + " (" + l.Zone(t) + ")"
}

func (w *writing) orderValues(v values) {
	o := w.order
	cur, _ := company.CurrencyByID(o.CurrencyID)
	amount := func(minor int64) string { return w.words.Amount(cur, minor) }
	v["order.reference"] = o.Reference
	v["order.date"] = w.words.Date(o.Date().In(w.company.Location()))
	v["order.items"] = w.itemLines(w.items, amount)
	v["items"] = w.itemLines(w.named, nil)
	v["order.total"] = amount(o.Totals.Total)
	if n := order.ReverseTaxOf(w.items); n > 0 {
		v["order.reverse-charge"] = amount(n)
	}
	if o.Totals.Paid > 0 {
		v["order.paid"] = amount(o.Totals.Paid)
	}
	if left := o.Totals.Total - o.Totals.Paid; left > 0 && !o.Status.Sold() {
		v["order.balance"] = amount(left)
	}
	if o.ExpiresAt != nil && o.Status.MayBecome(order.Expired) {
		due := o.ExpiresAt.In(w.company.Location())
		v["order.due"] = onClocks(w.words, due, w.words.Moment(due))
	}
	if w.mail.Amount != 0 {
		v["refund.amount"], v["resale.amount"] = amount(w.mail.Amount), amount(w.mail.Amount)
	}
	if w.mail.Kind == Refund && !slices.ContainsFunc(w.named, func(it order.Item) bool { return !it.Holds() }) {
		v["refund.stays"] = v["items"]
	}
	w.voucherValues(v, w.items, w.order.CustomerID, amount)
	w.invoiceValues(v)
	if w.mail.Kind == TaxReceipt {
		w.taxValues(v, amount)
	}
}

// itemLines has one line for each kind of item: how many, of what, for how much, and
// where that is.
func (w *writing) itemLines(items []order.Item, amount func(int64) string) string {
	var lines []string
	for _, group := range grouped(items) {
		it := &group[0]
		name := said(it.SaleName, false)
		if k := w.kinds[it.ItemID]; k != nil {
			name = said(k.NameIn(w.texts), false)
		}
		text := fmt.Sprintf("%d × %s", len(group), name)
		if sum := sumOf(group); amount != nil && sum > 0 {
			text += " — " + amount(sum)
		}
		if s, ok := w.dated[it.SaleItemID]; ok {
			text += "\n    " + onClocks(w.words, s.Start(), w.words.Span(s.Start(), s.End()))
		}
		if seats := seatsOf(group); seats != "" {
			text += "\n    " + seats
		}
		if lines = append(lines, text); len(lines) == maxLines {
			return strings.Join(append(lines, "…"), "\n")
		}
	}
	return strings.Join(lines, "\n")
}

// grouped puts together what is alike, in the order in which each kind comes first.
func grouped(items []order.Item) (groups [][]order.Item) {
	type likeness struct{ saleItem, price int64 }
	at := map[likeness]int{}
	for _, it := range items {
		key := likeness{it.SaleItemID, it.Price}
		n, seen := at[key]
		if !seen {
			n = len(groups)
			at[key], groups = n, append(groups, nil)
		}
		groups[n] = append(groups[n], it)
	}
	return groups
}

func sumOf(items []order.Item) (sum int64) {
	for i := range items {
		sum += items[i].Price
	}
	return sum
}

func seatsOf(items []order.Item) string {
	var all []string
	for i := range items {
		if items[i].Place != nil {
			all = append(all, said(items[i].Place.FullName(), false))
		}
	}
	return strings.Join(all, "; ")
}

// voucherOf tells whether an item is a gift voucher that somebody has, and that is on its way
// to nobody else.
func voucherOf(it *order.Item, holder int64) bool {
	return it.Type == catalog.GiftVoucher && it.Valid() && it.CustomerID == holder && it.TransferID == 0
}

// voucherValues are the codes of the gift vouchers that somebody has, with their values, and
// where they are redeemed: a single one without typing its code.
func (w *writing) voucherValues(v values, items []order.Item, holder int64, amount func(int64) string) {
	var lines []string
	code := ""
	for i := range items {
		if it := &items[i]; voucherOf(it, holder) && it.Barcode != "" && len(lines) < maxLines {
			lines, code = append(lines, it.Barcode+" — "+amount(it.Base)), it.Barcode
		}
	}
	v["voucher.codes"] = strings.Join(lines, "\n")
	if len(lines) == 0 || !w.company.Shop.Open {
		return
	}
	v["voucher.link"] = w.base + "/shop/" + w.company.Alias + "/voucher"
	if len(lines) == 1 {
		v["voucher.link"] += "?code=" + url.QueryEscape(code)
	}
}

func (w *writing) linkValues(v values) {
	if e, at := w.ticketsDate(w.now); e != nil {
		at = at.In(e.Location())
		v["tickets.date"] = onClocks(w.words, at, w.words.Moment(at))
	}
	if token := w.tokenFor(w.mail); token != "" && (w.printable || w.mail.Kind == TicketsReady) {
		v["tickets.link"] = w.base + TicketsPath + token + "?lang=" + string(w.words)
		v["calendar.link"] = w.base + TicketsPath + token + "/calendar.ics?lang=" + string(w.words)
	}
	if token := w.order.PaymentToken(w.company); token != "" && w.order.Status == order.AwaitingPaymentLink {
		v["payment.link"] = w.base + PayPath + w.order.Reference + "/" + token
	}
}

// moot says why the mail is of no use any more; "" as long as it is.
func (f *facts) moot(m *Message, now time.Time) string {
	if f.transfer.ID != 0 {
		return mootTransfer(m.Kind, &f.transfer.Transfer)
	}
	if f.order != nil {
		return mootOrder(m.Kind, f.order, now)
	}
	if m.CircularID != 0 {
		return mootCircular(f, m)
	}
	switch m.Kind.trait().about {
	case aUser:
		return f.mootPassword(m, now)
	case aCustomer:
		return f.mootAccount(m, now)
	case aReport:
		return ""
	}
	e := &f.events[0]
	switch {
	case e.DeletedAt != nil:
		return "the event was deleted"
	case m.Kind.onApproval():
		return f.mootApproval(m.Kind)
	case m.Kind == Reminder && e.CancelledAt != nil:
		return "the event was cancelled"
	case m.Kind.trait().bulk && e.Ended(now):
		return "the event is over"
	case m.Kind == Reminder && f.begun(m, e, now):
		return "the event has begun"
	}
	return ""
}

// begun tells that an event has begun, or the slot that a mail is about, or that nobody has
// anything of the slot any more.
func (f *facts) begun(m *Message, e *catalog.Event, now time.Time) bool {
	if m.SlotID != 0 {
		return len(f.dates) == 0 || !now.Before(f.dates[0].Start())
	}
	return !now.Before(e.Start)
}

// mootPassword tells that nobody waits for a link to set a password any more: so it is
// when the server was down, or mails were held, for longer than the link would be good.
func (f *facts) mootPassword(m *Message, now time.Time) string {
	switch {
	case f.user.SuspendedAt != nil:
		return "the user is suspended"
	case f.user.Email != m.To:
		return "the address changed"
	case m.Kind == StaffInvitation && f.user.ProvenAt != nil && m.CreatedAt.Before(*f.user.ProvenAt):
		return "the user has a password"
	case m.Kind == NewPassword && !m.CreatedAt.IsZero() && now.Sub(m.CreatedAt) > maxPasswordWait:
		return "it was asked for too long ago"
	}
	return ""
}

// mootAccount tells that a customer is gone, or waits for a link no more.
func (f *facts) mootAccount(m *Message, now time.Time) string {
	switch {
	case f.buyer.ID == 0:
		return "the customer is gone"
	case m.Kind == GroupJoined && !f.belongs:
		return "the customer is not in the group any more"
	case m.Kind == SignIn && f.buyer.Email != m.To:
		return "the address changed"
	case m.Kind == SignIn && !m.CreatedAt.IsZero() && now.Sub(m.CreatedAt) > customer.MailedLife:
		return "it was asked for too long ago"
	}
	return ""
}

// mootOrder tells that an order does not wait any more for what the mail asks for.
func mootOrder(k Kind, o *order.Order, now time.Time) string {
	waits := map[Kind]order.Status{
		PayNow: order.AwaitingPaymentLink, PaymentLink: order.AwaitingPaymentLink, Invoice: order.AwaitingInvoice,
		OnSite: order.AwaitingOnsite, LocalPayment: order.AwaitingLocalPayment, Reservation: order.AwaitingApproval,
	}
	want, ok := waits[k]
	switch {
	case o.DeletedAt != nil:
		return "the order was deleted"
	case ok && (o.Status != want && o.Status != order.Processing || o.Overdue(now)):
		return "the order does not wait for it any more"
	case (k == Confirmation || k == GiftVoucher || k == TaxReceipt) && !o.Status.Sold():
		return "the order did not go through"
	}
	return ""
}
