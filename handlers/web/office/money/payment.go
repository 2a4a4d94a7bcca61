package money

import (
	"marquee/app"
	"marquee/app/payment"
	"marquee/handlers/web/office/screen"
)

// paymentBody is one payment, and what can be said of it.
type paymentBody struct {
	Row   paymentRow
	All   string
	Says  []saysRow
	Noted bool
}

// saysRow is a verdict with what comes of it.
type saysRow struct {
	Value, Text, More string
	Chosen            bool
}

func paymentScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/money/payments/{id}", Post: "POST /office/{alias}/money/payments/{id}", Needs: app.ViewPayments,
		Template: o.Template(templates, "payment.html"), Show: showPayment,
		Forms: map[string]screen.Then{settleOp: {
			Say: "office.payment_settled", Sets: map[string]string{"verdict=ask": "office.payment_asked"},
			To: func(v *screen.Visit, _ any) string { return v.Path("/money/doubt") },
		}},
	}
}

func showPayment(v *screen.Visit) error {
	s, err := payment.ReadOf(v.R.Context(), v.App, v.Caller, v.ID("id"))
	if err != nil {
		return err
	}
	rows, err := paymentRows(v, []payment.Shown{s})
	if err != nil {
		return err
	}
	body := &paymentBody{Row: rows[0], All: v.Path("/money/doubt")}
	v.View.Title = v.View.T("office.payment_of", "amount", body.Row.Amount)
	v.Body.It = body
	f := v.Body.Add(settleOp).Fill(map[string]any{"id": s.TransactionID, "verdict": "", "reason": ""})
	sent, err := v.Given()
	if err != nil {
		return err
	}
	f.Takes(sent)
	for _, one := range s.Verdicts() {
		key := "office.payment_say_" + one.String()
		body.Says = append(body.Says, saysRow{Value: one.String(), Text: v.View.T(key), More: v.View.T(key + "_text"), Chosen: f.Sent.Get("verdict") == one.String() || len(s.Verdicts()) == 1})
	}
	return nil
}
