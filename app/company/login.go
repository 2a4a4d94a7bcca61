package company

import (
	"context"
	"math"
	"time"

	"marquee/app"
)

// Login is what POST /login asks.
type Login struct {
	Email, Password string
	// Device is a free label of the calling device; it names the token.
	Device string
}

// LogIn gives a new token for an e-mail and its password. A wrong pair is
// refused on the field email, in the same words and the same time whether the
// e-mail is known or not. Above LoginFailures guesses per LoginWindow it
// answers TooMany, even to a right pair.
func LogIn(ctx context.Context, a *app.App, in Login) (token string, err error) {
	if in.Device == "" {
		in.Device = "login"
	}
	if err := checkTokenName(in.Device); err != nil {
		return "", app.Field("device_name", "must not be longer than %d characters", MaxName)
	}
	email, err := NormalEmail(in.Email)
	if err != nil {
		return "", app.Field("email", "must be a valid e-mail address")
	}
	user, err := guess(ctx, a, email)
	if err != nil {
		return "", err
	}
	fits, err := verifyPassword(ctx, user.PasswordHash, limit(in.Password))
	if err != nil {
		return "", err
	}
	if !fits || user.SuspendedAt != nil {
		return "", app.Field("email", "These credentials do not match our records.")
	}
	return issue(ctx, a, user, in.Device)
}

// limit keeps the cost of a guess bounded; no stored password is longer.
func limit(password string) string {
	if len(password) > 4*MaxPassword {
		return ""
	}
	return password
}

// guess counts the attempt before anything is compared, so that guesses in
// parallel cannot exceed the limit. An unknown e-mail gives a zero user.
func guess(ctx context.Context, a *app.App, email string) (User, error) {
	var (
		user User
		wait time.Duration
	)
	err := a.UpdateCompany(ctx, 0, func(tx app.Tx) error {
		var err error
		if wait, err = takeGuess(tx, email); err != nil {
			return err
		}
		if err := sweepThrottles(tx, email); err != nil {
			return err
		}
		user, _, err = userByEmail.Find(tx, email)
		return err
	})
	if err == nil && wait > 0 {
		err = &app.Error{
			Kind: app.TooMany, RetryAfter: int(math.Ceil(wait.Seconds())),
			Message: app.Msg("Too many attempts. Please try again later."),
		}
	}
	return user, err
}

// issue makes the token, unless the user changed while the password was checked.
func issue(ctx context.Context, a *app.App, seen User, device string) (string, error) {
	text := newTokenText()
	err := a.UpdateCompany(ctx, 0, func(tx app.Tx) error {
		now, err := users.Get(tx, seen.ID)
		if err != nil {
			return err
		}
		if now.PasswordHash != seen.PasswordHash || now.SuspendedAt != nil {
			return app.Field("email", "These credentials do not match our records.")
		}
		if _, err := insertToken(tx, seen.ID, device, text); err != nil {
			return err
		}
		return forgive(tx, seen.Email)
	})
	return text, err
}
