package discount

import (
	"fmt"
	"slices"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/codes"
	"marquee/app/company"
	"marquee/app/money"
)

// valid names every problem of a code as a request would make it.
func (c *Code) valid(r app.Reader, own *company.Company, in *Fields) error {
	var p app.Problems
	c.Check(&p)
	c.checkAmounts(&p)
	c.checkCurrency(&p, own, in)
	if c.Auto && c.IsParent {
		p.Add("autoApply", "is not possible for a code with children")
	}
	codes.Between(&p, "priority", &c.Priority, 0, maxPriority)
	if err := c.checkItems(&p, r, in); err != nil {
		return err
	}
	if err := in.checkTargets(&p, r, c.Type); err != nil {
		return err
	}
	if err := in.CheckGroups(&p, r); err != nil {
		return err
	}
	return p.Err()
}

func (c *Code) checkAmounts(p *app.Problems) {
	most := int64(100 * money.PercentUnit)
	switch {
	case c.Amount == 0:
		p.Add("amount", "must be greater than %d", 0)
	case c.Type == Fixed:
		codes.BetweenMoney(p, "amount", c.CurrencyID, &c.Amount, 1, money.MaxAmount)
	case c.Amount < 0 || c.Amount > most:
		p.Add("amount", "must be between %d and %d", 0, 100)
	}
	codes.Between(p, "maxUsesPerOrder", c.MaxUsesPerOrder, 1, codes.MaxUses)
	codes.BetweenMoney(p, "minimumSpend", c.CurrencyID, c.MinimumSpend, 0, money.MaxTotal)
	codes.Between(p, "maxUsesPerEvent", c.MaxUsesPerEvent, 0, codes.MaxUses)
	codes.Between(p, "maxUsesPerSchedule", c.MaxUsesPerSchedule, 0, codes.MaxUses)
	if c.Type == BuyXGetY {
		codes.Between(p, "conditionSaleItemQuantity", &c.ConditionQuantity, 1, MaxQuantity)
		codes.Between(p, "targetSaleItemQuantity", &c.TargetQuantity, 1, MaxQuantity)
	}
	if len(c.Caps) > maxCaps {
		p.Add("maximumDiscount", "must not have more than %d entries", maxCaps)
	}
	for _, one := range c.Caps {
		cur, _ := company.CurrencyByID(one.CurrencyID)
		codes.BetweenMoney(p, "maximumDiscount."+cur.Code, cur.ID, &one.Amount, 0, money.MaxTotal)
	}
}

// checkCurrency wants a currency that the company sells in, and one at all where
// amounts are in it.
func (c *Code) checkCurrency(p *app.Problems, own *company.Company, in *Fields) {
	switch {
	case c.CurrencyID != 0 && in.CurrencyID.Given && !own.Sells(c.CurrencyID):
		cur, _ := company.CurrencyByID(c.CurrencyID)
		p.Add("currencyId", "is not enabled: the company sells no %s", cur.Code)
	case c.CurrencyID == 0 && c.Type == Fixed:
		p.Add("currencyId", "is required")
	case c.CurrencyID == 0 && c.MinimumSpend != nil:
		p.Add("currencyId", "is required with %s", "minimumSpend")
	}
	if in.Caps.Value == nil {
		return
	}
	for code := range *in.Caps.Value {
		if _, ok := company.CurrencyByCode(code); !ok {
			p.Add("maximumDiscount."+code, "is not a known currency code")
		}
	}
}

// checkItems wants the sale items that a request names to be there.
func (c *Code) checkItems(p *app.Problems, r app.Reader, in *Fields) error {
	named := map[string]int64{}
	if c.Type == BuyXGetY {
		named["conditionSaleItemId"], named["targetSaleItemId"] = c.ConditionID, c.TargetID
		if in.ConditionID == nil && c.ID != 0 {
			delete(named, "conditionSaleItemId")
		}
		if in.TargetID == nil && c.ID != 0 {
			delete(named, "targetSaleItemId")
		}
	}
	if len(c.SaleItemIDs) > maxSaleItems {
		p.Add("saleItems", "must not have more than %d entries", maxSaleItems)
		return nil
	}
	if in.SaleItemIDs.Value != nil && c.Type != BuyXGetY {
		for i, id := range *in.SaleItemIDs.Value {
			named[fmt.Sprintf("saleItems.%d", i)] = id
		}
	}
	ids := make([]int64, 0, len(named))
	for _, id := range named {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	known, err := catalog.SaleItemsByID(r, ids)
	for field, id := range named {
		if s, ok := known[id]; !ok || s.DeletedAt != nil {
			p.Add(field, "does not exist")
		}
	}
	slices.SortFunc(*p, func(a, b app.FieldError) int { return strings.Compare(a.Field, b.Field) })
	return err
}
