package discount

import (
	"context"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/discount"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// codeJSON is a discount code. Fields that its type has no use for are left out.
type codeJSON struct {
	Type               discount.Type              `json:"type"`
	Code               string                     `json:"code"`
	Amount             float64                    `json:"amount" doc:"Minor units of the currency for a fixed code, else percent."`
	ApplyToNetPrice    rest.Opt[bool]             `json:"applyToNetPrice" doc:"The amount counts against the price without tax."`
	MaxUsesPerOrder    *int64                     `json:"maxUsesPerOrder" doc:"Units, of bxgy groups, that one order may have reduced."`
	MaximumUses        *int64                     `json:"maximumUses"`
	MaxUsesPerCustomer *int64                     `json:"maxUsesPerCustomer"`
	MaxUsesPerEvent    *int64                     `json:"maxUsesPerEvent"`
	MaxUsesPerSchedule *int64                     `json:"maxUsesPerSchedule"`
	CheapestFirst      rest.Opt[bool]             `json:"cheapestFirst" doc:"Of more units than maxUsesPerOrder the cheapest are reduced."`
	NewCustomersOnly   bool                       `json:"newCustomersOnly"`
	MinimumSpend       *int64                     `json:"minimumSpend" doc:"Minor units."`
	MaximumDiscount    rest.Opt[map[string]int64] `json:"maximumDiscount" doc:"The largest discount of one order in minor units, by currency code."`
	ValidFrom          *time.Time                 `json:"validFrom"`
	ValidTo            *time.Time                 `json:"validTo"`
	CustomerGroups     []int64                    `json:"customerGroups" doc:"Only their members may use it; none: everybody may."`
	BoxOfficeOnly      bool                       `json:"boxOfficeOnly"`
	AutoApply          bool                       `json:"autoApply" doc:"It counts by itself."`
	Priority           int64                      `json:"priority"`
	DisabledAt         *time.Time                 `json:"disabledAt"`
	PausedAt           *time.Time                 `json:"pausedAt" doc:"Since when nobody can enter it, until that is taken back."`
	CreatedAt          time.Time                  `json:"createdAt"`
	UpdatedAt          time.Time                  `json:"updatedAt"`
	ConditionQuantity  rest.Opt[int64]            `json:"conditionSaleItemQuantity"`
	TargetQuantity     rest.Opt[int64]            `json:"targetSaleItemQuantity"`
	ParentID           *int64                     `json:"parentId" doc:"The code whose settings it has."`
	IsParent           bool                       `json:"isParent" doc:"It cannot be entered; its children can."`
	Children           int64                      `json:"children"`
	Uses               int64                      `json:"uses" doc:"Finished and reserved orders; of a parent, those of its children."`
}

// currencyJSON is a currency beside a code.
type currencyJSON struct {
	wire.PlainCurrencyJSON
	Subunit   int64 `json:"subunit" doc:"The number of decimals of an amount."`
	Cashless  bool  `json:"isCashless"`
	Custom    bool  `json:"isCustom"`
	IsPrimary bool  `json:"isPrimary"`
}

// forms writes codes of one company.
type forms struct{ own company.Company }

func formsOf(ctx context.Context, a *app.App, c *app.Caller) (forms, error) {
	own, err := company.Settings(ctx, a, c)
	return forms{own}, err
}

func (x forms) currency(c company.Currency) currencyJSON {
	return currencyJSON{wire.CurrencyForm(c), c.Subunit, c.IsCashless, c.IsCustom, c.ID == x.own.CurrencyID}
}

// one is a code that was read; written tells that the answer is to a change, which has
// the targets of a bxgy code in a list.
func (x forms) one(v *discount.View, written bool) rest.One[codeJSON] {
	var out rest.One[codeJSON]
	out.Data = x.code(v, &out.Included, written)
	return out
}

// code is one code, with its currency beside it.
func (x forms) code(v *discount.View, included *rest.Included, written bool) rest.Resource[codeJSON] {
	c := &v.Code
	out := rest.Resource[codeJSON]{
		Type: "discountCodes", ID: c.ID, Self: fmt.Sprintf("/v1/discount-code?id=%d", c.ID),
		Attributes: codeJSON{
			Type: c.Type, Code: c.Text, Amount: c.ShownAmount(),
			MaxUsesPerOrder: c.MaxUsesPerOrder, MaximumUses: c.MaximumUses, MaxUsesPerCustomer: c.MaxUsesPerCustomer,
			MaxUsesPerEvent: c.MaxUsesPerEvent, MaxUsesPerSchedule: c.MaxUsesPerSchedule, NewCustomersOnly: c.NewCustomersOnly, CustomerGroups: c.GroupIDs,
			MinimumSpend: c.MinimumSpend, ValidFrom: c.ValidFrom, ValidTo: c.ValidTo, BoxOfficeOnly: c.BoxOfficeOnly,
			AutoApply: c.Auto, Priority: c.Priority,
			DisabledAt: c.DisabledAt, PausedAt: c.PausedAt, CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt,
			ParentID: wire.OrNull(c.ParentID), IsParent: c.IsParent, Children: v.Children, Uses: v.Uses,
		},
	}
	at := &out.Attributes
	if c.Type == discount.Fixed {
		at.ApplyToNetPrice = rest.Some(c.NetPrice)
	} else {
		at.MaximumDiscount = rest.Some(caps(c))
	}
	if c.Type == discount.Percentage {
		at.CheapestFirst = rest.Some(c.CheapestFirst)
	}
	if cur, ok := company.CurrencyByID(c.CurrencyID); ok {
		out.Relate("currencies", rest.Ref{Type: "currencies", ID: cur.ID})
		included.Add("currencies", cur.ID, x.currency(cur))
	}
	if c.Type == discount.BuyXGetY {
		at.ConditionQuantity, at.TargetQuantity = rest.Some(c.ConditionQuantity), rest.Some(c.TargetQuantity)
		out.Relate("conditionSaleItems", rest.Ref{Type: "conditionSaleItems", ID: c.ConditionID})
		target := rest.Ref{Type: "targetSaleItems", ID: c.TargetID}
		if written {
			out.Relate("targetSaleItems", []rest.Ref{target})
		} else {
			out.Relate("targetSaleItems", target)
		}
		return out
	}
	for _, target := range []struct {
		name string
		ids  []int64
	}{{"saleItems", c.SaleItemIDs}, {"items", c.ItemIDs}, {"events", c.EventIDs}, {"eventSchedules", c.ScheduleIDs}, {"priceBands", c.PriceBandIDs}} {
		refs := []rest.Ref{}
		for _, id := range target.ids {
			refs = append(refs, rest.Ref{Type: target.name, ID: id})
		}
		out.Relate(target.name, refs)
	}
	return out
}

func caps(c *discount.Code) map[string]int64 {
	out := map[string]int64{}
	for _, one := range c.Caps {
		cur, _ := company.CurrencyByID(one.CurrencyID)
		out[cur.Code] = one.Amount
	}
	return out
}

// Beside is the currency of the code.
func (codeJSON) Beside() []rest.Kind {
	return []rest.Kind{{Type: "currencies", Attributes: currencyJSON{}}}
}
