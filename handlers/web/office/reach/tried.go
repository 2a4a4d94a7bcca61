package reach

import (
	"encoding/json"
	"math"
	"net/url"
	"strconv"

	"marquee/app/catalog"
	"marquee/app/discount"
	"marquee/app/money"
	"marquee/app/sales/quote"
	"marquee/handlers/rest"
	"marquee/handlers/web/office/screen"
)

// tried is what a code does to a basket.
type tried struct {
	Lines      []screen.MoneyLine
	Off, Total string
	// Why it takes nothing off, empty: it does.
	Why string
}

// typedCode is a code as its form holds it. What cannot be read is told when it is saved.
type typedCode struct {
	Amount                    json.Number
	CurrencyID                json.Number
	SaleItems, Events         []json.Number
	MaxUsesPerOrder           *int64
	MinimumSpend              *int64
	BoxOfficeOnly             any // true or "true"
	ConditionSaleItemID       json.Number
	ConditionSaleItemQuantity int64
	TargetSaleItemID          json.Number
	TargetSaleItemQuantity    int64
}

// triedUnits is how many units of one thing the basket has, but for what a code asks for.
const triedUnits = 3

// tryOn works out what the code in a form takes off a basket, by the arithmetic of baskets; nil
// where there is nothing to try it on.
func tryOn(v *screen.Visit, f *screen.Form, e *eventOf, kind string) (*tried, error) {
	if !v.Holds(discount.Codes.View) {
		return nil, nil
	}
	in, ok := typedIn(f)
	if !ok {
		return nil, nil
	}
	code, ok := in.code(discount.Type(kind))
	if !ok {
		return nil, nil
	}
	ask := quote.Trial{Code: code, CurrencyID: v.Currency(code.CurrencyID).ID, Channel: catalog.Shop, SaleItems: triedOn(&code, e)}
	if code.BoxOfficeOnly {
		ask.Channel = catalog.BoxOffice
	}
	if len(ask.SaleItems) == 0 {
		return nil, nil
	}
	out, err := quote.TryCode(v.R.Context(), v.App, v.Caller, ask)
	if err != nil || len(out.Lines) == 0 {
		return nil, err
	}
	cur := v.Currency(ask.CurrencyID)
	t := &tried{Off: "−" + v.View.Amount(cur, out.Off), Total: v.View.Amount(cur, out.Total)}
	for _, l := range out.Lines {
		t.Lines = append(t.Lines, screen.MoneyLine{Text: v.View.Number(l.Quantity) + " × " + l.Name, Amount: v.View.Amount(cur, l.Total)})
	}
	if out.Why != nil && len(out.Why.Fields) > 0 {
		t.Why = rest.Sentence(string(v.View.Lang), out.Why.Fields[0].Message)
	}
	return t, nil
}

// typedIn is the code that a form holds now.
func typedIn(f *screen.Form) (in typedCode, ok bool) {
	values := url.Values{}
	for _, from := range []url.Values{f.Values, f.Sent} {
		for name, all := range from {
			if _, declared := f.Route.FormField(name); declared {
				values[name] = all
			}
		}
	}
	text, err := f.Route.Body(f.Visit.Reading(values))
	return in, err == nil && json.Unmarshal(text, &in) == nil
}

// code is what is to be tried, where its amount is one.
func (in *typedCode) code(t discount.Type) (c discount.Code, ok bool) {
	amount, err := in.Amount.Float64()
	if err != nil || amount <= 0 || amount > money.MaxAmount || t != discount.Fixed && amount > 100 {
		return c, false
	}
	c = discount.Code{
		Type: t, CurrencyID: idOf(in.CurrencyID), SaleItemIDs: idsOf(in.SaleItems), EventIDs: idsOf(in.Events), MaxUsesPerOrder: in.MaxUsesPerOrder,
		MinimumSpend: in.MinimumSpend, BoxOfficeOnly: in.BoxOfficeOnly == true || in.BoxOfficeOnly == "true",
		ConditionID: idOf(in.ConditionSaleItemID), ConditionQuantity: in.ConditionSaleItemQuantity,
		TargetID: idOf(in.TargetSaleItemID), TargetQuantity: in.TargetSaleItemQuantity,
	}
	if t == discount.Fixed {
		c.Amount = int64(amount)
		return c, true
	}
	c.Amount = int64(math.Round(amount * money.PercentUnit))
	if most := int64(discount.MaxQuantity); t == discount.BuyXGetY {
		return c, c.ConditionQuantity > 0 && c.TargetQuantity > 0 && c.ConditionQuantity <= most && c.TargetQuantity <= most
	}
	return c, true
}

func idOf(n json.Number) int64 {
	id, _ := strconv.ParseInt(string(n), 10, 64)
	return id
}

func idsOf(all []json.Number) (ids []int64) {
	for _, n := range all {
		if id := idOf(n); id != 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// triedOn are the units of the basket: what the code names, else what is sold first at the event.
func triedOn(c *discount.Code, e *eventOf) (all []int64) {
	put := func(id, n int64) {
		for range n {
			all = append(all, id)
		}
	}
	switch {
	case c.Type == discount.BuyXGetY:
		if c.ConditionID != 0 && c.TargetID != 0 {
			put(c.ConditionID, c.ConditionQuantity)
			put(c.TargetID, c.TargetQuantity)
		}
	case len(c.SaleItemIDs) > 0:
		put(c.SaleItemIDs[0], triedUnits)
	case e != nil:
		for i := range e.Items {
			if e.Items[i].Type == catalog.Ticket {
				put(e.Items[i].ID, triedUnits)
				break
			}
		}
	}
	return all
}
