package home

import (
	"marquee/app"
	"marquee/app/attention"
	"marquee/handlers/web/office/screen"
)

// waiting is something that needs somebody, with what they do about it.
type waiting struct {
	Title, Text, Icon, Tone string
	// Do leads to where it is done, empty: there is no page for it.
	Do, DoText string
}

// looks are the icon and the tone of what waits, and where in the manual it is said what to do
// about it.
var looks = map[attention.Kind]struct{ icon, tone, manual string }{
	attention.Backups:             {"alert", "bad", "/docs/backups/"},
	attention.PaymentsUnresolved:  {"card", "warn", "/docs/operation/"},
	attention.PaymentsDisputed:    {"warning", "bad", "/docs/operation/"},
	attention.NoWayToPay:          {"card", "bad", "/docs/setup/"},
	attention.WebhooksFailed:      {"share", "warn", "/docs/webhooks/"},
	attention.MailsFailed:         {"mail", "bad", "/docs/operation/"},
	attention.DoublesUnseen:       {"scan", "warn", ""},
	attention.EventUnpublished:    {"calendar", "warn", ""},
	attention.EventWithoutTickets: {"ticket", "warn", ""},
	attention.OrdersDue:           {"clock", "warn", "/docs/invoices/"},
	attention.OrdersToApprove:     {"people", "info", "/docs/clients/"},
	attention.EventsToApprove:     {"calendar", "info", ""},
	attention.RefundsFailed:       {"warning", "bad", ""},
	attention.StockLow:            {"ticket", "info", ""},
	attention.TransfersOpen:       {"coins", "info", ""},
	attention.EventWithoutText:    {"calendar", "info", ""},
}

// addWaiting adds what needs somebody, or says that nothing does.
func (body *homeBody) addWaiting(v *screen.Visit) error {
	if !v.Holds(attention.Readers) {
		body.Quiet = ""
		return nil
	}
	all, err := attention.Read(v.R.Context(), v.App, v.Caller)
	if err != nil {
		return err
	}
	for i := range all {
		body.Waiting = append(body.Waiting, waitingOf(v, &all[i]))
	}
	if body.Quiet == "" {
		body.Quiet = v.View.T("office.quiet")
	}
	return nil
}

func waitingOf(v *screen.Visit, e *attention.Entry) waiting {
	look, key := looks[e.Kind], "office.waits_"+string(e.Kind)
	w := waiting{Title: v.View.T(key, "n", e.Count, "name", e.Name), Icon: look.icon, Tone: look.tone, Do: look.manual, DoText: v.View.T("office.what_to_do")}
	switch {
	case e.Until != nil:
		w.Text = v.View.T("office.waits_until", "when", v.View.Lang.ShortMoment(e.Until.In(v.Zone)))
	case e.Since != nil:
		w.Text = v.View.T("office.waits_since", "when", v.View.Lang.ShortMoment(e.Since.In(v.Zone)))
	}
	switch {
	case e.Kind == attention.EventsToApprove && v.Holds(screen.CatalogReaders):
		w.Do, w.DoText = v.Path("/events"), v.View.T("office.look")
	case e.Kind == attention.OrdersDue && v.Holds(app.ListOrders):
		w.Do, w.DoText = v.Path("/orders?view=due"), v.View.T("office.look")
	case e.Kind == attention.OrdersToApprove && v.Holds(app.ListOrders):
		w.Do, w.DoText = v.Path("/orders?view=approval"), v.View.T("office.look")
	case (e.Kind == attention.PaymentsUnresolved || e.Kind == attention.PaymentsDisputed) && v.Holds(app.ViewPayments):
		w.Do, w.DoText = v.Path("/money/doubt"), v.View.T("office.look")
	case e.Kind == attention.TransfersOpen:
		w.Do, w.DoText = v.Path("/money/transfers"), v.View.T("office.look")
	case e.Kind == attention.RefundsFailed && v.Holds(app.Refund):
		w.Do, w.DoText = v.Path("/money/refunds/%d", e.EventID), v.View.T("office.look")
	case e.Kind == attention.DoublesUnseen:
		w.Do, w.DoText = v.Path("/events/%d/door", e.EventID), v.View.T("office.look")
	case e.Kind == attention.EventWithoutTickets && v.Holds(app.ViewEvents):
		w.Do, w.DoText = v.Path("/events/%d/tickets", e.EventID), v.View.T("office.look")
	case e.EventID != 0 && v.Holds(app.ViewEvents):
		w.Do, w.DoText = v.Path("/events/%d", e.EventID), v.View.T("office.look")
	}
	return w
}
