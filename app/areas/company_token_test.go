package areas_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/company"
)

// TestATokenEndsAtItsEnd: not before, and not a moment later, also where the caller is
// kept in memory.
func TestATokenEndsAtItsEnd(t *testing.T) {
	is := is.New(t)
	clock := apptest.NewClock()
	w := apptest.New(t, apptest.WithClock(clock))
	until := w.App.Now().Add(time.Hour)
	email := w.Caller(w.A.OwnerToken).UserEmail
	_, text, err := company.CreateTokenUntil(t.Context(), w.App, email, "for an hour", &until)
	is.NoErr(err)
	works := func() bool {
		_, err := company.Authenticate(t.Context(), w.App, text, nil)
		is.True(err == nil || app.KindOf(err) == app.Unauthenticated)
		return err == nil
	}
	is.True(works())
	clock.Jump(time.Hour - time.Second)
	is.True(works())
	clock.Jump(2 * time.Second)
	is.True(!works())
	_, _, err = company.CreateTokenUntil(t.Context(), w.App, email, "too late", &until)
	is.Equal(app.KindOf(err), app.Invalid)
	_, err = company.Authenticate(t.Context(), w.App, w.A.OwnerToken, nil)
	is.NoErr(err) // one without an end goes on
}

// TestATokenHandsOnNoMoreTimeThanItHas: one that ends makes none that outlives it, also where
// nothing is said, and one without an end makes any.
func TestATokenHandsOnNoMoreTimeThanItHas(t *testing.T) {
	w := apptest.New(t)
	end := w.App.Now().Add(time.Hour)
	_, ending, err := company.CreateTokenUntil(t.Context(), w.App, w.Caller(w.A.OwnerToken).UserEmail, "for an hour", &end)
	is.New(t).NoErr(err)
	before, behind := end.Add(-time.Minute), end.Add(time.Microsecond)
	for name, c := range map[string]struct {
		with  string
		until *time.Time
		made  bool
	}{
		"one that ends, until before its end":  {ending, &before, true},
		"one that ends, until its end":         {ending, &end, true},
		"one that ends, until behind its end":  {ending, &behind, false},
		"one that ends, for ever":              {ending, nil, false},
		"one without an end, until some time":  {w.A.OwnerToken, &behind, true},
		"one without an end, for ever as well": {w.A.OwnerToken, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := company.MakeOwnToken(t.Context(), w.App, w.Caller(c.with), "another", c.until, nil)
			is.New(t).Equal(err == nil, c.made)
		})
	}
}

// TestTokensThatEndedMakeRoom: whoever makes one each day for a day is never told of those
// before.
func TestTokensThatEndedMakeRoom(t *testing.T) {
	is := is.New(t)
	clock := apptest.NewClock()
	w := apptest.New(t, apptest.WithClock(clock))
	made := func(n int) (err error) {
		until := w.App.Now().Add(time.Hour)
		for range n {
			if err == nil {
				_, _, err = company.MakeOwnToken(t.Context(), w.App, w.A.Owner, "nightly", &until, nil)
			}
		}
		return err
	}
	for range 3 {
		is.NoErr(made(company.MaxOwnTokens - 1)) // and the one that the world has
		is.Equal(app.KindOf(made(1)), app.Invalid)
		clock.Jump(2 * time.Hour)
	}
}

// TestLogOutEndsOneToken: the one of the call.
func TestLogOutEndsOneToken(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	email := w.Caller(w.A.OwnerToken).UserEmail
	_, text, err := company.CreateToken(t.Context(), w.App, email, "a phone")
	is.NoErr(err)
	is.NoErr(company.LogOut(t.Context(), w.App, w.Caller(text)))
	_, err = company.Authenticate(t.Context(), w.App, text, nil)
	is.Equal(app.KindOf(err), app.Unauthenticated)
	_, err = company.Authenticate(t.Context(), w.App, w.A.OwnerToken, nil)
	is.NoErr(err)
}

// TestAFoundTokenIsRevokedByItsText: whoever finds one knows nothing else of it.
func TestAFoundTokenIsRevokedByItsText(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	made, text, err := company.CreateToken(t.Context(), w.App, w.Caller(w.A.OwnerToken).UserEmail, "lost")
	is.NoErr(err)
	for _, wrong := range []string{"", "mq_", text + "x", text[:len(text)-1]} {
		_, err := company.RevokeTokenText(t.Context(), w.App, wrong)
		is.Equal(app.KindOf(err), app.Invalid)
	}
	gone, err := company.RevokeTokenText(t.Context(), w.App, text)
	is.NoErr(err)
	is.Equal(gone.ID, made.ID)
	_, err = company.Authenticate(t.Context(), w.App, text, nil)
	is.Equal(app.KindOf(err), app.Unauthenticated)
	all, err := company.AllTokens(t.Context(), w.App)
	is.NoErr(err)
	for _, one := range all {
		is.Equal(one.RevokedAt != nil, one.ID == made.ID)
	}
}

// session is a log-in of the owner of A, and whether it still works.
func session(t *testing.T, w *apptest.World, page bool) func() bool {
	t.Helper()
	const password = "a long enough pass phrase"
	if _, err := company.ResetPassword(t.Context(), w.App, "owner@a.example.com", password); err != nil {
		t.Fatal(err)
	}
	text, err := company.LogIn(t.Context(), w.App, company.Login{Email: "owner@a.example.com", Password: password, Page: page})
	if err != nil {
		t.Fatal(err)
	}
	if !page {
		return func() bool { return works(t, w, text) }
	}
	if works(t, w, text) {
		t.Fatal("the API knows the log-in of a page")
	}
	return func() bool {
		_, err := company.AuthenticateFor(t.Context(), w.App, company.ForPage, text)
		if err != nil && app.KindOf(err) != app.Unauthenticated {
			t.Fatal(err)
		}
		return err == nil
	}
}

func works(t *testing.T, w *apptest.World, text string) bool {
	t.Helper()
	_, err := company.Authenticate(t.Context(), w.App, text, nil)
	if err != nil && app.KindOf(err) != app.Unauthenticated {
		t.Fatal(err)
	}
	return err == nil
}

// TestANewPasswordEndsLogIns: whoever knew the old one is out at the next request. The
// tokens that programs have stay.
func TestANewPasswordEndsLogIns(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	first := session(t, w, false)
	is.True(first())
	second := session(t, w, false) // sets the password anew
	is.True(!first())
	is.True(second())
	is.True(works(t, w, w.A.OwnerToken))
	all, err := company.TokensOf(t.Context(), w.App, "owner@a.example.com")
	is.NoErr(err)
	var ended []bool
	for _, one := range all {
		if one.Purpose == company.ForLogin {
			ended = append(ended, one.RevokedAt != nil)
		}
	}
	is.Equal(ended, []bool{true, false})
}

// TestSessionsEnd: when they are idle and when they are old, where that was set or a page
// asked for them, and to the tokens of log-ins alone.
func TestSessionsEnd(t *testing.T) {
	for _, c := range []struct {
		name   string
		limits company.Sessions
		page   bool
		every  time.Duration // between uses
		lives  time.Duration // at least, and less than every and a twelfth of idle longer
	}{
		{name: "for ever without limits", every: 100 * 24 * time.Hour, lives: 1000 * 24 * time.Hour},
		{name: "idle", limits: company.Sessions{Idle: 12 * time.Hour}, every: 13 * time.Hour, lives: 0},
		{name: "used often enough", limits: company.Sessions{Idle: 12 * time.Hour}, every: 10 * time.Hour, lives: 1000 * time.Hour},
		{name: "old, however often it is used", limits: company.Sessions{Idle: 12 * time.Hour, Total: 24 * time.Hour}, every: time.Hour, lives: 23 * time.Hour},
		{name: "a page, idle", page: true, every: 12 * time.Hour, lives: 0},
		{name: "a page, old, however often it is used", page: true, every: 11 * time.Hour, lives: 165 * time.Hour},
		{name: "a page, sooner where that was set", page: true, limits: company.Sessions{Idle: time.Hour}, every: time.Hour, lives: 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			clock := apptest.NewClock()
			w := apptest.New(t, apptest.WithClock(clock))
			company.LimitSessions(w.App, c.limits)
			alive := session(t, w, c.page)
			is.True(alive())
			lived := time.Duration(0)
			for lived < c.lives {
				clock.Jump(c.every)
				lived += c.every
				is.True(alive())
			}
			if (c.page || c.limits != (company.Sessions{})) && c.lives < 1000*time.Hour {
				clock.Jump(c.every + time.Minute)
				is.True(!alive())
			}
			is.True(works(t, w, w.A.OwnerToken)) // a program's
		})
	}
}
