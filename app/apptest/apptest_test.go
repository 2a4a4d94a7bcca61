package apptest

import (
	"testing"

	"marquee/app"
	"marquee/app/company"

	"github.com/matryer/is"
)

func TestWorld(t *testing.T) {
	t.Run("two companies have the same names and other ids", func(t *testing.T) {
		is := is.New(t)
		w := New(t)
		is.Equal(w.A.Company.Name, w.B.Company.Name)
		is.True(w.A.Company.ID != w.B.Company.ID)
		is.Equal(w.B.Owner.CompanyID, w.B.Company.ID)
		is.True(w.A.Owner.Installation && !w.B.Owner.Installation)
	})
	t.Run("a user with one ability has no other", func(t *testing.T) {
		is := is.New(t)
		w := New(t)
		for _, ability := range app.Abilities {
			c := w.A.With(ability)
			for _, other := range app.Abilities {
				is.Equal(c.Can(other), other == ability)
			}
		}
		is.Equal(len(w.B.With().Abilities), 0)
	})
	t.Run("suspended and revoked are shut out", func(t *testing.T) {
		is := is.New(t)
		w := New(t)
		for _, token := range []string{w.A.Suspended(), w.B.Revoked()} {
			_, err := company.Authenticate(t.Context(), w.App, token, nil)
			is.Equal(app.KindOf(err), app.Unauthenticated)
		}
	})
}
