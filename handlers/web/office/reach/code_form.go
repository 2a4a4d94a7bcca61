package reach

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/codes"
	"marquee/app/customer"
	"marquee/app/discount"
	"marquee/app/list"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
)

// eventOf is the event that a page lies below, nil: it lies in the company.
type eventOf = office.Event

// codeForm is a kind of form: what makes such a code, and what changes it.
type codeForm struct {
	kind, create, update string
	// shape is which of the sentences it has.
	shape string
}

// The sentences that there are.
const (
	offShape  = "off"
	buyShape  = "buy"
	openShape = "open"
)

var codeForms = []codeForm{
	{"percentage", "POST discount-codes/percentage", "POST discount-codes/percentage/update", offShape},
	{"fixed", "POST discount-codes/fixed", "POST discount-codes/fixed/update", offShape},
	{"bxgy", "POST discount-codes/buy-x-get-y", "POST discount-codes/buy-x-get-y/update", buyShape},
	{"access", "POST access-codes", "POST access-codes/update", openShape},
}

// formOf is that of a kind, nil where there is none.
func formOf(kind string) *codeForm {
	i := slices.IndexFunc(codeForms, func(f codeForm) bool { return f.kind == kind })
	if i < 0 {
		return nil
	}
	return &codeForms[i]
}

// commonValues are what forms of codes of every kind show.
func commonValues(v *screen.Visit, c *codes.Code) map[string]any {
	return map[string]any{
		"code": c.Text, "maximumUses": c.MaximumUses, "maxUsesPerCustomer": c.MaxUsesPerCustomer,
		"validFrom": typedMoment(v, c.ValidFrom), "validTo": typedMoment(v, lastMinute(c.ValidTo)), "customerGroups": typedIDs(c.GroupIDs),
	}
}

// lastMinute is the one in which a code counts that ends at midnight.
func lastMinute(end *time.Time) *time.Time {
	if end == nil || end.Second() != 0 {
		return end
	}
	before := end.Add(-time.Minute)
	return &before
}

// typedMoment is a moment as a field of day and time holds it.
func typedMoment(v *screen.Visit, t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.In(v.Zone).Format("2006-01-02T15:04")
}

func typedIDs(ids []int64) []string {
	all := make([]string, len(ids))
	for i, id := range ids {
		all[i] = screen.Number(id)
	}
	return all
}

// fillDiscount fills the form of a discount code.
func fillDiscount(v *screen.Visit, f *screen.Form, d *discount.Code) {
	f.Fill(commonValues(v, &d.Code))
	f.Fill(map[string]any{
		"amount": strconv.FormatFloat(d.ShownAmount(), 'f', -1, 64), "maxUsesPerOrder": d.MaxUsesPerOrder, "currencyId": screen.IdOr(d.CurrencyID),
		"minimumSpend":     screen.Amount{Cur: v.Currency(d.CurrencyID), Minor: d.MinimumSpend},
		"newCustomersOnly": d.NewCustomersOnly, "boxOfficeOnly": d.BoxOfficeOnly, "autoApply": d.Auto,
	})
	if d.Type == discount.Fixed {
		f.Put("amount", screen.Amount{Cur: v.Currency(d.CurrencyID), Minor: &d.Amount})
	}
	if d.Type == discount.BuyXGetY {
		f.Fill(map[string]any{
			"conditionSaleItemId": screen.IdOr(d.ConditionID), "conditionSaleItemQuantity": d.ConditionQuantity,
			"targetSaleItemId": screen.IdOr(d.TargetID), "targetSaleItemQuantity": d.TargetQuantity,
		})
		return
	}
	f.Fill(map[string]any{"saleItems": typedIDs(d.SaleItemIDs), "events": typedIDs(d.EventIDs)})
}

// offer lists what can be chosen in a form: what is sold at the event, and what is chosen already.
func offer(v *screen.Visit, f *screen.Form, e *eventOf, named []codes.Target) error {
	names, err := office.NamesOfTargets(v.R.Context(), v.App, v.Caller, named)
	if err != nil {
		return err
	}
	add := func(field string, id int64, name string) {
		if value := screen.Number(id); !slices.ContainsFunc(f.Lists[field], func(o screen.Option) bool { return o.Value == value }) {
			f.Lists[field] = append(f.Lists[field], screen.Option{Value: value, Text: name})
		}
	}
	if e != nil {
		add("events", e.ID, v.View.T("office.code_all_at", "event", e.Name))
		for i := range e.Items {
			add("saleItems", e.Items[i].ID, e.Items[i].Item.Name)
		}
	} else if err := offerEvents(v, add); err != nil {
		return err
	}
	for _, t := range named {
		switch t.A {
		case codes.SaleItemTarget:
			add("saleItems", t.B, orNumber(names[t], t.B))
		case codes.EventTarget:
			add("events", t.B, orNumber(names[t], t.B))
		}
	}
	f.Lists["conditionSaleItemId"], f.Lists["targetSaleItemId"] = f.Lists["saleItems"], slices.Clone(f.Lists["saleItems"])
	f.Lists["currencyId"] = []screen.Option{{Text: v.View.T("office.code_any_currency")}}
	for _, cur := range v.Company.Currencies() {
		f.Lists["currencyId"] = append(f.Lists["currencyId"], screen.Option{Value: screen.Number(cur.ID), Text: cur.Code})
	}
	return offerGroups(v, f)
}

func orNumber(name string, id int64) string {
	if name == "" {
		return fmt.Sprintf("#%d", id)
	}
	return name
}

// groupsOffered is how many groups of customers can be chosen from.
const groupsOffered = 50

func offerGroups(v *screen.Visit, f *screen.Form) error {
	if !v.Holds(app.ViewCustomers) {
		return nil
	}
	groups, err := customer.ListGroups(v.R.Context(), v.App, v.Caller, customer.GroupFilter{Limit: groupsOffered})
	for i := range groups.Rows {
		f.Lists["customerGroups"] = append(f.Lists["customerGroups"], screen.Option{Value: screen.Number(groups.Rows[i].ID), Text: groups.Rows[i].Name})
	}
	return err
}

// eventsOffered is how many events of each sort a code of the company can be for.
const eventsOffered = 25

// offerEvents offers the events that come.
func offerEvents(v *screen.Visit, add func(field string, id int64, name string)) error {
	if !v.Holds(screen.CatalogReaders) {
		return nil
	}
	page, err := catalog.ListEvents(v.R.Context(), v.App, v.Caller,
		catalog.EventFilter{State: catalog.Coming, HideChildren: true, Request: list.Request{Limit: eventsOffered}}, catalog.EventWants{})
	for i := range page.Events {
		add("events", page.Events[i].ID, page.Events[i].Name)
	}
	return err
}
