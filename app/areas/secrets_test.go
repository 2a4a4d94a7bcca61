package areas_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/door"
	"marquee/indexes"
	"marquee/kv/bolt"
)

// TestNoSecretIsInTheFile: whoever reads the file of the store finds no token, and no code of
// a link, with which they could come in. What is no secret is found: the search is good.
func TestNoSecretIsInTheFile(t *testing.T) {
	is, ctx := is.New(t), t.Context()
	clock, path := apptest.NewClock(), filepath.Join(t.TempDir(), "marquee.db")
	e, err := bolt.Open(path, bolt.Options{Clock: clock.Now, FreePages: -1})
	is.NoErr(err)
	t.Cleanup(func() { _ = e.Close() })
	w := apptest.New(t, apptest.On(e), apptest.Calm(), apptest.WithClock(clock))
	const password = "a harbour full of boats"
	secrets := map[string]string{"a password": password}
	keep := func(name, secret string, err error) {
		t.Helper()
		if err != nil || len(secret) < 16 {
			t.Fatalf("%s: %q, %v", name, secret, err)
		}
		secrets[name] = secret
	}

	_, err = company.ResetPassword(ctx, w.App, "owner@a.example.com", password)
	is.NoErr(err)
	for name, page := range map[string]bool{"the token of a log-in": false, "the session of a page": true} {
		text, err := company.LogIn(ctx, w.App, company.Login{Email: "owner@a.example.com", Password: password, Device: "till", Page: page})
		keep(name, text, err)
	}
	_, text, err := company.MakeOwnToken(ctx, w.App, w.A.With(app.ViewEvents), "shelf", nil, nil)
	keep("a token", text, err)
	_, text, err = company.MakeSignIn(ctx, w.App, w.A.Owner, company.SignIn{Email: "mirko@example.com", Name: "Mirko"})
	keep("the link of a user", text, err)
	reset := company.NewTokenText()
	keep("the link to a new password", reset, company.StartReset(ctx, w.App, w.A.Owner.UserID, reset, company.ResetLife))

	in, err := customer.MakeSignIn(ctx, w.App, w.A.Owner, customer.SignIn{Email: "ada@example.com", Name: "Ada", Token: true})
	keep("the token of a customer", in.Token, err)
	keep("the link of a customer", in.Link, nil)
	text, err = customer.UseLink(ctx, w.App, w.A.Company.ID, in.Link, customer.Place{})
	keep("the session of a customer", text, err)
	mailed := company.NewTokenText()
	keep("the mailed link of a customer", mailed, customer.StartSignIn(ctx, w.App, w.A.Company.ID, in.Customer.ID, mailed))

	var event catalog.Event
	is.NoErr(w.App.Update(ctx, w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		event = catalog.Event{Name: "Concert", Start: clock.Now().Add(time.Hour), End: clock.Now().Add(5 * time.Hour), Timezone: "UTC", Published: true}
		if err := indexes.Forge(catalog.Events).Insert(tx, &event); err != nil {
			return err
		}
		return catalog.PortsOf(tx).EventCreated(tx, &event)
	}))
	_, text, err = door.MakeLink(ctx, w.App, w.A.Owner, door.NewLink{Bounds: door.Bounds{EventID: event.ID, Gate: "North"}})
	keep("the code of a gate", text, err)
	_, text, err = door.Join(ctx, w.App, text, "Ines of the gate")
	keep("the secret of a phone", text, err)

	file, err := os.ReadFile(path)
	is.NoErr(err)
	for name, secret := range secrets {
		if bytes.Contains(file, []byte(secret)) {
			t.Errorf("%s is in the file", name)
		}
	}
	for _, open := range []string{"ada@example.com", "mirko@example.com", "Ines of the gate"} {
		is.True(bytes.Contains(file, []byte(open)))
	}
}
