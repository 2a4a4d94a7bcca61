package company

import (
	"testing"

	"github.com/matryer/is"

	"marquee/app"
)

// TestCompaniesOfOlderStoresGetAKey: once, and it stays.
func TestCompaniesOfOlderStoresGetAKey(t *testing.T) {
	is := is.New(t)
	a, _ := newApp(t)
	f := founded(t, a)
	is.Equal(len(f.Company.LinkKey), linkKeySize)
	keyNow := func() []byte {
		var c *Company
		is.NoErr(a.ViewCompany(t.Context(), f.Company.ID, func(r app.Reader) (err error) { c, err = SettingsOf(r); return err }))
		return c.LinkKey
	}
	is.NoErr(a.UpdateCompany(t.Context(), f.Company.ID, func(tx app.Tx) error {
		_, err := companies.Update(tx, f.Company.ID, func(c *Company) error { c.LinkKey = nil; return nil })
		return err
	}))
	w := &app.Work{App: a, Company: f.Company.ID}
	is.NoErr(drawKeys(t.Context(), w))
	drawn := keyNow()
	is.Equal(len(drawn), linkKeySize)
	is.True(string(drawn) != string(f.Company.LinkKey))
	is.NoErr(drawKeys(t.Context(), w))
	is.Equal(keyNow(), drawn)
}
