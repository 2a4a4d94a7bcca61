package company

import (
	"encoding/base32"
	"errors"
	"strings"
	"testing"
	"time"

	"marquee/app"

	"github.com/matryer/is"
)

var factorSecret = []byte("12345678901234567890")

// TestCodesOfTheStandard: the vectors of RFC 6238 for SHA-1, cut to six digits.
func TestCodesOfTheStandard(t *testing.T) {
	for at, want := range map[int64]string{59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130"} {
		is.New(t).Equal(totpCode(factorSecret, at/30), want)
	}
}

// TestCodeIsGoodOnce: within its step and the ones beside it, and never again.
func TestCodeIsGoodOnce(t *testing.T) {
	is := is.New(t)
	now := time.Unix(1_700_000_000, 0)
	step := now.Unix() / 30
	for off := int64(-3); off <= 3; off++ {
		_, ok := totpMatch(factorSecret, totpCode(factorSecret, step+off), now, 0)
		is.Equal(ok, off >= -1 && off <= 1)
	}
	f := &SecondFactor{Secret: factorSecret}
	is.True(f.use(totpCode(factorSecret, step), now))
	is.True(!f.use(totpCode(factorSecret, step), now))   // a replay
	is.True(!f.use(totpCode(factorSecret, step-1), now)) // an older one
	is.True(f.use(totpCode(factorSecret, step+1), now))
	codes, hashes := newRecoveryCodes()
	f.RecoveryHashes = hashes
	is.True(f.use(strings.ToUpper(codes[3])+" ", now))
	is.True(!f.use(codes[3], now))
	is.Equal(len(f.RecoveryHashes), recoveryCodes-1)
	is.True(!f.use("", now))
}

// TestLoginWithASecondFactor: the whole life of one, and what a role asks.
func TestLoginWithASecondFactor(t *testing.T) {
	is := is.New(t)
	a, clock := newApp(t)
	boss := owner(t, a)
	ctx := t.Context()
	role, err := CreateRole(ctx, a, boss, RoleFields{Title: new("Guarded"), Abilities: &[]app.Ability{app.ViewOrders}, SecondFactor: new(true)})
	is.NoErr(err)
	_, err = CreateUser(ctx, a, boss, NewUser{Email: "grace@example.com", Password: goodPassword, Roles: []int64{role.ID}})
	is.NoErr(err)
	in := Login{Email: "grace@example.com", Password: goodPassword, Address: "192.0.2.7"}

	// Without the second factor that the role asks for, a log-in can only set it up.
	text, err := LogIn(ctx, a, in)
	is.NoErr(err)
	c, err := Authenticate(ctx, a, text, nil)
	is.NoErr(err)
	is.True(!c.Can(app.ViewOrders))
	_, _, err = MakeOwnToken(ctx, a, c, "way around", nil, nil)
	is.Equal(app.KindOf(err), app.Forbidden)
	state, err := StateOfFactor(ctx, a, c)
	is.NoErr(err)
	is.Equal(state, FactorState{Required: true})

	_, err = EnrolFactor(ctx, a, c, Reauthentication{Password: "wrong"})
	is.Equal(wrongField(err), "password")
	made, err := EnrolFactor(ctx, a, c, Reauthentication{Password: goodPassword})
	is.NoErr(err)
	secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(made.Secret)
	is.NoErr(err)
	code := func() string { return totpCode(secret, clock.Unix()/30) }
	_, err = LogIn(ctx, a, in) // not in force before it was confirmed
	is.NoErr(err)
	recovery, err := ConfirmFactor(ctx, a, c, code(), "")
	is.NoErr(err)
	is.Equal(len(recovery), recoveryCodes)
	c, err = Authenticate(ctx, a, text, nil)
	is.NoErr(err)
	is.True(c.Can(app.ViewOrders)) // from the next request on

	_, err = LogIn(ctx, a, in)
	is.Equal(wrongField(err), "code")
	in.Code = code()
	_, err = LogIn(ctx, a, in)
	is.Equal(wrongField(err), "code") // it confirmed, and is good once
	*clock = clock.Add(2 * time.Minute)
	in.Code = code()
	_, err = LogIn(ctx, a, in)
	is.NoErr(err)
	_, err = LogIn(ctx, a, in)
	is.Equal(wrongField(err), "code")
	in.Code = recovery[0]
	_, err = LogIn(ctx, a, in)
	is.NoErr(err)

	_, err = DropFactor(ctx, a, "grace@example.com")
	is.NoErr(err)
	in.Code = ""
	_, err = LogIn(ctx, a, in)
	is.NoErr(err)
}

// TestALogInThatKnowsOnlyThePassword: it gains nothing when its user sets up a second factor,
// nor does what it made for a program before a role asked.
func TestALogInThatKnowsOnlyThePassword(t *testing.T) {
	is := is.New(t)
	a, clock := newApp(t)
	boss := owner(t, a)
	ctx := t.Context()
	role, err := CreateRole(ctx, a, boss, RoleFields{Title: new("Guarded"), Abilities: &[]app.Ability{app.ViewOrders}})
	is.NoErr(err)
	made, err := CreateUser(ctx, a, boss, NewUser{Email: "grace@example.com", Password: goodPassword, Roles: []int64{role.ID}})
	is.NoErr(err)
	may := func(token string) bool {
		c, err := Authenticate(ctx, a, token, nil)
		is.NoErr(err)
		return c.Can(app.ViewOrders)
	}
	login := func(code string) string {
		text, err := LogIn(ctx, a, Login{Email: "grace@example.com", Password: goodPassword, Code: code})
		is.NoErr(err)
		return text
	}
	own := func(with string) (string, error) {
		c, err := Authenticate(ctx, a, with, nil)
		is.NoErr(err)
		_, text, err := MakeOwnToken(ctx, a, c, "program", nil, nil)
		return text, err
	}
	thief := login("")
	program, err := own(thief)
	is.NoErr(err)
	_, served, err := CreateToken(ctx, a, "grace@example.com", "of the operator")
	is.NoErr(err)
	_, err = EditRole(ctx, a, boss, role.ID, RoleFields{SecondFactor: new(true)})
	is.NoErr(err)
	is.True(!may(thief) && !may(program) && may(served))

	guardedBy := login("")
	c, err := Authenticate(ctx, a, guardedBy, nil)
	is.NoErr(err)
	enrolled, err := EnrolFactor(ctx, a, c, Reauthentication{Password: goodPassword})
	is.NoErr(err)
	secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(enrolled.Secret)
	is.NoErr(err)
	code := func() string { *clock = clock.Add(time.Minute); return totpCode(secret, clock.Unix()/30) }
	_, err = ConfirmFactor(ctx, a, c, code(), "")
	is.NoErr(err)
	is.True(may(guardedBy) && may(served) && !may(thief) && !may(program))
	for _, with := range []string{thief, program} {
		_, err = own(with)
		is.Equal(app.KindOf(err), app.Forbidden)
	}
	full := login(code())
	is.True(may(full))
	program, err = own(full)
	is.NoErr(err)
	is.True(may(program))

	// A link that signs in asks for the code too, and its log-in counts as one with it.
	_, link, err := MakeSignIn(ctx, a, boss, SignIn{Email: "grace@example.com"})
	is.NoErr(err)
	for _, wrong := range []string{"", "000000"} {
		_, err = UseSignIn(ctx, a, link, Login{Device: "link", Code: wrong})
		is.Equal(wrongField(err), "code")
	}
	*clock = clock.Add(-30 * time.Second)
	page, err := UseSignIn(ctx, a, link, Login{Device: "link", Code: code()})
	is.NoErr(err)
	c, err = AuthenticateFor(ctx, a, ForPage, page)
	is.NoErr(err)
	is.True(c.Can(app.ViewOrders))

	// Tokens of releases before this was kept: the moment of the second factor tells.
	is.NoErr(a.UpdateCompany(ctx, 0, func(tx app.Tx) error {
		changed(a, tx)
		for _, text := range []string{thief, full} {
			hash, _ := hashToken(text)
			t, err := tokenByHash.Get(tx, hash[:])
			if err != nil {
				return err
			}
			if _, err = tokens.Update(tx, t.ID, func(t *Token) error { t.Factor = nil; return nil }); err != nil {
				return err
			}
		}
		return nil
	}))
	is.True(may(full) && !may(thief))

	// Without a factor a log-in is limited again, and a program goes on.
	_, err = DropFactor(ctx, a, made.User.Email)
	is.NoErr(err)
	is.True(!may(full) && may(program))
}

// TestGuessesAtASecondFactorAreCounted: whoever knows the password has as few guesses at the
// code as anybody at a password.
func TestGuessesAtASecondFactorAreCounted(t *testing.T) {
	is := is.New(t)
	a, clock := newApp(t)
	boss := owner(t, a)
	made, err := CreateUser(t.Context(), a, boss, NewUser{Email: "grace@example.com", Password: goodPassword})
	is.NoErr(err)
	guarded(t, a, made.User.ID)
	for range LoginFailures {
		_, err := LogIn(t.Context(), a, Login{Email: "grace@example.com", Password: goodPassword, Code: "wrong"})
		is.Equal(wrongField(err), "code")
	}
	_, err = LogIn(t.Context(), a, Login{Email: "grace@example.com", Password: goodPassword, Code: totpCode(factorSecret, clock.Unix()/30)})
	is.Equal(app.KindOf(err), app.TooMany)
}

// TestGuessesAtTheEndOfASecondFactorAreCounted: a found token and the password give as few
// guesses at the code that takes the second factor away.
func TestGuessesAtTheEndOfASecondFactorAreCounted(t *testing.T) {
	is := is.New(t)
	a, clock := newApp(t)
	c := owner(t, a)
	text, err := LogIn(t.Context(), a, Login{Email: c.UserEmail, Password: goodPassword})
	is.NoErr(err)
	c, err = Authenticate(t.Context(), a, text, nil)
	is.NoErr(err)
	guarded(t, a, c.UserID)
	for range LoginFailures {
		is.Equal(wrongField(EndFactor(t.Context(), a, c, Reauthentication{Password: goodPassword, Code: "000000"})), "code")
	}
	right := Reauthentication{Password: goodPassword, Code: totpCode(factorSecret, clock.Unix()/30)}
	is.Equal(app.KindOf(EndFactor(t.Context(), a, c, right)), app.TooMany)
	*clock = clock.Add(LoginWindow + MaxLoginDelay)
	right.Code = totpCode(factorSecret, clock.Unix()/30)
	is.NoErr(EndFactor(t.Context(), a, c, right))
}

// TestGuessesAtAFactorThatWaitsAreCounted: a found token gives as few guesses at the code of a
// factor that its user began with and never confirmed.
func TestGuessesAtAFactorThatWaitsAreCounted(t *testing.T) {
	is := is.New(t)
	a, clock := newApp(t)
	c := owner(t, a)
	text, err := LogIn(t.Context(), a, Login{Email: c.UserEmail, Password: goodPassword})
	is.NoErr(err)
	c, err = Authenticate(t.Context(), a, text, nil)
	is.NoErr(err)
	begun, err := EnrolFactor(t.Context(), a, c, Reauthentication{Password: goodPassword})
	is.NoErr(err)
	secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(begun.Secret)
	is.NoErr(err)
	for range LoginFailures {
		_, err = ConfirmFactor(t.Context(), a, c, "000000", "")
		is.Equal(wrongField(err), "code")
	}
	_, err = ConfirmFactor(t.Context(), a, c, totpCode(secret, clock.Unix()/30), "")
	is.Equal(app.KindOf(err), app.TooMany)
	*clock = clock.Add(LoginWindow + MaxLoginDelay)
	_, err = ConfirmFactor(t.Context(), a, c, totpCode(secret, clock.Unix()/30), "")
	is.NoErr(err)
}

// guarded gives a user a second factor.
func guarded(t *testing.T, a *app.App, id int64) {
	t.Helper()
	is.New(t).NoErr(a.UpdateCompany(t.Context(), 0, func(tx app.Tx) error {
		_, err := users.Update(tx, id, func(u *User) error {
			now := tx.Now()
			u.Factor = &SecondFactor{Secret: factorSecret, ConfirmedAt: &now}
			return nil
		})
		return err
	}))
}

// wrongField is the field that a refusal names.
func wrongField(err error) string {
	var refused *app.Error
	if errors.As(err, &refused) && len(refused.Fields) > 0 {
		return refused.Fields[0].Field
	}
	return ""
}
