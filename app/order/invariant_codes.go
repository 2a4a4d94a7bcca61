package order

import (
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/codes"
	"marquee/app/customer"
	"marquee/app/discount"
	"marquee/indexes"
)

// checkCodes counts the uses of codes against their limits. A code that was changed since
// is believed: its limit may have been lowered. Orders for which somebody lifted the limit
// are not counted.
func checkCodes(r app.Reader, report func(app.Breach)) error {
	if err := checkUses(r, discount.Codes, DiscountUses(), report); err != nil {
		return err
	}
	return checkUses(r, accesscode.Codes, AccessUses(), report)
}

func checkUses[T any](r app.Reader, k *codes.Kind[T], uses Uses, report func(app.Breach)) error {
	for hit, err := range k.Table.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		own := *k.Of(&hit.Rec)
		limits := own
		if own.ParentID != 0 {
			p, err := k.Table.GetShared(r, own.ParentID)
			if err != nil {
				continue // the check of codes reports it
			}
			limits = *k.Of(p)
		}
		c := useCount{r: r, uses: uses, code: own.ID, since: later(own.UpdatedAt, limits.UpdatedAt), of: map[int64]int64{}}
		err = c.check(&limits, func(expected string, found int64) {
			report(app.Breach{ID: own.ID, Key: k.Name, Expected: expected, Found: fmt.Sprint(found)})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// useCount counts the uses of one code.
type useCount struct {
	r     app.Reader
	uses  Uses
	code  int64
	since time.Time // when the code was changed last
	all   int64
	of    map[int64]int64 // by customer
	// fresh: an order was begun after the code was changed last.
	fresh bool
}

func (c *useCount) check(limits *codes.Code, breach func(expected string, found int64)) error {
	if limits.MaximumUses == nil && limits.MaxUsesPerCustomer == nil {
		return nil
	}
	n, err := c.uses.Of(c.r, c.code)
	if err != nil || limits.MaxUsesPerCustomer == nil && n <= *limits.MaximumUses {
		return err // not as many as there may be, whoever lifted what
	}
	if err := c.count(); err != nil || !c.fresh {
		return err
	}
	if most := limits.MaximumUses; most != nil && c.all > *most {
		breach(fmt.Sprintf("at most %d uses", *most), c.all)
	}
	for id, n := range c.of {
		if most := limits.MaxUsesPerCustomer; most != nil && id != 0 && n > *most {
			if merged, err := customer.Merged(c.r, id); err != nil || merged {
				if err != nil {
					return err
				}
				continue // two had as many as one could
			}
			breach(fmt.Sprintf("at most %d uses by customer %d", *most, id), n)
		}
	}
	return nil
}

func (c *useCount) count() error {
	for hit, err := range c.uses.by.Scan(c.r, indexes.PrefixOf[int64](c.code<<1)) {
		if err != nil {
			return err
		}
		if o := &hit.Rec; !o.lifted("code_uses") {
			c.all++
			c.of[o.CustomerID]++
			c.fresh = c.fresh || o.CreatedAt.After(c.since)
		}
	}
	return nil
}
