package timeline

import (
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/audit"
	"marquee/app/entry"
	"marquee/app/invoice"
	"marquee/app/mail"
	"marquee/app/order"
)

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// read gathers what one snapshot tells.
func (t *Timeline) read(r app.Reader) error {
	t.Events = append(t.Events, stepsOf(&t.Order)...)
	moved, err := order.Transactions.GetMany(r, t.Order.TransactionIDs)
	if err != nil {
		return err
	}
	for i := range moved {
		t.Events = append(t.Events, ofTransaction(&moved[i]))
	}
	items, err := order.ItemsOf(r, &t.Order)
	if err != nil {
		return err
	}
	t.Events = append(t.Events, voidedOf(items)...)
	written, err := invoice.OfOrder(r, &t.Order)
	if err != nil {
		return err
	}
	for i := range written {
		t.Events = append(t.Events, ofDocument(&written[i]))
	}
	seen, more, err := entry.ScansOf(r, t.Order.ItemIDs, maxOfOne)
	t.More = t.More || more
	for i := range seen {
		t.Events = append(t.Events, ofScan(&seen[i]))
	}
	return err
}

// stepsOf are those that the order remembers the time of.
func stepsOf(o *order.Order) (all []Event) {
	all = append(all, Event{At: o.CreatedAt, Kind: Began, UserID: o.UserID, Word: o.Channel.Slug()})
	if o.CompletedAt != nil {
		all = append(all, Event{At: *o.CompletedAt, Kind: Completed, UserID: o.UserID, Amount: o.Totals.Total})
	}
	for _, n := range o.Remarks {
		all = append(all, Event{At: n.At, Kind: Noted, UserID: n.UserID, Word: n.About, Text: n.Text})
	}
	if o.DeletedAt != nil {
		all = append(all, Event{At: *o.DeletedAt, Kind: Deleted})
	}
	return all
}

func ofTransaction(t *order.Transaction) Event {
	e := Event{At: t.CreatedAt, Kind: Paid, UserID: t.UserID, Word: t.Type, State: t.Status, Amount: t.Total, ID: t.ID}
	if t.Total < 0 {
		e.Kind = Returned
	}
	return e
}

// voidedOf are the items that were voided, together where that was at once.
func voidedOf(items []order.Item) (all []Event) {
	at := map[time.Time]int{}
	for i := range items {
		it := &items[i]
		if it.CancelledAt == nil {
			continue
		}
		n, known := at[*it.CancelledAt]
		if !known {
			n = len(all)
			at[*it.CancelledAt] = n
			all = append(all, Event{At: *it.CancelledAt, Kind: Voided})
		}
		all[n].Items = append(all[n].Items, it.ID)
	}
	return all
}

func ofDocument(v *invoice.View) Event {
	e := Event{At: v.CreatedAt, Kind: Invoiced, Word: "invoice", Amount: v.Gross(), ID: v.ID, Name: v.Number()}
	if v.Corrects != 0 {
		e.Word = "correction"
	}
	return e
}

func ofScan(s *entry.Scan) Event {
	e := Event{At: s.ScannedOn, Kind: Scanned, UserID: s.UserID, Word: s.Status.String(), ID: s.ID, Items: []int64{s.ItemID}, State: "in"}
	if s.Out {
		e.State = "out"
	}
	return e
}

func ofMail(m *mail.Message) Event {
	e := Event{At: m.CreatedAt, Kind: Mailed, Word: string(m.Kind), State: m.State.String(), ID: m.ID, Items: m.Items}
	if m.Elsewhere {
		e.Name = m.To
	}
	return e
}

func ofEntry(e *audit.Entry) Event {
	return Event{At: e.At, Kind: Changed, UserID: e.UserID, Word: e.Operation, State: e.Outcome.String(), ID: e.Seq}
}
