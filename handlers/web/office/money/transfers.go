package money

import (
	"strings"

	"marquee/app"
	"marquee/app/banking"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
)

// The operations of transfers.
const (
	statementOp = "POST bank-statements"
	confirmOp   = "POST bank-transfers/confirm"
	asideOp     = "POST bank-transfers/set-aside"
	reopenOp    = "POST bank-transfers/reopen"
)

// transferPage is how many transfers a page has.
const transferPage = 50

// transfersBody is the money that came by transfer.
type transfersBody struct {
	Tabs, Views []screen.Tab
	Rows        []transferRow
	Sure        int
	SureText    string
	Later       string
	Nothing     string
}

// transferRow is a transfer with the order that it is for.
type transferRow struct {
	ID                            string
	Day, Payer, Text, Amount      string
	Chip                          screen.Chip
	Why, Code, CodeTo, Buyer, Due string
	// To leads to where somebody decides about it; Open and Aside tell how it stands.
	To          string
	Open, Aside bool
	Name        string
	currency    int64
}

// noOrder is what is known of the order of a transfer that is shown without one.
var noOrder office.PaidOrder

func transfersScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/money/transfers", Post: "POST /office/{alias}/money/transfers", Needs: app.ViewPayments,
		Template: o.Template(templates, "transfers.html"), Show: showTransfers,
		Forms: map[string]screen.Then{
			statementOp: {Say: "office.statement_taken"},
			confirmOp:   {Tell: tellTaken},
			reopenOp:    {Say: "office.transfer_reopened"},
		},
	}
}

// transferViews are the ways to look at them, by their state.
var transferViews = []banking.State{banking.Open, banking.Taken, banking.Aside}

func showTransfers(v *screen.Visit) error {
	v.View.Title = v.View.T("office.money_transfers")
	q := v.R.URL.Query()
	at := banking.ParseState(q.Get("view"))
	if at == 0 {
		at = banking.Open
	}
	all, info, err := banking.List(v.R.Context(), v.App, v.Caller, banking.Filter{States: []banking.State{at}, Request: list.Request{Limit: transferPage, Cursor: q.Get("cursor")}})
	if err != nil {
		return err
	}
	body := &transfersBody{Tabs: tabs(v), Nothing: v.View.T("office.transfers_no_" + at.String())}
	for _, s := range transferViews {
		t := screen.Tab{Text: v.View.T("office.transfers_" + s.String()), To: v.Path("/money/transfers?view=%s", s), Here: s == at}
		if t.Here && info.Total > 0 {
			t.Count = v.View.Number(info.Total)
		}
		body.Views = append(body.Views, t)
	}
	if info.HasMore && info.Cursor != "" {
		body.Later = v.Path("/money/transfers?view=%s&cursor=%s", at, info.Cursor)
	}
	if body.Rows, err = transferRows(v, all); err != nil {
		return err
	}
	body.addSure(v, all)
	v.Body.It = body
	v.Body.Add(statementOp).Fill(map[string]any{"text": ""})
	v.Body.Add(confirmOp).Fill(map[string]any{"allSure": "true"})
	v.Body.Add(reopenOp).Fill(map[string]any{"id": ""})
	return nil
}

// tellTaken says how many were taken, and why others were not.
func tellTaken(v *screen.Visit, out any) string {
	var answer struct {
		Confirmed []struct{ ID int64 }
		Failed    []struct{ Message string }
	}
	if screen.Read(out, &answer) != nil {
		return v.View.T("office.saved")
	}
	text := v.View.T("office.transfers_did", "n", len(answer.Confirmed))
	if n := len(answer.Failed); n > 0 {
		text += " " + v.View.T("office.transfers_did_not", "n", n, "why", answer.Failed[0].Message)
	}
	return text
}

// addSure says how many on this page are sure, and what they come to.
func (b *transfersBody) addSure(v *screen.Visit, all []banking.Shown) {
	sums := map[int64]int64{}
	for i := range all {
		if all[i].Certainty == banking.Sure {
			b.Sure++
			sums[all[i].CurrencyID] += all[i].Amount
		}
	}
	if b.Sure > 0 {
		text := ""
		for i, sum := range v.Amounts(sums) {
			if i > 0 {
				text += " + "
			}
			text += sum
		}
		b.SureText = v.View.T("office.transfers_take_sure", "n", b.Sure, "amount", text)
	}
}

func transferRows(v *screen.Visit, all []banking.Shown) (rows []transferRow, err error) {
	var ids []int64
	for i := range all {
		if all[i].Order.ID != 0 {
			ids = append(ids, all[i].Order.ID)
		}
	}
	orders, err := office.PaidOrders(v.R.Context(), v.App, v.Caller, ids)
	if err != nil {
		return nil, err
	}
	for i := range all {
		rows = append(rows, transferRowOf(v, &all[i], orders[all[i].Order.ID]))
	}
	return rows, nil
}

// certaintyTones are the colours of how sure a match is.
var certaintyTones = map[banking.Certainty]string{banking.Sure: "ok", banking.Likely: "warn"}

func transferRowOf(v *screen.Visit, s *banking.Shown, o office.PaidOrder) transferRow {
	cur, _ := company.CurrencyByID(s.CurrencyID)
	row := transferRow{
		ID: screen.Number(s.Transfer.ID), Day: v.View.Lang.DayMonth(s.Day) + " " + s.Day.Format("2006"), Payer: s.Payer, Text: s.Text,
		Amount: v.View.Amount(cur, s.Amount), currency: cur.ID, Open: s.State == banking.Open, Aside: s.State == banking.Aside,
	}
	row.Name = row.Payer
	if row.Name == "" {
		row.Name = v.View.T("office.transfer_nobody")
	}
	switch s.State {
	case banking.Open:
		row.Chip = screen.Chip{Text: v.View.T("office.transfer_" + string(s.Certainty)), Tone: certaintyTones[s.Certainty]}
		row.Why = v.View.T("office.transfer_why_" + string(s.Why))
		if v.Holds(app.SettlePayments) {
			row.To = v.Path("/money/transfers/%s", row.ID)
		}
	case banking.Taken:
		row.Chip = screen.Chip{Text: v.View.T("office.transfer_taken"), Tone: "ok"}
		if s.Surplus > 0 {
			row.Why = v.View.T("office.transfer_surplus", "amount", v.View.Amount(cur, s.Surplus))
		}
	case banking.Aside:
		row.Chip, row.Why = screen.Chip{Text: v.View.T("office.transfer_aside")}, s.Reason
	}
	if n := len(s.OtherIDs); n > 0 {
		row.Why = strings.TrimSpace(v.View.T("office.transfer_and_orders", "n", n) + " " + row.Why)
	}
	if s.Order.ID == 0 {
		return row
	}
	its, _ := company.CurrencyByID(s.Order.CurrencyID)
	row.Code, row.Buyer = screen.GroupedCode(s.Order.Reference), o.Buyer
	if row.Open && s.Order.Due > 0 {
		row.Due = v.View.T("office.transfer_due", "amount", v.View.Amount(its, s.Order.Due))
	}
	if v.Holds(app.ViewOrders) {
		row.CodeTo = v.Path("/orders/%s", s.Order.Reference)
	}
	return row
}
