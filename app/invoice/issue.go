package invoice

import (
	"cmp"
	"context"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/locale"
	"marquee/app/order"
	"marquee/app/terms"
	"marquee/indexes"
)

// defaultSeries begins the numbers of a company that named no series.
const defaultSeries = "INV"

// writer writes the documents of one order.
type writer struct {
	tx      app.Tx
	own     *company.Company
	order   *order.Order
	items   []order.Item
	written []Document
}

// newWriter reads an order with what was written for it.
func newWriter(tx app.Tx, o *order.Order) (*writer, error) {
	tx = app.WholeTx(tx)
	w := &writer{tx: tx, order: o}
	var err error
	if w.own, err = company.SettingsOf(tx); err != nil {
		return nil, err
	}
	if w.written, err = of(tx, o.ID); err != nil {
		return nil, err
	}
	w.items, err = order.ItemsOf(tx, o)
	return w, err
}

// first writes the invoice of an order that has none. Where it has nothing to be invoiced
// there is none, and no error.
func (w *writer) first() error {
	units := owing(w.order, w.items, w.written)
	if len(units) == 0 || custom(w.order.CurrencyID) {
		return nil
	}
	who, err := purchaserOf(w.tx, w.order)
	if err != nil {
		return err
	}
	texts := languageFor(w.own, w.order, &who)
	d := Document{Language: string(locale.Of(texts.Asked)), Seller: sellerOf(w.own), Demo: w.ofDemo()}
	if d.Buyer, err = buyerOf(w.tx, w.own, w.order, &who); err != nil {
		return err
	}
	if err := company.UseInvoices(w.tx); err != nil {
		return err
	}
	return w.write(d, units, texts)
}

// ofDemo tells whether a document about the order is none: it was sold in demo mode, or waits
// for money that would be none.
func (w *writer) ofDemo() bool {
	return w.order.Demo || w.own.Demo && !w.order.Status.Sold()
}

// custom tells whether a currency is one of tokens, which are no money.
func custom(id int64) bool {
	cur, _ := company.CurrencyByID(id)
	return cur.IsCustom
}

// follow writes what is missing since the last document, in its words: nothing where they
// say what the order is worth.
func (w *writer) follow() error {
	if len(w.written) == 0 {
		return nil
	}
	units := owing(w.order, w.items, w.written)
	switch {
	case len(units) == 0:
		return nil
	case w.allBack():
		return w.first() // what had ended was bought after all
	}
	return w.correct(units)
}

// allBack tells whether all that was written was taken back.
func (w *writer) allBack() bool {
	nothing := *w.order
	nothing.Status = order.Failed
	return len(owing(&nothing, w.items, w.written)) == 0
}

// takeBack writes a correction of all that was invoiced.
func (w *writer) takeBack() error {
	nothing := *w.order
	nothing.Status = order.Failed
	if units := owing(&nothing, w.items, w.written); len(units) > 0 {
		return w.correct(units)
	}
	return nil
}

// correct writes a correction of the newest invoice, with the same parties and language.
func (w *writer) correct(units []Unit) error {
	last := w.newest()
	d := Document{Corrects: last.ID, Demo: last.Demo, Language: last.Language, Seller: last.Seller, Buyer: last.Buyer}
	return w.write(d, units, app.Language{Asked: last.Language, Fallback: fallback(w.own)})
}

// newest is the invoice that was written last.
func (w *writer) newest() *Document {
	for i := len(w.written) - 1; i > 0; i-- {
		if w.written[i].Corrects == 0 {
			return &w.written[i]
		}
	}
	return &w.written[0]
}

// write completes a document with what it is about, numbers and stores it.
func (w *writer) write(d Document, units []Unit, texts app.Language) (err error) {
	o := w.order
	d.OrderID, d.Reference, d.CurrencyID = o.ID, o.Reference, o.CurrencyID
	d.Day = dayOf(w.tx.Wall().In(w.own.Location()))
	s := speaker{w.tx, texts}
	if d.Lines, err = s.lines(units, w.items); err != nil {
		return err
	}
	d.deliver()
	d.Paid = paidOf(o, &d, w.written)
	if d.Due() > 0 {
		if d.DueOn, err = w.dueOn(d.Day); err != nil {
			return err
		}
	}
	d.Series, d.Year = cmp.Or(w.own.Invoicing.Series, defaultSeries), int64(d.Day.Year())
	if d.Demo {
		d.Series = company.DemoSeries
	}
	if d.Count, err = next(w.tx, d.Series, d.Year); err != nil {
		return err
	}
	if err := documents.Insert(w.tx, &d); err != nil {
		return err
	}
	w.written = append(w.written, d)
	return nil
}

// deliver sets the days of delivery: the first and the last of its lines, or that of the
// document.
func (d *Document) deliver() {
	d.From, d.Until = d.Day, d.Day
	any := false
	for i := range d.Lines {
		l := &d.Lines[i]
		switch {
		case l.From.IsZero():
		case !any:
			d.From, d.Until, any = l.From, l.Until, true
		default:
			if l.From.Before(d.From) {
				d.From = l.From
			}
			if l.Until.After(d.Until) {
				d.Until = l.Until
			}
		}
	}
}

// paidOf is what of a new document is paid already. That of a sold order is; what goes back
// of it went back with it. Of one that waits for its money that is the deposit, once.
func paidOf(o *order.Order, d *Document, written []Document) int64 {
	if o.Status.Sold() {
		return d.Gross()
	}
	paid := o.Totals.Paid
	for i := range written {
		paid -= written[i].Paid
	}
	if d.Gross() < 0 {
		return 0
	}
	return max(0, min(paid, d.Gross()))
}

// dueOn is until when an order that waits is to be paid; nil: at once.
func (w *writer) dueOn(day time.Time) (*time.Time, error) {
	if at := w.order.ExpiresAt; at != nil {
		on := dayOf(at.In(w.own.Location()))
		return &on, nil
	}
	t, err := terms.Of(w.tx)
	if err != nil || t.Invoice == nil || t.Invoice.Days == 0 {
		return nil, err
	}
	on := day.AddDate(0, 0, int(t.Invoice.Days))
	return &on, nil
}

// wanted tells whether the company wants an invoice of an order that waits for its money, or
// went through. One that has an invoice is looked at, too.
func wanted(r app.Reader, own *company.Company, o *order.Order) (bool, error) {
	if o.Status == order.AwaitingInvoice || own.Invoicing.Issue == company.IssueAlways {
		return true, nil
	}
	if _, asked, err := recipients.Find(r, o.ID); err != nil || asked {
		return asked, err
	}
	return hasAny(r, o.ID)
}

// OrderStepped writes the invoice of an order that waits for its money, or went through, where
// the company wants one.
func OrderStepped(tx app.Tx, s order.Step) error {
	if s.Order.Status != order.AwaitingInvoice && s.Order.Status != order.Complete {
		return nil
	}
	own, err := company.SettingsOf(tx)
	if err != nil || own.Invoicing.Issue == company.IssueNever {
		return err
	}
	if wants, err := wanted(tx, own, s.Order); err != nil || !wants {
		return err
	}
	w, err := newWriter(tx, s.Order)
	if err != nil {
		return err
	}
	if len(w.written) > 0 && w.newest().Demo == w.ofDemo() {
		return nil
	}
	// What waited in demo mode was paid in earnest, or the other way round.
	if err := w.takeBack(); err != nil {
		return err
	}
	return w.first()
}

// OrdersSaved writes a correction for each order that was invoiced and is worth something else
// by now.
func OrdersSaved(tx app.Tx, all []indexes.Change[order.Order]) error {
	for _, ch := range all {
		if ch.Was == nil || ch.Now == nil || ch.Was.Status == order.Active && ch.Now.Status == order.Active {
			continue // a basket is worth nothing
		}
		own, err := company.SettingsOf(tx)
		if err != nil || !own.Invoicing.Used {
			return err
		}
		if written, err := hasAny(tx, ch.Now.ID); err != nil || !written {
			if err != nil {
				return err
			}
			continue
		}
		w, err := newWriter(tx, ch.Now)
		if err != nil {
			return err
		}
		if err := w.follow(); err != nil {
			return err
		}
	}
	return nil
}

// hasAny tells whether something was written for an order.
func hasAny(r app.Reader, orderID int64) (bool, error) {
	for _, err := range byOrder.Keys(r, indexes.Equal(orderID).Limit(1)) {
		return err == nil, err
	}
	return false, nil
}

// Issue writes the invoice of an order that has none.
func Issue(ctx context.Context, a *app.App, c *app.Caller, k order.Key) (all []View, err error) {
	if err := c.Need(app.ViewCustomers); err != nil {
		return nil, err
	}
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		w, err := writerFor(tx, k)
		if err != nil {
			return err
		}
		if len(w.written) > 0 {
			return app.Field("orderId", "has an invoice already")
		}
		if err := w.first(); err != nil {
			return err
		}
		all, err = w.since(0)
		return err
	})
	return all, err
}

// Correct takes back all that was invoiced of an order, and writes it anew for another buyer.
func Correct(ctx context.Context, a *app.App, c *app.Caller, k order.Key, to Buyer) (all []View, err error) {
	if err := c.Need(app.ViewCustomers); err != nil {
		return nil, err
	}
	if err := to.check(); err != nil {
		return nil, err
	}
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		w, err := writerFor(tx, k)
		if err != nil {
			return err
		}
		before := len(w.written)
		if before == 0 {
			return app.Field("orderId", "has no invoice")
		}
		if err := recipients.Put(tx, &Recipient{w.order.ID, to}); err != nil {
			return err
		}
		if err := w.takeBack(); err != nil {
			return err
		}
		if err := w.first(); err != nil {
			return err
		}
		all, err = w.since(before)
		return err
	})
	return all, err
}

// since are the documents behind so many; none is a refusal.
func (w *writer) since(n int) (all []View, err error) {
	for i := range w.written[n:] {
		v, err := viewOf(w.tx, &w.written[n+i])
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	if len(all) == 0 {
		return nil, app.Field("orderId", "has nothing that an invoice could be for")
	}
	return all, nil
}

// writerFor reads an order of a company that may write invoices.
func writerFor(tx app.Tx, k order.Key) (*writer, error) {
	o, err := order.Find(tx, k)
	if err != nil {
		return nil, err
	}
	own, err := company.SettingsOf(tx)
	if err != nil {
		return nil, err
	}
	if err := own.CheckInvoicing(); err != nil {
		return nil, err
	}
	return newWriter(tx, &o)
}
