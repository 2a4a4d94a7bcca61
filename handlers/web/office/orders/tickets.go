package orders

import (
	"marquee/handlers/web/office/screen"
	"strings"

	"marquee/app"
	"marquee/app/office"
	"marquee/app/order"
	"marquee/app/timeline"
)

// letIn is what a gate said that let somebody in.
const letIn = "valid"

// ticketRow is one thing of an order.
type ticketRow struct {
	ID                     int64
	Name, Who, Code, Price string
	Chip                   screen.Chip
	To, Refund             string
	Gone                   bool
	Checked                bool
}

func ticketRowOf(v *screen.Visit, o *office.Order, it *order.Item) ticketRow {
	row := ticketRow{ID: it.ID, Name: it.SaleName, Price: amountOf(v, o, it.Price), Chip: itemChip(v, o, it), Gone: !it.Holds()}
	if v.Holds(app.ViewOrders) {
		row.Code = it.Barcode
	}
	var about []string
	if who := holderOf(v, o, it); who != "" {
		about = append(about, who)
	}
	if seat := it.Seat(); seat != "" {
		about = append(about, seat)
	}
	if e := o.Events[it.EventID]; e != nil && len(o.EventIDs) > 1 {
		about = append(about, e.Name)
	}
	if seen := seenAt(v, o, it.ID); seen != "" {
		about = append(about, seen)
	}
	row.Who = strings.Join(about, ", ")
	if v.Holds(app.EditOrders) && it.Holds() && it.Sold {
		row.To = orderAt(v, o, "/items/"+screen.Number(it.ID))
	}
	return row
}

// holderOf is whose ticket it is, empty where nobody knows or the reader may not see people.
func holderOf(v *screen.Visit, o *office.Order, it *order.Item) string {
	switch c := o.Contacts[it.CustomerID]; {
	case !v.Holds(app.ViewCustomers):
		return ""
	case it.NamedHolder != "":
		return it.NamedHolder
	case c != nil:
		return c.Name
	}
	return ""
}

// itemChip is how a ticket stands.
func itemChip(v *screen.Visit, o *office.Order, it *order.Item) screen.Chip {
	is, tone := "valid", "ok"
	switch {
	case it.RejectedAt != nil:
		is, tone = "rejected", "bad"
	case it.CancelledAt != nil && it.Refunded > 0:
		is, tone = "refunded", ""
	case !it.Holds():
		is, tone = "void", ""
	case it.Frozen:
		is, tone = "locked", "warn"
	case o.Given[it.ID].ID != 0:
		is, tone = "offered", "info"
	case it.RequiresApproval && it.ApprovedAt == nil:
		is, tone = "undecided", "info"
	case !it.Issued():
		is, tone = "unpaid", "info"
	case it.CustomerID != o.CustomerID:
		is, tone = "given", "info"
	}
	return screen.Chip{Text: v.View.T("office.ticket_is_" + is), Tone: tone}
}

// seenAt is when a ticket was let in last, empty: it was not.
func seenAt(v *screen.Visit, o *office.Order, itemID int64) string {
	for i := len(o.Line.Events) - 1; i >= 0; i-- {
		e := &o.Line.Events[i]
		if e.Kind == timeline.Scanned && e.Word == letIn && e.Items[0] == itemID {
			return v.View.T("office.seen_"+e.State, "when", v.View.Lang.ShortMoment(e.At.In(v.Zone)))
		}
	}
	return ""
}

// insideText says whether anybody is in.
func insideText(v *screen.Visit, o *office.Order) string {
	in := map[int64]bool{}
	for i := range o.Line.Events {
		if e := &o.Line.Events[i]; e.Kind == timeline.Scanned && e.Word == letIn {
			in[e.Items[0]] = e.State == "in"
		}
	}
	n := 0
	for _, inside := range in {
		if inside {
			n++
		}
	}
	switch {
	case !o.Status.Sold():
		return ""
	case n == 0:
		return v.View.T("office.nobody_in")
	}
	return v.View.T("office.some_in", "n", n)
}
