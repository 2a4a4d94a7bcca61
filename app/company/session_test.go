package company

import (
	"context"
	"encoding/base32"
	"errors"
	"testing"
	"time"

	"marquee/app"

	"github.com/matryer/is"
)

// onPage is whoever signs in on a page.
func onPage(t testing.TB, a *app.App, email string) *app.Caller {
	t.Helper()
	text, err := LogIn(t.Context(), a, Login{Email: email, Password: goodPassword, Page: true})
	if err != nil {
		t.Fatal(err)
	}
	c, err := AuthenticateFor(t.Context(), a, ForPage, text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// again is the same token with the next request.
func again(a *app.App, c *app.Caller) (*app.Caller, error) {
	return AuthenticateAgain(context.Background(), a, c.TokenID, c.CompanyID)
}

// codeOf is what the app of a second factor shows at a moment.
func codeOf(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret)
	if err != nil {
		t.Fatal(err)
	}
	return totpCode(raw, at.Unix()/30)
}

// TestAProofIsWantedAgain: 15 minutes after a log-in on a page, and never of a program.
func TestAProofIsWantedAgain(t *testing.T) {
	at := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		token Token
		after time.Duration
		stale bool
	}{
		"just signed in":                    {Token{Purpose: ForPage}, 0, false},
		"nearly over":                       {Token{Purpose: ForPage}, ProofLife - 1, false},
		"over":                              {Token{Purpose: ForPage}, ProofLife, true},
		"proved since":                      {Token{Purpose: ForPage, ProvenAt: new(at.Add(time.Hour))}, time.Hour + ProofLife - 1, false},
		"proved a while ago":                {Token{Purpose: ForPage, ProvenAt: new(at.Add(time.Hour))}, time.Hour + ProofLife, true},
		"proved under a clock that was off": {Token{Purpose: ForPage, ProvenAt: new(at.Add(time.Hour))}, 0, true},
		"a program":                         {Token{}, time.Hour, false},
		"a log-in of a program":             {Token{Purpose: ForLogin}, time.Hour, false},
	} {
		t.Run(name, func(t *testing.T) {
			c.token.CreatedAt = at
			is.New(t).Equal(c.token.stale(at.Add(c.after)), c.stale)
		})
	}
}

func TestProvingAgain(t *testing.T) {
	is := is.New(t)
	a, clock := newApp(t)
	boss := owner(t, a)
	is.True(!boss.Stale)
	text, err := LogIn(t.Context(), a, Login{Email: boss.UserEmail, Password: goodPassword, Page: true})
	is.NoErr(err)
	now := func() *app.Caller {
		c, err := AuthenticateFor(t.Context(), a, ForPage, text)
		is.NoErr(err)
		return c
	}
	is.True(!now().Stale)
	*clock = clock.Add(ProofLife + time.Second)
	c := now()
	is.True(c.Stale)
	is.Equal(fields(ProveAgain(t.Context(), a, c, Reauthentication{Password: "wrong"})), []string{"password"})
	is.Equal(fields(ProveAgain(t.Context(), a, c, Reauthentication{Code: "123456"})), []string{"code"}) // they have none
	is.True(now().Stale)
	is.NoErr(ProveAgain(t.Context(), a, c, Reauthentication{Password: goodPassword}))
	is.True(!now().Stale) // from the next request on

	*clock = clock.Add(time.Hour)
	for range LoginFailures {
		is.Equal(fields(ProveAgain(t.Context(), a, c, Reauthentication{Password: "wrong"})), []string{"password"})
	}
	is.Equal(app.KindOf(ProveAgain(t.Context(), a, c, Reauthentication{Password: goodPassword})), app.TooMany) // as at a log-in
	*clock = clock.Add(MaxLoginDelay)
	_, err = RevokeToken(t.Context(), a, c.TokenID)
	is.NoErr(err)
	is.Equal(app.KindOf(ProveAgain(t.Context(), a, c, Reauthentication{Password: goodPassword})), app.Unauthenticated) // it was ended meanwhile
}

func TestSessionsOfOthers(t *testing.T) {
	is := is.New(t)
	a, _ := newApp(t)
	boss := owner(t, a)
	jo := as(t, a, boss, "jo@example.com", NewUser{Password: goodPassword, Abilities: []app.Ability{app.ViewUsers}})
	page := onPage(t, a, "jo@example.com")
	all, err := SessionsOf(t.Context(), a, boss, jo.UserID)
	is.NoErr(err)
	is.Equal(len(all), 2) // of a program, and of a page
	is.Equal(all[0].ID, page.TokenID)
	_, err = SessionsOf(t.Context(), a, boss, 99)
	is.Equal(app.KindOf(err), app.NotFound)

	_, err = EndSessions(t.Context(), a, jo, EndedSessions{UserID: boss.UserID})
	is.Equal(app.KindOf(err), app.Forbidden)
	_, err = EndSessions(t.Context(), a, jo, EndedSessions{ID: boss.TokenID}) // those of others do not exist for somebody who changes no users
	is.Equal(app.KindOf(err), app.NotFound)
	_, err = EndSessions(t.Context(), a, boss, EndedSessions{})
	is.Equal(fields(err), []string{"userId"})
	n, err := EndSessions(t.Context(), a, boss, EndedSessions{UserID: jo.UserID})
	is.NoErr(err)
	is.Equal(n, 1)
	_, err = again(a, page)
	is.Equal(app.KindOf(err), app.Unauthenticated)
	_, err = again(a, jo)
	is.NoErr(err) // programs go on
	n, err = EndSessions(t.Context(), a, boss, EndedSessions{UserID: jo.UserID, Programs: true})
	is.NoErr(err)
	is.Equal(n, 1)
	_, err = EndSessions(t.Context(), a, boss, EndedSessions{ID: jo.TokenID})
	is.Equal(app.KindOf(err), app.NotFound) // once

	mine := onPage(t, a, boss.UserEmail)
	n, err = EndSessions(t.Context(), a, mine, EndedSessions{UserID: boss.UserID, Programs: true})
	is.NoErr(err)
	is.True(n > 0)
	_, err = again(a, mine)
	is.NoErr(err) // the one of the call stays
	n, err = EndSessions(t.Context(), a, mine, EndedSessions{ID: mine.TokenID})
	is.NoErr(err)
	is.Equal(n, 1)
}

// TestTwoEndEachOther: of two who end each other's access at the same moment the second does nothing
// any more, though their request began before.
func TestTwoEndEachOther(t *testing.T) {
	is := is.New(t)
	a, _ := newApp(t)
	owner(t, a)
	one, other := onPage(t, a, "owner@example.com"), onPage(t, a, "owner@example.com")
	_, err := EndSessions(t.Context(), a, one, EndedSessions{ID: other.TokenID})
	is.NoErr(err)
	_, err = EndSessions(t.Context(), a, other, EndedSessions{ID: one.TokenID})
	is.Equal(app.KindOf(err), app.Unauthenticated)
	_, err = again(a, one)
	is.NoErr(err)
	for name, late := range map[string]func() error{
		"a user is made": func() error { _, err := CreateUser(t.Context(), a, other, NewUser{Email: "x@example.com"}); return err },
		"a user is changed": func() error {
			_, err := EditUser(t.Context(), a, other, other.UserID, UserFields{Name: new("X")})
			return err
		},
		"a role is made": func() error {
			_, err := CreateRole(t.Context(), a, other, RoleFields{Title: new("X"), Abilities: &[]app.Ability{app.Sell}})
			return err
		},
		"a token is made": func() error { _, _, err := MakeOwnToken(t.Context(), a, other, "x", nil, nil); return err },
	} {
		t.Run(name, func(t *testing.T) { is.New(t).True(app.KindOf(late()) != 0) })
	}
}

// TestControlTwinOfSessions: a box office that does not ask in the transaction whether the token of
// the call still stands lets both end each other.
func TestControlTwinOfSessions(t *testing.T) {
	is := is.New(t)
	a, _ := newApp(t)
	owner(t, a)
	one, other := onPage(t, a, "owner@example.com"), onPage(t, a, "owner@example.com")
	end := func(c, of *app.Caller) error {
		return a.Update(t.Context(), c, app.Authenticated, func(tx app.Tx) error { _, err := EndToken(tx, of.TokenID); return err })
	}
	is.NoErr(errors.Join(end(one, other), end(other, one)))
	_, err := again(a, one)
	_, of := again(a, other)
	is.True(err != nil && of != nil)
}

func TestASecondFactorIsTakenAway(t *testing.T) {
	is := is.New(t)
	a, clock := newApp(t)
	boss := owner(t, a)
	as(t, a, boss, "jo@example.com", NewUser{Password: goodPassword, Abilities: []app.Ability{app.ViewOrders}})
	jo := onPage(t, a, "jo@example.com")
	lead := as(t, a, boss, "lead@example.com", NewUser{Abilities: []app.Ability{app.EditUsers}})
	_, err := DropFactorOf(t.Context(), a, boss, UserKey{ID: jo.UserID})
	is.Equal(fields(err), []string{"id"}) // there is none
	made, err := EnrolFactor(t.Context(), a, jo, Reauthentication{Password: goodPassword})
	is.NoErr(err)
	_, err = ConfirmFactor(t.Context(), a, jo, codeOf(t, made.Secret, *clock), "")
	is.NoErr(err)
	_, err = DropFactorOf(t.Context(), a, lead, UserKey{ID: jo.UserID}) // lacks what they may do
	is.Equal(app.KindOf(err), app.Forbidden)
	_, err = DropFactorOf(t.Context(), a, jo, UserKey{ID: boss.UserID})
	is.Equal(app.KindOf(err), app.Forbidden)
	_, err = DropFactorOf(t.Context(), a, boss, UserKey{ID: boss.UserID})
	is.Equal(fields(err), []string{"id"})
	out, err := DropFactorOf(t.Context(), a, boss, UserKey{Email: "jo@example.com"})
	is.NoErr(err)
	is.True(!out.User.HasFactor())
	_, err = again(a, jo)
	is.Equal(app.KindOf(err), app.Unauthenticated)
	onPage(t, a, "jo@example.com")
}

func TestInvitations(t *testing.T) {
	is := is.New(t)
	a, clock := newApp(t)
	boss := owner(t, a)
	made, err := CreateUser(t.Context(), a, boss, NewUser{Email: "jo@example.com", Invite: true})
	is.NoErr(err)
	is.True(made.Pending())
	for range MaxResets {
		_, err = InviteAgain(t.Context(), a, boss, UserKey{ID: made.User.ID})
		is.NoErr(err)
	}
	_, err = InviteAgain(t.Context(), a, boss, UserKey{ID: made.User.ID})
	is.Equal(app.KindOf(err), app.TooMany)
	link := NewTokenText()
	is.NoErr(StartReset(t.Context(), a, made.User.ID, link, InvitationLife))
	*clock = clock.Add(InvitationLife - time.Minute)
	_, err = SetPassword(t.Context(), a, link, goodPassword, "")
	is.NoErr(err)
	out, err := ReadUser(t.Context(), a, boss, UserKey{ID: made.User.ID}, false)
	is.NoErr(err)
	is.True(!out.Pending())
	_, err = InviteAgain(t.Context(), a, boss, UserKey{ID: made.User.ID})
	is.Equal(fields(err), []string{"id"})
	made, err = CreateUser(t.Context(), a, boss, NewUser{Email: "sam@example.com", Password: goodPassword, Invite: true})
	is.NoErr(err)
	is.True(!made.Pending()) // they have a password
}
