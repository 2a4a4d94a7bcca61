package event

import (
	"fmt"
	"slices"
	"strconv"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/fee"
	"marquee/app/money"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
)

// The operations of fees.
const (
	newFeeOp    = "POST fees"
	feeOp       = "POST fees/update"
	deleteFeeOp = "DELETE fees"
)

// kindQuery of the address says of which kind a new fee is.
const kindQuery = "kind"

// feeBody is a fee that is made or changed.
type feeBody struct {
	soldBody
	Op, ID, Kind string
	Kinds        []screen.Tab
	Charges      string
	Chip         *screen.Chip
	// Currencies: there are several, and the fee is new.
	Currencies, Delivery bool
	// Steps are its steps, and some more.
	Steps []feeStep
}

func feeScreen(o *screen.Pages) *screen.Screen {
	toFees := func(v *screen.Visit, _ any) string { return v.Path("/events/%d/tickets/fees", v.ID("id")) }
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/tickets/fees/{fee}", Post: "POST /office/{alias}/events/{id}/tickets/fees/{fee}", Needs: app.EditFees,
		Template: o.Template(templates, "fee.html"), Show: showFee,
		Forms: map[string]screen.Then{
			newFeeOp:    {Say: "office.fee_made", To: toFees},
			feeOp:       {Say: "office.saved", Undo: true, To: toFees},
			deleteFeeOp: {Say: "office.fee_deleted", To: toFees, Restore: "POST fees/restore"},
		},
	}
}

// showFee shows a fee that is to be made, or one that is there.
func showFee(v *screen.Visit) error {
	if !v.Holds(app.ViewFees) {
		return app.Missing("page")
	}
	at, err := soldAtEvent(v, "/fees")
	if err != nil {
		return err
	}
	f := fee.View{Fee: fee.Fee{Kind: fee.Fixed, Per: fee.PerItem, EventID: at.E.ID, CurrencyID: v.Company.CurrencyID, Steps: []fee.Step{{}}}}
	body := &feeBody{soldBody: at, Op: newFeeOp}
	v.View.Title = v.View.T("office.new_fee")
	if v.R.PathValue("fee") == "new" {
		if kind := fee.Kind(v.R.URL.Query().Get(kindQuery)); kind == fee.Percent || kind == fee.Tiers {
			f.Kind = kind
		}
		if f.Kind == fee.Percent {
			f.CurrencyID = 0
		}
		v.Body.Carry(kindQuery)
		body.Currencies = len(v.Company.Currencies()) > 1
		for _, k := range []fee.Kind{fee.Fixed, fee.Percent, fee.Tiers} {
			body.Kinds = append(body.Kinds, screen.Tab{Text: v.View.T("office.fee_" + string(k)), To: at.Section + "/new?" + kindQuery + "=" + string(k), Here: k == f.Kind})
		}
	} else {
		if f, err = fee.Read(v.R.Context(), v.App, v.Caller, v.ID("fee"), false); err == nil && f.EventID != 0 && f.EventID != at.E.ID {
			err = app.Missing("page")
		}
		if err != nil {
			return err
		}
		chip := feeChip(v, f.ActiveFrom, f.ActiveUntil)
		body.Op, body.ID, body.Charges, body.Chip = feeOp, screen.Number(f.ID), feeRowOf(v, at.E, &f).Charges, &chip
		v.View.Title = f.Name
		v.Body.Add(deleteFeeOp).Put("id", f.ID)
	}
	body.Kind, body.Delivery = string(f.Kind), f.Delivery != ""
	v.Body.It = body
	body.fill(v, at.E, &f)
	return nil
}

// moreSteps is how many steps can be added at once.
const moreSteps = 2

// fill fills the form with a fee.
func (body *feeBody) fill(v *screen.Visit, e *office.Event, f *fee.View) {
	form, cur, isNew := v.Body.Add(body.Op), v.Currency(f.CurrencyID), body.ID == ""
	form.About("fees", f.ID)
	form.Fill(map[string]any{
		"name": f.Name, "per": string(f.Per), "eventId": screen.IdOr(f.EventID), "saleItems": idsOf(f.SaleItemIDs), "currencyId": screen.IdOr(f.CurrencyID),
		"minimum": screen.Amount{Cur: cur, Minor: f.Min}, "maximum": screen.Amount{Cur: cur, Minor: f.Max}, "maxTimesPerOrder": f.MaxTimes,
		"isAbsorbed": f.Absorbed, "attractsDiscount": f.AttractsDiscount, "omitFromResale": f.NotOnResale, "onlyOnResale": f.OnlyOnResale, "needsAddress": f.NeedsAddress,
		"salesChannels": feeChannels(&f.Fee), "group": f.Group, "activeFrom": f.ActiveFrom, "activeUntil": f.ActiveUntil,
	})
	switch {
	case f.Kind == fee.Tiers:
		body.fillSteps(form, f, cur)
	default:
		form.Put("amount", screen.Amount{Cur: cur, Minor: given(f.Steps[0].Fixed, isNew || f.Kind == fee.Percent)})
		form.Put("percent", percentOf(f.Steps[0].Percent))
	}
	form.Lists["per"] = []screen.Option{{Value: string(fee.PerItem), Text: v.View.T("office.fee_of_item")}, {Value: string(fee.PerOrder), Text: v.View.T("office.fee_of_order")}, {Value: string(fee.PerEvent), Text: v.View.T("office.fee_of_event")}}
	form.Lists["eventId"] = []screen.Option{{Value: screen.Number(e.ID), Text: v.View.T("office.fees_here")}, {Text: v.View.T("office.fees_everywhere")}}
	for _, it := range ordered(e) {
		form.Lists["saleItems"] = append(form.Lists["saleItems"], screen.Option{Value: screen.Number(it.ID), Text: it.Item.Name})
	}
	form.Lists["salesChannels"] = []screen.Option{{Value: catalog.ChannelOnline, Text: v.View.T("office.online")}, {Value: catalog.ChannelBoxOffice, Text: v.View.T("office.at_till")}}
	if f.Kind == fee.Percent {
		form.Lists["currencyId"] = []screen.Option{{Text: v.View.T("office.code_any_currency")}}
	}
	for _, cur := range v.Company.Currencies() {
		form.Lists["currencyId"] = append(form.Lists["currencyId"], screen.Option{Value: screen.Number(cur.ID), Text: cur.Code})
	}
	if isNew {
		form.Suggest("per", "eventId", "tiers.0.from")
	}
}

// feeStep is one step of a fee by price: its place in the form, and what it is called.
type feeStep struct {
	At   int
	Name string
}

// fillSteps fills in the steps of a fee, and some that are blank.
func (body *feeBody) fillSteps(form *screen.Form, f *fee.View, cur company.Currency) {
	steps := slices.Concat(f.Steps, make([]fee.Step, moreSteps))
	for i, s := range steps[:min(len(steps), fee.MaxSteps)] {
		body.Steps = append(body.Steps, feeStep{At: i, Name: form.V.T("office.fee_step", "n", i+1)})
		at := fmt.Sprintf("tiers.%d.", i)
		form.Fill(map[string]any{
			at + "from": screen.Amount{Cur: cur, Minor: given(s.From, i > 0)}, at + "amount": screen.Amount{Cur: cur, Minor: given(s.Fixed, true)}, at + "percent": percentOf(s.Percent),
		})
	}
}

// given is an amount, nil where it is none and a field may be left blank.
func given(n int64, blank bool) *int64 {
	if n == 0 && blank {
		return nil
	}
	return &n
}

// percentOf is a share as a field holds it, blank where there is none.
func percentOf(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(n)/money.PercentUnit, 'f', -1, 64)
}

func idsOf(ids []int64) []string {
	all := make([]string, len(ids))
	for i, id := range ids {
		all[i] = screen.Number(id)
	}
	return all
}

func feeChannels(f *fee.Fee) []string {
	all := []string{}
	if !f.NotOnline {
		all = append(all, catalog.ChannelOnline)
	}
	if !f.NotAtOffice {
		all = append(all, catalog.ChannelBoxOffice)
	}
	return all
}
