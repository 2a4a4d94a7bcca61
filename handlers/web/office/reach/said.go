package reach

import (
	"strings"

	"marquee/app/company"
	"marquee/app/discount"
	"marquee/app/money"
	"marquee/handlers/web/office/screen"
)

// namesSaid is how many names are said of what a code is for.
const namesSaid = 3

// doesOf says what a code does, without what it does it to: "15 % off", "Two for one".
func doesOf(v *screen.Visit, c *codeRow) string {
	d := c.discount
	switch {
	case d == nil:
		return v.View.T("office.code_opens")
	case d.Type == discount.Fixed:
		cur, _ := company.CurrencyByID(d.CurrencyID)
		return v.View.T("office.code_takes", "amount", v.View.Amount(cur, d.Amount))
	case d.Type == discount.BuyXGetY && d.ConditionID == d.TargetID && d.Amount == 100*money.PercentUnit:
		return v.View.T("office.code_free", "all", d.ConditionQuantity+d.TargetQuantity, "paid", d.ConditionQuantity)
	case d.Type == discount.BuyXGetY:
		return v.View.T("office.code_buys", "n", d.ConditionQuantity, "more", d.TargetQuantity, "percent", percent(v, d.Amount))
	}
	return v.View.T("office.code_takes", "amount", percent(v, d.Amount))
}

// percent is an amount in hundredths of a percent.
func percent(v *screen.Visit, amount int64) string {
	return v.View.Lang.Percent(amount * (company.RateUnit / money.PercentUnit))
}

// whatOf says what a code is for.
func whatOf(v *screen.Visit, c *codeRow) string {
	if c.ParentID != 0 {
		return ""
	}
	var names []string
	more := 0
	for _, t := range c.targets() {
		switch name := c.names[t]; {
		case name == "":
		case len(names) < namesSaid:
			names = append(names, name)
		default:
			more++
		}
	}
	switch {
	case len(names) == 0 && c.discount != nil:
		names = []string{v.View.T("office.code_everything")}
	case more > 0:
		return v.View.T("office.and_more", "name", strings.Join(names, ", "), "n", more)
	}
	text := strings.Join(names, ", ")
	if len(c.GroupIDs) > 0 {
		text += ", " + v.View.T("office.code_members")
	}
	return text
}
