package company_test

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
