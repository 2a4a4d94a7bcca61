package company

import (
	"context"
	"time"

	"marquee/app"
)

// Login is what POST /login asks.
type Login struct {
	Email, Password string
	// Device is a free label of the calling device; it names the token.
	Device string
	// Code is that of the second factor, of users who have one.
	Code string
	// Address is the network address of the caller, without a port.
	Address string
	// Page: the token stays in a browser that a page asks for it.
	Page bool
}

// LogIn gives a new token for an e-mail and its password. A wrong pair is
// refused on the field email, in the same words and the same time whether the
// e-mail is known or not.
//
// Failures are counted per LoginWindow: LoginFailures at the e-mail,
// AddressFailures from the address, InstallationFailures in all. Above one of
// them it answers TooMany, even to a right pair. After LoginFailures in a row at the
// e-mail each further one doubles the wait, up to MaxLoginDelay. Where the e-mail has
// logged in within PlaceMemory, only its own failures from there count.
func LogIn(ctx context.Context, a *app.App, in Login) (token string, err error) {
	if in.Device == "" {
		in.Device = "login"
	}
	if err := checkTokenName(in.Device); err != nil {
		return "", app.Field("device_name", "must not be longer than %d characters", MaxName)
	}
	email, err := accountEmail(ctx, a, in.Email)
	if err != nil {
		return "", err
	}
	try, err := guess(ctx, a, guesser{email, app.Network(in.Address)})
	if err != nil {
		return "", err
	}
	user := try.user
	fits, err := verifyPassword(ctx, a, user.PasswordHash, limit(in.Password))
	if err != nil {
		return "", err
	}
	if !fits || user.SuspendedAt != nil {
		return "", app.Field("email", "These credentials do not match our records.")
	}
	if user.Factor.active() && in.Code == "" {
		if err := a.UpdateCompany(ctx, 0, try.forgiveShared); err != nil {
			return "", err
		}
		return "", app.Field("code", "is required")
	}
	return issue(ctx, a, try, in)
}

// accountEmail is the form of an address in which guesses are counted and its user
// is found: the normal one, but for a user who is stored with another.
func accountEmail(ctx context.Context, a *app.App, given string) (string, error) {
	forms := EmailForms(given)
	if len(forms) == 0 {
		return "", app.Field("email", "must be a valid e-mail address")
	}
	email := forms[0]
	err := a.ViewCompany(ctx, 0, func(r app.Reader) error {
		u, found, err := findUser(r, given)
		if found {
			email = u.Email
		}
		return err
	})
	return email, err
}

// limit keeps the cost of a guess bounded; no stored password is longer.
func limit(password string) string {
	if len(password) > 4*MaxPassword {
		return ""
	}
	return password
}

// attempt is a guess that was counted.
type attempt struct {
	guesser
	// user is whose e-mail it is, a zero one when nobody's.
	user  User
	taken []budget
	at    time.Time
}

// guess counts the attempt before anything is compared, so that guesses in
// parallel cannot exceed a limit.
func guess(ctx context.Context, a *app.App, who guesser) (attempt, error) {
	var (
		try  attempt
		wait time.Duration
	)
	err := a.UpdateCompany(ctx, 0, func(tx app.Tx) error {
		var err error
		try = attempt{guesser: who, at: tx.Wall()}
		if try.taken, err = who.budgets(tx, tx.Wall()); err != nil {
			return err
		}
		if wait, err = takeGuess(tx, try.taken); err != nil {
			return err
		}
		if err := sweepThrottles(tx, who); err != nil {
			return err
		}
		try.user, _, err = userByEmail.Find(tx, who.email)
		return err
	})
	if err == nil && wait > 0 {
		err = tooManyAttempts(wait)
	}
	return try, err
}

// issue makes the token, unless the user changed while the password was checked.
func issue(ctx context.Context, a *app.App, try attempt, in Login) (string, error) {
	text, seen := NewTokenText(), try.user
	err := a.UpdateCompany(ctx, 0, func(tx app.Tx) error {
		now, err := users.Get(tx, seen.ID)
		if err != nil {
			return err
		}
		if now.PasswordHash != seen.PasswordHash || now.SuspendedAt != nil {
			return app.Field("email", "These credentials do not match our records.")
		}
		if err := takeCode(tx, now, in.Code); err != nil {
			return err
		}
		t := Token{UserID: seen.ID, Name: in.Device, Purpose: ForLogin, Factor: new(now.Factor.active())}
		if in.Page {
			t.Purpose = ForPage
		}
		if _, err := insertToken(tx, t, text); err != nil {
			return err
		}
		return forgive(tx, try.guesser, try.taken, try.at)
	})
	return text, err
}

// takeCode uses up a code of the second factor. A wrong one stays a failure of the log-in.
func takeCode(tx app.Tx, u User, code string) error {
	if !u.Factor.active() {
		return nil
	}
	_, err := users.Update(tx, u.ID, func(u *User) error {
		own := *u.Factor
		if !own.use(code, tx.Wall()) {
			return app.Field("code", "is wrong, or was used")
		}
		u.Factor = &own
		return nil
	})
	return err
}

// LogOut ends the token of the call, at once and for good.
func LogOut(ctx context.Context, a *app.App, c *app.Caller) error {
	_, err := RevokeToken(ctx, a, c.TokenID)
	return err
}
