package company

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/porttest"
	"marquee/kv/mem"
)

// listening is newApp whose password mails go into a list.
func listening(t testing.TB, o mem.Options) (a *app.App, now *time.Time, told *[]int64) {
	at := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	o.Clock = func() time.Time { return at }
	e := mem.New(o)
	t.Cleanup(func() { _ = e.Close() })
	told = &[]int64{}
	ports := porttest.Silent[Ports]()
	ports.ResetAsked = func(_ app.Tx, u *User) error { *told = append(*told, u.ID); return nil }
	d := app.Compose(nil, Area(ports))
	d.Companies = IDs
	a = app.New(e, d, app.Options{Clock: o.Clock})
	hashes.Of(a).memory = cheap
	return a, &at, told
}

// as is a user of the owner's company with these rights.
func as(t testing.TB, a *app.App, boss *app.Caller, email string, in NewUser) *app.Caller {
	t.Helper()
	in.Email = email
	if _, err := CreateUser(t.Context(), a, boss, in); err != nil {
		t.Fatal(err)
	}
	_, text, err := CreateToken(t.Context(), a, email, "test")
	if err != nil {
		t.Fatal(err)
	}
	c, err := Authenticate(t.Context(), a, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTheLastSuperUserStays(t *testing.T) {
	is := is.New(t)
	a, _ := newApp(t)
	boss := owner(t, a)
	second := as(t, a, boss, "second@example.com", NewUser{Super: true})
	no := false
	_, err := SuspendMember(t.Context(), a, boss, UserKey{ID: second.UserID})
	is.NoErr(err)
	_, err = SuspendMember(t.Context(), a, second, UserKey{ID: boss.UserID}) // the caller was resolved before
	is.Equal(fields(err), []string{"id"})
	_, err = EditUser(t.Context(), a, second, boss.UserID, UserFields{Super: &no})
	is.Equal(fields(err), []string{"isSuper"})
	_, err = RestoreMember(t.Context(), a, boss, UserKey{Email: "second@example.com"})
	is.NoErr(err)
	_, err = EditUser(t.Context(), a, second, boss.UserID, UserFields{Super: &no})
	is.NoErr(err)
}

// TestTwoSuperUsersSuspendEachOther: of two who do that at the same moment one stays.
func TestTwoSuperUsersSuspendEachOther(t *testing.T) {
	for range 20 {
		is := is.New(t)
		a, _ := newApp(t)
		boss := owner(t, a)
		second := as(t, a, boss, "second@example.com", NewUser{Super: true})
		_, err := CreateCompany(t.Context(), a, boss, NewCompany{Name: "Other", CurrencyCode: "EUR"})
		is.NoErr(err) // where the super user of the installation goes on
		var both sync.WaitGroup
		errs := make([]error, 2)
		for i, pair := range [][2]*app.Caller{{boss, second}, {second, boss}} {
			both.Go(func() {
				_, errs[i] = SuspendMember(context.Background(), a, pair[0], UserKey{ID: pair[1].UserID})
			})
		}
		both.Wait()
		is.True((errs[0] == nil) != (errs[1] == nil))
	}
}

// TestNobodyTakesOverAStrongerAccount by its e-mail, its password or a link, in whatever
// company the account is stronger.
func TestNobodyTakesOverAStrongerAccount(t *testing.T) {
	is := is.New(t)
	a, _ := newApp(t)
	boss := owner(t, a)
	other, err := CreateCompany(t.Context(), a, boss, NewCompany{Name: "Other", CurrencyCode: "EUR"})
	is.NoErr(err)
	elsewhere := *boss
	elsewhere.CompanyID = other.ID
	_, err = CreateUser(t.Context(), a, &elsewhere, NewUser{Email: "guest@example.com", Abilities: []app.Ability{app.ListUsers}})
	is.NoErr(err)
	guest := as(t, a, boss, "guest@example.com", NewUser{})
	manager := as(t, a, boss, "manager@example.com", NewUser{Abilities: []app.Ability{app.ManageUsers, app.SignInUsers}})
	word, mail := "Another2026xyz", "new@example.com"
	for name, try := range map[string]func() error{
		"password": func() error {
			_, err := EditUser(t.Context(), a, manager, guest.UserID, UserFields{Password: &word})
			return err
		},
		"e-mail": func() error {
			_, err := EditUser(t.Context(), a, manager, guest.UserID, UserFields{Email: &mail})
			return err
		},
		"link": func() error {
			_, _, err := MakeSignIn(t.Context(), a, manager, SignIn{Email: "guest@example.com"})
			return err
		},
		"reset": func() error { return AskReset(t.Context(), a, manager, ResetAsk{Email: "guest@example.com"}) },
	} {
		if kind := app.KindOf(try()); kind != app.Forbidden {
			t.Errorf("%s: %v", name, kind)
		}
	}
	_, err = EditUser(t.Context(), a, manager, guest.UserID, UserFields{Roles: app.Is([]int64{})})
	is.NoErr(err) // what the user may do here is for this company to say
}

func TestRightsCountFromTheNextRequestOn(t *testing.T) {
	is := is.New(t)
	a, _ := newApp(t)
	boss := owner(t, a)
	_, err := CreateUser(t.Context(), a, boss, NewUser{Email: "gate@example.com", Roles: []int64{RoleScanning}})
	is.NoErr(err)
	_, text, err := CreateToken(t.Context(), a, "gate@example.com", "gate")
	is.NoErr(err)
	can := func() (bool, error) {
		c, err := Authenticate(t.Context(), a, text, nil)
		return c.Can(app.ScanZones), err
	}
	yes, err := can()
	is.NoErr(err)
	is.True(yes)
	u, err := EditUser(t.Context(), a, boss, mustUser(t, a, "gate@example.com").ID, UserFields{Roles: app.Is([]int64{})})
	is.NoErr(err)
	yes, err = can()
	is.NoErr(err)
	is.True(!yes)
	_, err = SuspendMember(t.Context(), a, boss, UserKey{ID: u.User.ID})
	is.NoErr(err)
	_, err = can()
	is.Equal(app.KindOf(err), app.Forbidden)
}

func mustUser(t testing.TB, a *app.App, email string) (u User) {
	t.Helper()
	err := a.ViewCompany(t.Context(), 0, func(r app.Reader) (err error) { u, err = UserByEmail(r, email); return err })
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestSettingANewPasswordByMail(t *testing.T) {
	const word = "a whole new password"
	setUp := func(t *testing.T) (*app.App, *time.Time, *[]int64, User, string) {
		a, now, told := listening(t, mem.Options{})
		f := founded(t, a)
		link := NewTokenText()
		if err := StartReset(t.Context(), a, f.Owner.ID, link, ResetLife); err != nil {
			t.Fatal(err)
		}
		return a, now, told, f.Owner, link
	}
	t.Run("known and unknown addresses are stored alike, and only a known one gets a mail", func(t *testing.T) {
		is := is.New(t)
		a, _, told, u, _ := setUp(t)
		is.NoErr(AskReset(t.Context(), a, nil, ResetAsk{Email: " Owner@Example.com"}))
		is.NoErr(AskReset(t.Context(), a, nil, ResetAsk{Email: "nobody@example.com"}))
		is.NoErr(a.RunJob(t.Context(), ResetsJob))
		is.Equal(*told, []int64{u.ID})
		is.NoErr(a.RunJob(t.Context(), ResetsJob))
		is.Equal(len(*told), 1)
	})
	t.Run("whoever asks again and again gets no more mails, and hears the same", func(t *testing.T) {
		is := is.New(t)
		a, _, told, _, _ := setUp(t)
		for range 3 * MaxResets {
			is.NoErr(AskReset(t.Context(), a, nil, ResetAsk{Email: "owner@example.com"}))
			is.NoErr(a.RunJob(t.Context(), ResetsJob))
		}
		is.Equal(len(*told), MaxResets)
	})
	t.Run("calls from one address are limited", func(t *testing.T) {
		is := is.New(t)
		a, _, _, _, _ := setUp(t)
		for i := range AddressFailures {
			is.NoErr(AskReset(t.Context(), a, nil, ResetAsk{Email: string(rune('a'+i)) + "@example.com", Address: "198.51.100.7"}))
		}
		err := AskReset(t.Context(), a, nil, ResetAsk{Email: "z@example.com", Address: "198.51.100.7"})
		is.Equal(app.KindOf(err), app.TooMany)
	})
	t.Run("a link is good once, and log-ins end with the new password", func(t *testing.T) {
		is := is.New(t)
		a, now, _, u, link := setUp(t)
		before, err := LogIn(t.Context(), a, Login{Email: u.Email, Password: goodPassword})
		is.NoErr(err)
		*now = now.Add(time.Second)
		_, err = SetPassword(t.Context(), a, link, "tiny wd", "")
		is.Equal(fields(err), []string{"password"})
		_, err = SetPassword(t.Context(), a, link, word, "")
		is.NoErr(err)
		_, err = SetPassword(t.Context(), a, link, word+"2", "")
		is.Equal(app.KindOf(err), app.NotFound)
		_, err = Authenticate(t.Context(), a, before, nil)
		is.Equal(app.KindOf(err), app.Unauthenticated)
		_, err = LogIn(t.Context(), a, Login{Email: u.Email, Password: word})
		is.NoErr(err)
	})
	t.Run("a link ends after half an hour, with a later link, with another new password and with a suspension", func(t *testing.T) {
		for name, end := range map[string]func(a *app.App, now *time.Time, u User) error{
			"time": func(_ *app.App, now *time.Time, _ User) error { *now = now.Add(ResetLife); return nil },
			"later": func(a *app.App, _ *time.Time, u User) error {
				return StartReset(t.Context(), a, u.ID, NewTokenText(), ResetLife)
			},
			"password": func(a *app.App, _ *time.Time, u User) error {
				_, err := ResetPassword(t.Context(), a, u.Email, word)
				return err
			},
			"address": func(a *app.App, _ *time.Time, u User) error {
				return a.UpdateCompany(t.Context(), 0, func(tx app.Tx) error {
					_, err := (&UserFields{Email: new("moved@example.com")}).putUser(tx, &app.Caller{}, u, "")
					return err
				})
			},
			"suspension": func(a *app.App, _ *time.Time, u User) error { return suspendOther(t.Context(), a, u) },
		} {
			is := is.New(t)
			a, now, _, u, link := setUp(t)
			_, err := ResetUser(t.Context(), a, link, "")
			is.NoErr(err)
			*now = now.Add(time.Second)
			is.NoErr(end(a, now, u))
			if _, err = SetPassword(t.Context(), a, link, word, ""); app.KindOf(err) != app.NotFound {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
	t.Run("a link is good for nothing else, and guesses are counted", func(t *testing.T) {
		is := is.New(t)
		a, _, _, _, link := setUp(t)
		_, err := Authenticate(t.Context(), a, link, nil)
		is.Equal(app.KindOf(err), app.Unauthenticated)
		_, err = UseSignIn(t.Context(), a, link, Login{Device: "x", Address: "198.51.100.7"})
		is.Equal(app.KindOf(err), app.NotFound)
		for range AddressFailures - 1 {
			_, err = ResetUser(t.Context(), a, NewTokenText(), "198.51.100.7")
			is.Equal(app.KindOf(err), app.NotFound)
		}
		_, err = ResetUser(t.Context(), a, NewTokenText(), "198.51.100.7")
		is.Equal(app.KindOf(err), app.TooMany)
	})
}

// suspendOther suspends a user who is not the last super user of the installation.
func suspendOther(ctx context.Context, a *app.App, u User) error {
	return a.UpdateCompany(ctx, 0, func(tx app.Tx) error {
		now := tx.Now()
		_, err := users.Update(tx, u.ID, func(u *User) error { u.SuspendedAt = &now; return nil })
		return err
	})
}

func TestSigningInByLink(t *testing.T) {
	is := is.New(t)
	a, now := newApp(t)
	boss := owner(t, a)
	system := as(t, a, boss, "system@example.com", NewUser{Abilities: []app.Ability{app.SignInUsers}})
	u, link, err := MakeSignIn(t.Context(), a, system, SignIn{Email: "new@example.com", Name: "New"})
	is.NoErr(err)
	_, err = Authenticate(t.Context(), a, link, nil)
	is.Equal(app.KindOf(err), app.Unauthenticated) // it is no token
	session, err := UseSignIn(t.Context(), a, link, Login{Device: "link"})
	is.NoErr(err)
	_, err = Authenticate(t.Context(), a, session, nil)
	is.Equal(app.KindOf(err), app.Unauthenticated) // pages know it, the API does not
	c, err := AuthenticateFor(t.Context(), a, ForPage, session)
	is.NoErr(err)
	is.Equal(c.UserID, u.ID)
	is.True(!c.Super && len(c.Abilities) == 0)
	_, err = UseSignIn(t.Context(), a, link, Login{Device: "link"})
	is.Equal(app.KindOf(err), app.NotFound)

	_, link, err = MakeSignIn(t.Context(), a, system, SignIn{Email: "new@example.com"})
	is.NoErr(err)
	*now = now.Add(SignInLife)
	_, err = UseSignIn(t.Context(), a, link, Login{Device: "link"})
	is.Equal(app.KindOf(err), app.NotFound)
}
