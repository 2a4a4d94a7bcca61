package codes

import (
	"context"
	"maps"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
)

// Use is one order that used a code.
type Use struct {
	At time.Time
	// Off is what a discount code took off, in the currency.
	CurrencyID, Off int64
}

// Day is what became of a code on one day.
type Day struct {
	// Date is the day in the company's time zone, as 2027-06-30.
	Date string
	Uses int64
	// Off is what was taken off, by currency.
	Off map[int64]int64
}

// Usage is when a code was used, day by day; those on which it was not are left out.
type Usage struct {
	Code int64
	Uses int64
	Off  map[int64]int64
	Days []Day
	// Partly: only the MaxUsesRead orders with the highest numbers were looked at.
	Partly bool
}

// Usage tells when a code was used, or the children of a parent.
func (k *Kind[T]) Usage(ctx context.Context, a *app.App, c *app.Caller, key Key) (u Usage, err error) {
	err = a.View(ctx, c, k.View, func(r app.Reader) error {
		if key == (Key{}) {
			return app.Field("id", "is required")
		}
		code, err := k.find(r, key, true)
		if err != nil {
			return err
		}
		u, err = usage(k, r, &code)
		return err
	})
	return u, err
}

func usage[T any](k *Kind[T], r app.Reader, code *T) (u Usage, err error) {
	own, err := company.SettingsOf(r)
	if err != nil {
		return u, err
	}
	if u.Uses, err = usesOf(k, r, code); err != nil {
		return u, err
	}
	ids, err := entered(k, r, code)
	if err != nil {
		return u, err
	}
	all, err := k.Orders(r, ids, MaxUsesRead)
	u.Code, u.Partly = k.Of(code).ID, int64(len(all)) < u.Uses
	u.Off, u.Days = byDay(all, own.Location())
	return u, err
}

// byDay puts together what was used on the same day.
func byDay(all []Use, where *time.Location) (off map[int64]int64, days []Day) {
	off, at := map[int64]int64{}, map[string]*Day{}
	for _, use := range all {
		date := use.At.In(where).Format(time.DateOnly)
		d := at[date]
		if d == nil {
			d = &Day{Date: date, Off: map[int64]int64{}}
			at[date] = d
		}
		d.Uses++
		if use.Off != 0 {
			d.Off[use.CurrencyID] += use.Off
			off[use.CurrencyID] += use.Off
		}
	}
	for _, date := range slices.Sorted(maps.Keys(at)) {
		days = append(days, *at[date])
	}
	return off, days
}

// usesOf counts the orders that used a code; those of a parent used its children, deleted ones
// too.
func usesOf[T any](k *Kind[T], r app.Reader, code *T) (n int64, err error) {
	ids, err := entered(k, r, code)
	if err != nil {
		return 0, err
	}
	uses, err := k.Uses(r, ids)
	for _, of := range uses {
		n += of
	}
	return n, err
}

// entered are the codes that buyers enter for one: itself, or its children by id, deleted ones too.
func entered[T any](k *Kind[T], r app.Reader, parent *T) (ids []int64, err error) {
	if !k.Of(parent).IsParent {
		return []int64{k.Of(parent).ID}, nil
	}
	var groups []int64
	for _, deleted := range []bool{false, true} {
		groups = append(groups, k.group(k.Of(parent).ID, deleted, parent))
	}
	for e, err := range k.listed.Merge(r, groups, indexes.Span{}) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, e.ID)
	}
	return ids, nil
}
