package company

import (
	"testing"

	"github.com/matryer/is"

	"marquee/app"
)

// TestAnotherNodeRevokesAToken: who was known here is known no more once this node has heard of it.
func TestAnotherNodeRevokesAToken(t *testing.T) {
	is := is.New(t)
	here, _ := newApp(t)
	owner(t, here)
	there := app.New(here.Engine(), here.Definition(), app.Options{}) // the leader, with a memory of its own
	made, token, err := CreateToken(t.Context(), here, "owner@example.com", "phone")
	is.NoErr(err)
	_, err = Authenticate(t.Context(), here, token, nil)
	is.NoErr(err)
	_, err = RevokeToken(t.Context(), there, made.ID)
	is.NoErr(err)
	_, err = Authenticate(t.Context(), here, token, nil)
	is.NoErr(err) // it is remembered
	app.OthersWrote(here)
	_, err = Authenticate(t.Context(), here, token, nil)
	is.Equal(app.KindOf(err), app.Unauthenticated)
}
