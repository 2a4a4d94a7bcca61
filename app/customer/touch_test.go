package customer_test

import (
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/customer"

	"github.com/matryer/is"
)

// TestTouch: who is there counts as changed; who was deleted, or never was, is let be.
func TestTouch(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	made := func(name, email string) int64 {
		c, err := customer.Create(t.Context(), w.App, w.A.Owner, customer.Fields{Name: &name, Email: &email})
		is.NoErr(err)
		return c.ID
	}
	there, gone := made("Ada", "ada@example.com"), made("Grace", "grace@example.com")
	is.NoErr(customer.Delete(t.Context(), w.App, w.A.Owner, gone, true))
	read := func(id int64) (c customer.Customer) {
		is.NoErr(w.App.ViewCompany(t.Context(), w.A.Company.ID, func(r app.Reader) (err error) {
			c, err = customer.Customers.Get(r, id)
			return err
		}))
		return c
	}
	wasThere, wasGone := read(there).UpdatedAt, read(gone).UpdatedAt
	is.NoErr(w.App.UpdateCompany(t.Context(), w.A.Company.ID, func(tx app.Tx) error {
		for _, id := range []int64{there, gone, 999} {
			if err := customer.Touch(tx, id); err != nil {
				return err
			}
		}
		return nil
	}))
	is.True(read(there).UpdatedAt.After(wasThere))
	is.Equal(read(gone).UpdatedAt, wasGone)
}
