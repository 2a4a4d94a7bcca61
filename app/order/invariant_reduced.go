package order

import (
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/codes"
	"marquee/app/discount"
	"marquee/app/fee"
)

// codes: what the codes of an order did is what they may do. Codes that were changed since
// the order was begun are believed.
func (a *audit) codes(r app.Reader) error {
	if !a.order.Status.Sold() {
		return nil
	}
	if a.order.AccessID != 0 {
		code, err := accesscode.Get(r, a.order.AccessID)
		if err != nil {
			return nil // the check of edges reports it
		}
		since, err := changedAt(r, accesscode.Codes, code.ID)
		if err != nil {
			return err
		}
		a.early("access code", since, code.ValidFrom)
	}
	if a.order.DiscountID == 0 || a.order.Totals.Discount == 0 {
		return nil
	}
	code, err := discount.Get(r, a.order.DiscountID)
	if err != nil {
		return nil // the check of edges reports it
	}
	since, err := changedAt(r, discount.Codes, code.ID)
	if err != nil {
		return err
	}
	a.early("discount code", since, code.ValidFrom)
	if !since.After(a.order.CreatedAt) {
		a.reduced(code)
	}
	return nil
}

// changedAt is when a code was changed last, itself or with its parent.
func changedAt[T any](r app.Reader, k *codes.Kind[T], id int64) (time.Time, error) {
	rec, err := k.Table.GetShared(r, id)
	if err != nil {
		return time.Time{}, err
	}
	own := k.Of(rec)
	if own.ParentID == 0 {
		return own.UpdatedAt, nil
	}
	parent, err := changedAt(r, k, own.ParentID)
	return later(own.UpdatedAt, parent), err
}

// early: no order was completed before its code was valid. Times of records never go back,
// those of the clock may: so one that seems to come after the end proves nothing.
func (a *audit) early(what string, changed time.Time, from *time.Time) {
	if done := a.order.CompletedAt; from != nil && done != nil && done.Before(*from) && !changed.After(a.order.CreatedAt) {
		a.breach(what, "not before "+from.Format(time.RFC3339), done.Format(time.RFC3339))
	}
}

// reduced: no more was taken off than the code takes, in its currency, of its target.
func (a *audit) reduced(c *discount.Code) {
	off := a.order.Totals.Discount
	if c.CurrencyID != 0 && c.CurrencyID != a.order.CurrencyID {
		a.breach("discount", fmt.Sprintf("in currency %d", c.CurrencyID), a.order.CurrencyID)
	}
	if most, capped := c.Most(a.order.CurrencyID); capped && off > most {
		a.breach("discount", fmt.Sprintf("at most %d", most), off)
	}
	if c.Type == discount.Fixed && c.MaxUsesPerOrder == nil && !c.NetPrice && off > c.Amount {
		a.breach("discount", fmt.Sprintf("at most %d", c.Amount), off)
	}
	if c.Type != discount.BuyXGetY {
		return
	}
	bought := int64(0)
	for i := range a.items {
		it := &a.items[i]
		if it.DeletedAt == nil && it.SaleItemID == c.ConditionID {
			bought++
		}
		if it.DeletedAt == nil && it.Discount > 0 && it.SaleItemID != c.TargetID {
			a.breach(fmt.Sprintf("item %d", it.ID), fmt.Sprintf("a discount on sale item %d", c.TargetID), it.SaleItemID)
		}
	}
	if bought < c.ConditionQuantity {
		a.breach("discount", fmt.Sprintf("%d of sale item %d", c.ConditionQuantity, c.ConditionID), bought)
	}
}

// signed: whoever lifted a rule for the order is named. Limits of codes are also lifted when
// money came that nobody could refuse, and what tills took while they were alone is kept.
func (a *audit) signed() {
	byHand := func(rule string) bool { return rule != "code_uses" && rule != OfflineLimit }
	if a.order.Override == 0 && slices.ContainsFunc(a.order.Lifted, byHand) {
		a.breach("lifted", "by a user", a.order.Lifted)
	}
}

// fees: a fee of one currency is charged in that one alone.
func (a *audit) fees(known map[int64]fee.Fee) {
	for i := range a.items {
		it := &a.items[i]
		f, ok := known[it.SaleItemID]
		if ok && it.DeletedAt == nil && f.CurrencyID != 0 && f.CurrencyID != a.order.CurrencyID && f.UpdatedAt.Before(a.order.CreatedAt) {
			a.breach(fmt.Sprintf("item %d", it.ID), fmt.Sprintf("a fee in currency %d", f.CurrencyID), a.order.CurrencyID)
		}
	}
}
