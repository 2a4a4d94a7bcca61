package till

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/locale"
	"marquee/indexes"
)

// Fields are what a shop can be made of; what is nil stays as it is.
type Fields struct {
	Name       *string
	UserIDs    *[]int64
	CurrencyID *int64

	Card, Terminal, Cash, Complimentary, Balances, GuestOrders *bool

	OfflineLimit *int64
	Hidden       *bool
}

// Create makes a shop.
func Create(ctx context.Context, a *app.App, c *app.Caller, in Fields) (t Till, err error) {
	err = a.Update(ctx, c, app.EditCompany, func(tx app.Tx) error {
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		n := 0
		for _, err := range Tills.Scan(tx, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			n++
		}
		if n >= MaxTills {
			return app.Field("name", "must not have more than %d entries", MaxTills)
		}
		t = Till{CurrencyID: own.CurrencyID}
		if err := in.apply(tx, own, &t); err != nil {
			return err
		}
		return tillTable.Insert(tx, &t)
	})
	return t, err
}

// Update changes a shop.
func Update(ctx context.Context, a *app.App, c *app.Caller, id int64, in Fields) (t Till, err error) {
	err = a.Update(ctx, c, app.EditCompany, func(tx app.Tx) error {
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		was, err := find(tx, c, id, false)
		if err != nil {
			return err
		}
		t = was
		t.UserIDs = slices.Clone(was.UserIDs)
		if err := in.apply(tx, own, &t); err != nil {
			return err
		}
		return tillTable.Replace(tx, &was, &t)
	})
	return t, err
}

// Delete takes a shop away that sold nothing; one that did is hidden instead.
func Delete(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.EditCompany, func(tx app.Tx) error {
		if _, err := find(tx, c, id, false); err != nil {
			return err
		}
		sold, err := catalog.ProductsSold(tx, id)
		if err != nil {
			return err
		}
		if sold {
			return app.Field("id", "has sold something; hide it instead")
		}
		now := tx.Now()
		_, err = tillTable.Update(tx, id, func(t *Till) error { t.DeletedAt = &now; return nil })
		return err
	})
}

// Restore takes a deletion back.
func Restore(ctx context.Context, a *app.App, c *app.Caller, id int64) (t Till, err error) {
	err = a.Update(ctx, c, app.EditCompany, func(tx app.Tx) error {
		if _, err := find(tx, c, id, true); err != nil {
			return err
		}
		t, err = tillTable.Update(tx, id, func(t *Till) error { t.DeletedAt = nil; return nil })
		return err
	})
	return t, err
}

// apply sets the given fields and checks the shop as it then is.
func (in *Fields) apply(r app.Reader, own *company.Company, t *Till) error {
	var p app.Problems
	if in.Name != nil {
		t.Name = strings.TrimSpace(*in.Name)
	}
	switch n := utf8.RuneCountInString(t.Name); {
	case app.Blank(t.Name):
		p.Add("name", "is required")
	case n > maxName:
		p.Add("name", "must not be longer than %d characters", maxName)
	}
	for _, s := range []struct {
		on  *bool
		off *bool
	}{{in.Card, &t.NoCard}, {in.Terminal, &t.NoTerminal}, {in.Cash, &t.NoCash}, {in.Complimentary, &t.NoComplimentary}, {in.GuestOrders, &t.CustomersOnly}} {
		if s.on != nil {
			*s.off = !*s.on
		}
	}
	if in.Balances != nil {
		t.Balances = *in.Balances
	}
	if in.Hidden != nil {
		t.Hidden = *in.Hidden
	}
	if in.OfflineLimit != nil {
		if t.OfflineLimit = *in.OfflineLimit; t.OfflineLimit < 0 || t.OfflineLimit > maxOffline {
			p.Add("offlineLimit", "must be between %s and %s", locale.Money{CurrencyID: t.CurrencyID}, locale.Money{CurrencyID: t.CurrencyID, Minor: maxOffline})
		}
	}
	if in.CurrencyID != nil {
		t.CurrencyID = *in.CurrencyID
		if !slices.ContainsFunc(own.Currencies(), func(c company.Currency) bool { return c.ID == t.CurrencyID }) {
			p.Add("currencyId", "is not sold in")
		}
	}
	if err := in.users(r, &p, t); err != nil {
		return err
	}
	return p.Err()
}

// users sets who may work there: users of the company.
func (in *Fields) users(r app.Reader, p *app.Problems, t *Till) error {
	if in.UserIDs == nil {
		return nil
	}
	if len(*in.UserIDs) > MaxUsers {
		p.Add("users", "must not have more than %d entries", MaxUsers)
		return nil
	}
	for i, id := range *in.UserIDs {
		ours, err := company.Belongs(r, id)
		if err != nil {
			return err
		}
		if !ours {
			p.Add("users."+strconv.Itoa(i), "does not exist")
		}
	}
	t.UserIDs = slices.Compact(slices.Sorted(slices.Values(*in.UserIDs)))
	return nil
}
