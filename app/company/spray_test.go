package company

import (
	"fmt"
	"testing"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv/bolt"

	"github.com/matryer/is"
)

// spray tries one password at so many e-mails, each from the address that from
// tells, and counts the guesses that would be evaluated.
func spray(t *testing.T, a *app.App, emails int, from func(i int) string) (evaluated int) {
	t.Helper()
	for i := range emails {
		_, err := guess(t.Context(), a, guesser{fmt.Sprintf("person%d@example.com", i), app.Network(from(i))})
		switch app.KindOf(err) {
		case app.TooMany:
		case 0:
			evaluated++
		default:
			t.Fatal(err)
		}
	}
	return evaluated
}

func oneAddress(int) string      { return "198.51.100.7" }
func manyAddresses(i int) string { return fmt.Sprintf("198.51.%d.%d", i%200/100, i%100) }

// logIn tries a password of the owner's and gives the kind of refusal, 0 for none.
func logIn(t *testing.T, a *app.App, password, address string) app.Kind {
	t.Helper()
	_, err := LogIn(t.Context(), a, Login{Email: "owner@example.com", Password: password, Address: address})
	return app.KindOf(err)
}

func TestSpraying(t *testing.T) {
	t.Run("one password at a thousand e-mails from one address is stopped", func(t *testing.T) {
		is := is.New(t)
		a, now := newApp(t)
		is.Equal(spray(t, a, 1000, oneAddress), AddressFailures)
		*now = now.Add(LoginWindow)
		is.Equal(spray(t, a, 1000, oneAddress), AddressFailures)
	})
	t.Run("and from two hundred addresses", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		is.Equal(spray(t, a, 1000, manyAddresses), InstallationFailures)
	})
	t.Run("the control, a budget per e-mail alone, stops nothing", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		for i := range 10 * InstallationFailures {
			is.NoErr(a.UpdateCompany(t.Context(), 0, func(tx app.Tx) error {
				all, err := guesser{fmt.Sprintf("person%d@example.com", i), oneAddress(i)}.budgets(tx, tx.Now())
				is.NoErr(err)
				wait, err := takeGuess(tx, all[:1])
				is.Equal(wait, 0*LoginWindow)
				return err
			}))
		}
	})
	t.Run("what was refused is counted nowhere", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		spray(t, a, 1000, oneAddress)
		other := func(int) string { return "203.0.113.9" }
		is.Equal(spray(t, a, 1000, other), AddressFailures) // not one less, though 980 were refused
	})
	t.Run("a restart gives the sprayer nothing back", func(t *testing.T) {
		is := is.New(t)
		path := t.TempDir() + "/store.db"
		for _, want := range []int{InstallationFailures, 0} {
			e, err := bolt.Open(path, bolt.Options{})
			is.NoErr(err)
			is.Equal(spray(t, app.New(e, nil, app.Options{}), InstallationFailures+5, manyAddresses), want)
			is.NoErr(e.Close())
		}
	})
}

func TestStrangersLockNobodyOut(t *testing.T) {
	const home, venue, away = "192.0.2.10", "192.0.2.20", "192.0.2.30"

	t.Run("from where one has logged in before, whatever strangers do elsewhere", func(t *testing.T) {
		is := is.New(t)
		a, now := newApp(t)
		founded(t, a)
		is.Equal(logIn(t, a, goodPassword, home), app.Kind(0))
		for range LoginFailures {
			is.Equal(logIn(t, a, "wrong", "203.0.113.66"), app.Invalid)
		}
		spray(t, a, 1000, manyAddresses)
		is.Equal(logIn(t, a, goodPassword, home), app.Kind(0))
		is.Equal(logIn(t, a, goodPassword, away), app.TooMany) // the control: an unknown place waits

		*now = now.Add(PlaceMemory + LoginWindow)
		spray(t, a, 1000, manyAddresses)
		is.Equal(logIn(t, a, goodPassword, home), app.TooMany) // a place is known for a while only
	})
	t.Run("behind an address that a neighbour guesses from", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		founded(t, a)
		is.Equal(logIn(t, a, goodPassword, venue), app.Kind(0))
		spray(t, a, 1000, func(int) string { return venue })
		is.Equal(logIn(t, a, goodPassword, venue), app.Kind(0))
	})
	t.Run("a crew of a hundred that logs in behind one address", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		boss := owner(t, a)
		for i := range 100 {
			email := fmt.Sprintf("crew%d@example.com", i)
			_, err := CreateUser(t.Context(), a, boss, NewUser{Email: email, Roles: []int64{RoleScanning}})
			is.NoErr(err)
			try, err := guess(t.Context(), a, guesser{email, venue})
			is.NoErr(err)
			_, err = issue(t.Context(), a, try, Login{Device: "phone"}) // as a right password does
			is.NoErr(err)
		}
	})
	t.Run("a crew with second factors that logs in behind one address, in two steps", func(t *testing.T) {
		is := is.New(t)
		a, clock := newApp(t)
		boss := owner(t, a)
		for i := range AddressFailures + 5 {
			email := fmt.Sprintf("crew%d@example.com", i)
			made, err := CreateUser(t.Context(), a, boss, NewUser{Email: email, Password: goodPassword})
			is.NoErr(err)
			guarded(t, a, made.User.ID)
			in := Login{Email: email, Password: goodPassword, Address: venue}
			_, err = LogIn(t.Context(), a, in)
			is.Equal(wrongField(err), "code")
			if i == 0 {
				in.Code = totpCode(factorSecret, clock.Unix()/30)
				_, err = LogIn(t.Context(), a, in)
				is.NoErr(err)
			}
		}
	})
	t.Run("a known place is no free pass: five failures there", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		founded(t, a)
		is.Equal(logIn(t, a, goodPassword, home), app.Kind(0))
		for range LoginFailures {
			is.Equal(logIn(t, a, "wrong", home), app.Invalid)
		}
		is.Equal(logIn(t, a, "wrong", home), app.TooMany)
		is.Equal(logIn(t, a, goodPassword, home), app.TooMany)
	})
	t.Run("an account of one's own pays for no guess at others", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		founded(t, a)
		evaluated := 0
		for i := range 10 {
			evaluated += spray(t, a, 5, func(int) string { return away })
			_, err := guess(t.Context(), a, guesser{fmt.Sprintf("x%d@example.com", i), app.Network(away)})
			if err == nil {
				evaluated++
			}
			logIn(t, a, goodPassword, away)
		}
		is.Equal(evaluated, AddressFailures)
	})
	t.Run("behind a proxy no e-mail has a place of its own", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		founded(t, a)
		is.Equal(logIn(t, a, goodPassword, "127.0.0.1"), app.Kind(0))
		is.NoErr(a.ViewCompany(t.Context(), 0, func(r app.Reader) error {
			for hit, err := range throttles.Scan(r, indexes.All[[]byte]()) {
				if err != nil {
					return err
				}
				is.Equal(hit.Rec.Known, nil)
			}
			return nil
		}))
		is.Equal(spray(t, a, 1000, func(int) string { return "127.0.0.1" }), InstallationFailures)
	})
}
