package imported

import (
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/sales"
	"marquee/app/sales/rules"
)

// checkUpload looks at an upload by itself.
func checkUpload(c *app.Caller, all []UploadedOrder) error {
	var p app.Problems
	if len(all) > MaxUploaded {
		return app.Field("purchases", "must not have more than %d entries", MaxUploaded)
	}
	units := 0
	known := map[string]bool{}
	for i := range all {
		o := &all[i]
		if err := o.mayUpload(c, i); err != nil {
			return err
		}
		if o.UUID == "" {
			p.Add(rules.Path("purchases", i, "uuid"), "is required")
		} else if known[o.UUID] {
			p.Add(rules.Path("purchases", i, "uuid"), "is there twice")
		}
		known[o.UUID] = true
		units += len(o.Items)
		o.check(&p, i)
	}
	if units > maxUploadedUnits {
		p.Add("purchases", "must not have more than %d items in all", maxUploadedUnits)
	}
	return p.Err()
}

// checkUploaded looks for what an upload names.
func checkUploaded(a *app.App, c *app.Caller, r app.Reader, all []UploadedOrder) error {
	own, err := company.SettingsOf(r)
	if err != nil {
		return err
	}
	l := uploadLook{r: r, own: own, latest: a.Now().Add(maxClockAhead), known: map[string]bool{}}
	for i := range all {
		call, err := all[i].call()
		if err != nil {
			return err
		}
		_, done, err := app.Answered[sales.AddAnswer](a, r, call)
		if app.Reused(err) {
			a.NoteReuse(c, err)
			l.p.Add(rules.Path("purchases", i, "uuid"), "was used for another request")
		} else if err != nil {
			return err
		}
		if done {
			continue // whatever became of what it names
		}
		if err := l.look(&all[i], i); err != nil {
			return err
		}
	}
	return l.p.Err()
}

// uploadLook finds what uploaded sales name, each once.
type uploadLook struct {
	r      app.Reader
	own    *company.Company
	latest time.Time
	known  map[string]bool
	p      app.Problems
}

func (l *uploadLook) look(o *UploadedOrder, i int) error {
	if !l.own.Sells(o.CurrencyID) {
		l.p.Add(rules.Path("purchases", i, "currencyId"), "is not enabled: the company sells no %s", rules.Code(o.CurrencyID))
	}
	if o.Date.After(l.latest) {
		l.p.Add(rules.Path("purchases", i, "date"), "must not be in the future")
	}
	if err := l.exists(rules.Path("purchases", i, "customerId"), "customer", o.CustomerID, l.customer); err != nil {
		return err
	}
	if err := l.exists(rules.Path("purchases", i, "userId"), "user", o.UserID, l.user); err != nil {
		return err
	}
	items := rules.Path("purchases", i, "items")
	for j, it := range o.Items {
		if it.SaleItemID == 0 {
			l.p.Add(rules.Path(items, j, "id"), "is required")
		}
		if err := l.exists(rules.Path(items, j, "id"), "sale item", it.SaleItemID, l.saleItem); err != nil {
			return err
		}
		if err := l.exists(rules.Path(items, j, "refunded_by_user_id"), "user", it.RefundedBy, l.user); err != nil {
			return err
		}
	}
	return nil
}

// exists notes a problem of a field that names nothing of the company.
func (l *uploadLook) exists(at, kind string, id int64, find func(int64) (bool, error)) error {
	name := fmt.Sprint(kind, " ", id)
	if id == 0 {
		return nil
	}
	found, looked := l.known[name]
	if !looked {
		var err error
		if found, err = find(id); err != nil {
			return err
		}
		l.known[name] = found
	}
	if !found {
		l.p.Add(at, "does not exist")
	}
	return nil
}

func (l *uploadLook) user(id int64) (bool, error) { return company.Belongs(l.r, id) }

// customer finds customers that were deleted since, too.
func (l *uploadLook) customer(id int64) (bool, error) {
	found, err := customer.Many(l.r, []int64{id})
	return len(found) > 0, err
}

// saleItem finds what was deleted since, too.
func (l *uploadLook) saleItem(id int64) (bool, error) {
	found, err := catalog.SaleItemsByID(l.r, []int64{id})
	s, ok := found[id]
	return ok && s.Type != catalog.Bundle, err // a till does not say what a bundle brought
}
