package company

import (
	"testing"
	"time"

	"marquee/app"

	"github.com/matryer/is"
)

// TestALogInThatIsLimitedElsewhere: who may do nothing in one company for want of a second
// factor has no power from another company over somebody of both.
func TestALogInThatIsLimitedElsewhere(t *testing.T) {
	is := is.New(t)
	a, _ := newApp(t)
	ctx := t.Context()
	first := owner(t, a)
	second := secondOwner(t, a, first)
	guarded, err := CreateRole(ctx, a, first, RoleFields{Title: new("Guarded"), Abilities: &[]app.Ability{app.ManageUsers}, SecondFactor: new(true)})
	is.NoErr(err)
	there := &app.Caller{Super: true, Installation: true, CompanyID: second.CompanyID}
	for email, in := range map[string][2]NewUser{
		"limited@example.com": {{Roles: []int64{guarded.ID}}, {Abilities: []app.Ability{app.ManageUsers}}},
		"both@example.com":    {{}, {}},
	} {
		for i, c := range []*app.Caller{first, there} {
			in[i].Email, in[i].Password = email, goodPassword
			_, err = CreateUser(ctx, a, c, in[i])
			is.NoErr(err)
		}
	}
	login, err := LogIn(ctx, a, Login{Email: "limited@example.com", Password: goodPassword})
	is.NoErr(err)
	c, err := Authenticate(ctx, a, login, &second.CompanyID)
	is.NoErr(err)
	is.True(c.Can(app.ManageUsers))
	is.Equal(app.KindOf(AskReset(ctx, a, c, ResetAsk{Email: "both@example.com"})), app.Forbidden)
}

// TestATokenInUseIsNotIdle: whichever company it is used for.
func TestATokenInUseIsNotIdle(t *testing.T) {
	is := is.New(t)
	a, now := newApp(t)
	c := owner(t, a)
	LimitSessions(a, Sessions{Idle: time.Hour})
	login, err := LogIn(t.Context(), a, Login{Email: c.UserEmail, Password: goodPassword})
	is.NoErr(err)
	use := func(company *int64) {
		t.Helper()
		_, err := Authenticate(t.Context(), a, login, company)
		is.NoErr(err)
	}
	use(&c.CompanyID)
	for range 3 {
		*now = now.Add(40 * time.Minute)
		use(nil)
	}
	use(&c.CompanyID)
}
