package event

import (
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/fee"
	"marquee/app/money"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
)

// feesBody are the fees that are charged at an event.
type feesBody struct {
	soldBody
	New    string
	Groups []feeGroup
}

// feeGroup are fees that are charged at the same events.
type feeGroup struct {
	Name string
	Rows []feeRow
}

// feeRow is a fee in the list. About says when and where it is charged.
type feeRow struct {
	Name, To, Charges, About string
	Chip                     screen.Chip
}

func feesScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/tickets/fees", Needs: app.ViewFees,
		Template: o.Template(templates, "fees.html"), Show: showFees,
	}
}

// feesAt reads the fees that are charged at an event: its own, and those of all events.
func feesAt(v *screen.Visit, eventID int64) ([]fee.View, error) {
	page, err := fee.List(v.R.Context(), v.App, v.Caller, fee.Filter{Limit: fee.MaxPage})
	return slices.DeleteFunc(page.Rows, func(f fee.View) bool { return f.EventID != 0 && f.EventID != eventID }), err
}

// showFees lists the fees that are charged at an event.
func showFees(v *screen.Visit) error {
	at, err := soldAtEvent(v, "/fees")
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.fees")
	body := &feesBody{soldBody: at}
	if v.Holds(app.EditFees) && at.E.CancelledAt == nil {
		body.New = at.Section + "/new"
	}
	all, err := feesAt(v, at.E.ID)
	if err != nil {
		return err
	}
	own, everywhere := feeGroup{Name: v.View.T("office.fees_here")}, feeGroup{Name: v.View.T("office.fees_everywhere")}
	for i := range all {
		row := feeRowOf(v, at.E, &all[i])
		if v.Holds(app.EditFees) {
			row.To = v.Path("/events/%d/tickets/fees/%d", at.E.ID, all[i].ID)
		}
		if all[i].EventID != 0 {
			own.Rows = append(own.Rows, row)
		} else {
			everywhere.Rows = append(everywhere.Rows, row)
		}
	}
	for _, g := range []feeGroup{own, everywhere} {
		if len(g.Rows) > 0 {
			body.Groups = append(body.Groups, g)
		}
	}
	v.Body.It = body
	return nil
}

func feeRowOf(v *screen.Visit, e *office.Event, f *fee.View) feeRow {
	row := feeRow{Name: f.Name, Charges: v.View.T("office.fee_per_"+string(f.Per), "what", feeAmount(v, &f.Fee)), Chip: feeChip(v, f.ActiveFrom, f.ActiveUntil)}
	var about []string
	for _, id := range f.SaleItemIDs {
		if it := e.Item(id); it != nil {
			about = append(about, it.Item.Name)
		}
	}
	for _, said := range []struct {
		is   bool
		word string
	}{
		{f.Delivery != "", "office.fee_delivery"}, {f.Absorbed, "office.fee_absorbed"}, {f.NotOnline && !f.NotAtOffice, "office.fee_at_till"},
		{f.NotAtOffice && !f.NotOnline, "office.fee_online"}, {f.NotOnline && f.NotAtOffice, "office.fee_nowhere"}, {f.OnlyOnResale, "office.fee_resale"}, {f.NotOnResale, "office.fee_no_resale"},
	} {
		if said.is {
			about = append(about, v.View.T(said.word))
		}
	}
	row.About = strings.Join(about, " · ")
	return row
}

// feeAmount is what a fee charges, in short.
func feeAmount(v *screen.Visit, f *fee.Fee) string {
	first, cur := f.Steps[0], v.Currency(f.CurrencyID)
	switch {
	case f.Kind == fee.Tiers:
		return v.View.T("office.fee_steps", "n", len(f.Steps))
	case f.Kind == fee.Fixed:
		return v.View.Amount(cur, first.Fixed)
	case first.Fixed != 0:
		return v.View.Lang.Percent(first.Percent*(company.RateUnit/money.PercentUnit)) + " + " + v.View.Amount(cur, first.Fixed)
	}
	return v.View.Lang.Percent(first.Percent * (company.RateUnit / money.PercentUnit))
}

// feeChip tells whether a fee is charged now.
func feeChip(v *screen.Visit, from, until *time.Time) screen.Chip {
	now := v.App.Now()
	switch {
	case from != nil && now.Before(*from):
		return screen.Chip{Text: v.View.T("office.fee_later", "day", v.View.Lang.DayMonth(from.In(v.Zone))), Tone: "info"}
	case until != nil && !now.Before(*until):
		return screen.Chip{Text: v.View.T("office.fee_over")}
	}
	return screen.Chip{Text: v.View.T("office.fee_charged"), Tone: "ok"}
}
