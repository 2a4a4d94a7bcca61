package company

import (
	"testing"
	"time"

	"marquee/app"

	"github.com/matryer/is"
)

// TestAnAccountOfOthersIsNotTrusted: who chose the password of an address in one company, and
// made a token for it, gains nothing when another company adds the address.
func TestAnAccountOfOthersIsNotTrusted(t *testing.T) {
	is := is.New(t)
	a, now := newApp(t)
	ctx := t.Context()
	first := owner(t, a)
	second := secondOwner(t, a, first)
	tick := func() { *now = now.Add(1e9) }

	made, err := CreateUser(ctx, a, first, NewUser{Email: "victim@b.example", Password: goodPassword})
	is.NoErr(err)
	login, err := LogIn(ctx, a, Login{Email: "victim@b.example", Password: goodPassword})
	is.NoErr(err)
	c, err := Authenticate(ctx, a, login, nil)
	is.NoErr(err)
	_, kept, err := MakeOwnToken(ctx, a, c, "kept", nil, nil)
	is.NoErr(err)

	tick()
	_, err = CreateUser(ctx, a, second, NewUser{Email: "victim@b.example", Abilities: []app.Ability{app.ViewOrders}})
	is.NoErr(err)
	in := func(token string) error {
		_, err := Authenticate(ctx, a, token, &second.CompanyID)
		return err
	}
	is.Equal(app.KindOf(in(login)), app.Forbidden)
	is.Equal(app.KindOf(in(kept)), app.Forbidden)
	_, err = Authenticate(ctx, a, kept, nil) // where they were already nothing changed
	is.NoErr(err)
	tick()
	again, err := LogIn(ctx, a, Login{Email: "victim@b.example", Password: goodPassword})
	is.NoErr(err)
	is.Equal(app.KindOf(in(again)), app.Forbidden)

	// The owner of the address sets a password: what was there before ends.
	link := NewTokenText()
	is.NoErr(StartReset(ctx, a, made.User.ID, link, ResetLife))
	tick()
	_, err = SetPassword(ctx, a, link, "another good word 7", "")
	is.NoErr(err)
	tick()
	for _, token := range []string{login, kept, again} {
		is.Equal(app.KindOf(in(token)), app.Unauthenticated)
	}
	own, err := LogIn(ctx, a, Login{Email: "victim@b.example", Password: "another good word 7"})
	is.NoErr(err)
	is.NoErr(in(own))

	// A password or an address that somebody else chooses takes the proof back.
	u := func() User {
		var out User
		is.NoErr(a.ViewCompany(ctx, 0, func(r app.Reader) (err error) { out, err = UserByID(r, made.User.ID); return err }))
		return out
	}
	is.True(u().ProvenAt != nil)
	_, err = EditUser(ctx, a, &app.Caller{Super: true, Installation: true, CompanyID: first.CompanyID}, made.User.ID, UserFields{Email: new("renamed@b.example")})
	is.NoErr(err)
	is.True(u().ProvenAt == nil)
}

// TestAProvenAccountIsTrusted: unless a token from before the proof could still open it.
func TestAProvenAccountIsTrusted(t *testing.T) {
	for name, older := range map[string]bool{"nothing else opens it": false, "an older token does": true} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			a, now := newApp(t)
			first := owner(t, a)
			second := secondOwner(t, a, first)
			made, err := CreateUser(t.Context(), a, first, NewUser{Email: "grace@example.com"})
			is.NoErr(err)
			if older {
				_, _, err = CreateToken(t.Context(), a, "grace@example.com", "older")
				is.NoErr(err)
			}
			link := NewTokenText()
			*now = now.Add(1e9)
			is.NoErr(StartReset(t.Context(), a, made.User.ID, link, ResetLife))
			_, err = SetPassword(t.Context(), a, link, "another good word 7", "")
			is.NoErr(err)
			there, err := CreateUser(t.Context(), a, second, NewUser{Email: "grace@example.com"})
			is.NoErr(err)
			is.Equal(there.Member.AwaitsProof, older)
		})
	}
}

// TestNobodyIsShutOutByNamingTheirAddress: a company that adds the address of a user of another
// keeps that one from nothing but what would change the account.
func TestNobodyIsShutOutByNamingTheirAddress(t *testing.T) {
	is := is.New(t)
	a, now := newApp(t)
	ctx := t.Context()
	boss := owner(t, a)
	second := secondOwner(t, a, boss)
	manager := as(t, a, boss, "manager@a.example", NewUser{Abilities: []app.Ability{app.ManageUsers, app.SignInUsers}})
	made, err := CreateUser(ctx, a, boss, NewUser{Email: "grace@a.example"})
	is.NoErr(err)
	named, err := CreateUser(ctx, a, second, NewUser{Email: "grace@a.example", Abilities: []app.Ability{app.ViewOrders}})
	is.NoErr(err)
	is.True(named.Member.AwaitsProof)
	refused := func(err error, want bool) {
		t.Helper()
		is.Equal(app.KindOf(err) == app.Forbidden, want)
		is.Equal(err != nil, want)
	}
	helps := func(signIn, reset bool) {
		t.Helper()
		*now = now.Add(time.Hour)
		_, _, err := MakeSignIn(ctx, a, manager, SignIn{Email: "grace@a.example"})
		refused(err, !signIn)
		refused(AskReset(ctx, a, manager, ResetAsk{Email: "grace@a.example"}), !reset)
		for _, in := range []UserFields{{Email: new("other@a.example")}, {Password: new("another good word 7")}} {
			_, err = EditUser(ctx, a, manager, made.User.ID, in)
			refused(err, true)
		}
	}
	key := UserKey{ID: made.User.ID}
	helps(true, true)
	_, err = SuspendMember(ctx, a, second, key)
	is.NoErr(err)
	helps(true, true)

	link := NewTokenText()
	is.NoErr(StartReset(ctx, a, made.User.ID, link, ResetLife))
	_, err = SetPassword(ctx, a, link, "another good word 7", "")
	is.NoErr(err)
	helps(false, true) // proven, and suspended
	_, err = RestoreMember(ctx, a, second, key)
	is.NoErr(err)
	helps(false, false)
}

// secondOwner is the super user of another company, who may do nothing in the first.
func secondOwner(t *testing.T, a *app.App, first *app.Caller) *app.Caller {
	t.Helper()
	is := is.New(t)
	made, err := CreateCompany(t.Context(), a, first, NewCompany{Name: "Other Hall", CurrencyCode: "eur", Timezone: "Europe/Berlin"})
	is.NoErr(err)
	operator := &app.Caller{Super: true, Installation: true, CompanyID: made.ID}
	return as(t, a, operator, "boss@b.example", NewUser{Super: true})
}
