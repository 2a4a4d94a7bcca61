package office

import (
	"marquee/app"
	"marquee/app/attention"
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
	attention.EventUnpublished:    {"calendar", "warn", ""},
	attention.EventWithoutTickets: {"ticket", "warn", ""},
	attention.OrdersDue:           {"clock", "warn", "/docs/invoices/"},
	attention.OrdersToApprove:     {"people", "info", "/docs/clients/"},
	attention.EventsToApprove:     {"calendar", "info", ""},
	attention.RefundsFailed:       {"warning", "bad", ""},
	attention.StockLow:            {"ticket", "info", ""},
	attention.EventWithoutText:    {"calendar", "info", ""},
}

// addWaiting adds what needs somebody, or says that nothing does.
func (body *homeBody) addWaiting(v *visit) error {
	if !v.holds(attention.Readers) {
		body.Quiet = ""
		return nil
	}
	all, err := attention.Read(v.r.Context(), v.app, v.caller)
	if err != nil {
		return err
	}
	for i := range all {
		body.Waiting = append(body.Waiting, waitingOf(v, &all[i]))
	}
	if body.Quiet == "" {
		body.Quiet = v.view.T("office.quiet")
	}
	return nil
}

func waitingOf(v *visit, e *attention.Entry) waiting {
	look, key := looks[e.Kind], "office.waits_"+string(e.Kind)
	w := waiting{Title: v.view.T(key, "n", e.Count, "name", e.Name), Icon: look.icon, Tone: look.tone, Do: look.manual, DoText: v.view.T("office.what_to_do")}
	switch {
	case e.Until != nil:
		w.Text = v.view.T("office.waits_until", "when", v.view.Lang.ShortMoment(e.Until.In(v.zone)))
	case e.Since != nil:
		w.Text = v.view.T("office.waits_since", "when", v.view.Lang.ShortMoment(e.Since.In(v.zone)))
	}
	switch {
	case e.Kind == attention.EventsToApprove && v.holds(catalogReaders):
		w.Do, w.DoText = v.path("/events"), v.view.T("office.look")
	case e.Kind == attention.OrdersDue && v.holds(app.ListOrders):
		w.Do, w.DoText = v.path("/orders?view=due"), v.view.T("office.look")
	case e.Kind == attention.OrdersToApprove && v.holds(app.ListOrders):
		w.Do, w.DoText = v.path("/orders?view=approval"), v.view.T("office.look")
	case e.Kind == attention.EventWithoutTickets && v.holds(app.ViewEvents):
		w.Do, w.DoText = v.path("/events/%d/tickets", e.EventID), v.view.T("office.look")
	case e.EventID != 0 && v.holds(app.ViewEvents):
		w.Do, w.DoText = v.path("/events/%d", e.EventID), v.view.T("office.look")
	}
	return w
}
