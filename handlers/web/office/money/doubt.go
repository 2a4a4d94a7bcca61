package money

import (
	"strings"
	"time"

	"marquee/app"
	"marquee/app/attempt"
	"marquee/app/list"
	"marquee/app/office"
	"marquee/app/payment"
	"marquee/handlers/web/office/screen"
)

// settleOp is what settles a payment.
const settleOp = "POST payments/settle"

// doubtBody is what did not end by itself, or of which the gateway says otherwise.
type doubtBody struct {
	Tabs  []screen.Tab
	Rows  []paymentRow
	Later string
	All   string
}

// paymentRow is a payment with what is known of it.
type paymentRow struct {
	ID                                 string
	Chip                               screen.Chip
	Amount, Buyer, Code, CodeTo, Begun string
	Steps                              []step
	// Advice says what somebody should do; Look leads to where they say what they found.
	Advice, Look string
	Asks         bool
}

// step is something that happened, or that waits.
type step struct{ Icon, Tone, Text, More string }

func doubtScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/money/doubt", Post: "POST /office/{alias}/money/doubt", Needs: app.ViewPayments,
		Template: o.Template(templates, "doubt.html"), Show: showDoubt,
		Forms: map[string]screen.Then{settleOp: {Say: "office.payment_asked"}},
	}
}

func showDoubt(v *screen.Visit) error {
	v.View.Title = v.View.T("office.money")
	yes := true
	cursor := v.R.URL.Query().Get("cursor")
	all, info, err := payment.ListOf(v.R.Context(), v.App, v.Caller, payment.ListFilter{InDoubt: &yes, Disputed: &yes, Request: list.Request{Limit: 20, Cursor: cursor}})
	if err != nil {
		return err
	}
	body := &doubtBody{Tabs: tabs(v), All: v.Path("/money/payments")}
	if info.HasMore && info.Cursor != "" {
		body.Later = v.Path("/money/doubt?cursor=%s", info.Cursor)
	}
	if body.Rows, err = paymentRows(v, all); err != nil {
		return err
	}
	v.Body.It = body
	v.Body.Add(settleOp).Fill(map[string]any{"id": "", "verdict": ""})
	return nil
}

// paymentRows are payments with their orders.
func paymentRows(v *screen.Visit, all []payment.Shown) (rows []paymentRow, err error) {
	ids := make([]int64, len(all))
	for i := range all {
		ids[i] = all[i].OrderID
	}
	orders, err := office.PaidOrders(v.R.Context(), v.App, v.Caller, ids)
	if err != nil {
		return nil, err
	}
	for i := range all {
		rows = append(rows, paymentRowOf(v, &all[i], orders[all[i].OrderID]))
	}
	return rows, nil
}

func paymentRowOf(v *screen.Visit, s *payment.Shown, o office.PaidOrder) paymentRow {
	row := paymentRow{
		ID: screen.Number(s.TransactionID), Chip: chipOf(v, s), Amount: v.View.Amount(s.Currency(), s.Amount),
		Buyer: o.Buyer, Code: screen.GroupedCode(o.Reference), Begun: v.View.T("office.payment_begun", "when", moment(v, s.CreatedAt)),
		Steps: stepsOf(v, s, o), Advice: v.View.T("office." + adviceOf(s)),
	}
	if v.Holds(app.ViewOrders) && o.Reference != "" {
		row.CodeTo = v.Path("/orders/%s", o.Reference)
	}
	if v.Holds(app.SettlePayments) {
		row.Asks = s.May(payment.AskGateway, s.Call)
		if len(s.Verdicts()) > 0 {
			row.Look = v.Path("/money/payments/%s", row.ID)
		}
	}
	return row
}

// moment is a time on the clocks of the page.
func moment(v *screen.Visit, t time.Time) string { return v.MomentOf(t.In(v.Zone)) }

// chipOf says how a payment stands.
func chipOf(v *screen.Visit, s *payment.Shown) screen.Chip {
	is, _ := s.Otherwise()
	switch {
	case is == payment.GivenOutside:
		return screen.Chip{Text: v.View.T("office.payment_given_back"), Tone: "warn"}
	case is != payment.Agrees:
		return screen.Chip{Text: v.View.T("office.payment_" + string(is)), Tone: "bad"}
	case s.WantsSomebody():
		return screen.Chip{Text: v.View.T("office.payment_wants"), Tone: "bad"}
	}
	tone := map[payment.State]string{payment.Paid: "ok", payment.Open: "info", payment.Failed: "bad"}[s.State]
	if tone == "" && s.State != payment.Cancelled && s.State != payment.Refunded {
		tone = "warn"
	}
	return screen.Chip{Text: v.View.T("office.payment_is_" + s.State.String()), Tone: tone}
}

// adviceOf is the key of what somebody should do about a payment.
func adviceOf(s *payment.Shown) string {
	is, _ := s.Otherwise()
	switch {
	case is != payment.Agrees:
		return "payment_advice_" + string(is)
	case s.WantsSomebody():
		return "payment_advice_look"
	}
	return "payment_advice_none"
}

// stepsOf tells what happened to a payment, and what is held for it.
func stepsOf(v *screen.Visit, s *payment.Shown, o office.PaidOrder) []step {
	all := []step{{"card", "", v.View.T("office.payment_step_" + s.State.String()), moment(v, s.Since)}}
	if c := s.Call; c != nil {
		one := step{"clock", "warn", v.View.T("office.payment_asked_times", "n", c.Asked), ""}
		if c.Asked == 0 {
			one.Text = v.View.T("office.payment_asking")
		}
		switch {
		case c.State == attempt.Unknown:
			one.Icon, one.Tone, one.More = "warning", "bad", v.View.T("office.payment_not_asked")
		case c.AskAt != nil:
			one.More = v.View.T("office.payment_ask_at", "when", moment(v, *c.AskAt))
		}
		all = append(all, one)
	}
	if s.Problem != "" {
		all = append(all, step{"info", "", v.View.T("office.payment_problem"), s.Problem})
	}
	if is, amount := s.Otherwise(); is != payment.Agrees {
		more := v.View.Amount(s.Currency(), amount)
		if s.Outside != nil {
			more += ", " + moment(v, s.Outside.AskedAt)
		}
		all = append(all, step{"warning", "bad", v.View.T("office.payment_says_" + string(is)), more})
	}
	if s.State == payment.Capturing || s.State == payment.Captured {
		for _, thing := range o.Things {
			all = append(all, step{"ticket", "", v.View.T("office.payment_held", "things", thing), v.View.T("office.payment_held_until")})
		}
	}
	if said := s.Said; said != nil && said.Reason != "" {
		all = append(all, step{"note", "", v.View.T("office.payment_said_" + said.Verdict.String()), strings.TrimSpace(said.Reason) + ", " + moment(v, said.At)})
	}
	return all
}
