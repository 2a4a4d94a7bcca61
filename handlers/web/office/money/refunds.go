package money

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/app/massrefund"
	"marquee/handlers/web/office/screen"
)

// The operations of event refunds.
const (
	refundOp = "POST event-refunds"
	stopOp   = "POST event-refunds/stop"
)

// eventsShown is how many cancelled events are listed.
const eventsShown = 50

// refundsBody are the events that were cancelled, and what became of their money.
type refundsBody struct {
	Tabs []screen.Tab
	Rows []refundEvent
}

type refundEvent struct {
	Name, When, To, Did string
	Chip                screen.Chip
}

func refundsScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/money/refunds", Needs: app.Refund, Template: o.Template(templates, "refunds.html"), Show: showRefunds,
	}
}

func showRefunds(v *screen.Visit) error {
	v.View.Title = v.View.T("office.money_refunds")
	body := &refundsBody{Tabs: tabs(v)}
	v.Body.It = body
	if !v.Holds(screen.CatalogReaders) {
		return nil
	}
	page, err := catalog.ListEvents(v.R.Context(), v.App, v.Caller, catalog.EventFilter{State: catalog.Cancelled, HideChildren: true, Request: list.Request{Limit: eventsShown}}, catalog.EventWants{})
	if err != nil {
		return err
	}
	for i := range page.Events {
		e := &page.Events[i]
		row := refundEvent{Name: e.Name, When: v.When(e), To: v.Path("/money/refunds/%d", e.ID), Chip: screen.Chip{Text: v.View.T("office.refund_not_begun"), Tone: "warn"}}
		runs, err := massrefund.OfEvent(v.R.Context(), v.App, v.Caller, e.ID)
		if err != nil {
			return err
		}
		if len(runs) > 0 {
			row.Chip, row.Did = runChip(v, &runs[0]), runDid(v, &runs[0])
		}
		body.Rows = append(body.Rows, row)
	}
	return nil
}

// runChip says how a refund stands.
func runChip(v *screen.Visit, n *massrefund.Run) screen.Chip {
	tone := map[massrefund.State]string{massrefund.Running: "info", massrefund.Done: "ok", massrefund.Stopped: "warn"}[n.State]
	if n.State == massrefund.Done && n.Failed > 0 {
		return screen.Chip{Text: v.View.T("office.refund_failed", "n", n.Failed), Tone: "bad"}
	}
	return screen.Chip{Text: v.View.T("office.refund_is_" + n.State.String()), Tone: tone}
}

// runDid says what a refund has done so far.
func runDid(v *screen.Visit, n *massrefund.Run) string {
	text := v.View.T("office.refund_did", "n", n.Refunded)
	for _, amount := range sumsOf(v, n) {
		text += ", " + amount
	}
	return text
}

// sumsOf is what went back, by currency.
func sumsOf(v *screen.Visit, n *massrefund.Run) []string {
	by := map[int64]int64{}
	for _, s := range n.Sums {
		by[s.CurrencyID] += s.Amount
	}
	return v.Amounts(by)
}
