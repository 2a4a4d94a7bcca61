package money

import (
	"marquee/app"
	"marquee/app/banking"
	"marquee/handlers/web/office/screen"
)

// transferBody is a transfer about which somebody decides.
type transferBody struct {
	Row   transferRow
	All   string
	Take  string
	Above bool
}

func transferScreen(o *screen.Pages) *screen.Screen {
	back := func(v *screen.Visit, _ any) string { return v.Path("/money/transfers") }
	return &screen.Screen{
		Get: "GET /office/{alias}/money/transfers/{id}", Post: "POST /office/{alias}/money/transfers/{id}", Needs: app.SettlePayments,
		Template: o.Template(templates, "transfer.html"), Show: showTransfer,
		Forms: map[string]screen.Then{
			confirmOp: {Say: "office.transfer_taken_for", To: back},
			asideOp:   {Say: "office.transfer_put_aside", To: back, Restore: reopenOp},
		},
	}
}

func showTransfer(v *screen.Visit) error {
	s, err := banking.ReadOf(v.R.Context(), v.App, v.Caller, v.ID("id"))
	if err != nil {
		return err
	}
	rows, err := transferRows(v, []banking.Shown{s})
	if err != nil {
		return err
	}
	body := &transferBody{Row: rows[0], All: v.Path("/money/transfers"), Above: s.Why == banking.TooMuch}
	v.View.Title = v.View.T("office.transfer_of", "amount", body.Row.Amount)
	body.Take = v.View.T("office.transfer_take", "amount", body.Row.Amount)
	v.Body.It = body
	sent, err := v.Given()
	if err != nil {
		return err
	}
	f := v.Body.Add(confirmOp).Fill(map[string]any{"ids": []string{body.Row.ID}, "orderId": s.Order.Reference, "acceptMore": false})
	aside := v.Body.Add(asideOp).Fill(map[string]any{"id": s.Transfer.ID, "reason": ""})
	if sent.Has("reason") {
		aside.Takes(sent)
	} else {
		f.Takes(sent)
	}
	return nil
}
