package company

import (
	"context"
	"strings"

	"marquee/app"
)

// SignIn asks for a link that signs somebody in.
type SignIn struct{ Email, Name string }

// MakeSignIn gives the secret of a link by which somebody is signed in without a password,
// once and within a minute. Who is unknown becomes a user of the company without any role;
// who is known is given the name. Nobody gets a link for one who may do what they may not.
func MakeSignIn(ctx context.Context, a *app.App, c *app.Caller, in SignIn) (User, string, error) {
	ready, err := prepareUser(ctx, a, NewUser{Name: in.Name, Email: in.Email, Source: SourceAPI})
	if err != nil {
		return User{}, "", err
	}
	text := NewTokenText()
	var u User
	err = a.Update(ctx, c, app.SignInUsers, func(tx app.Tx) error {
		if u, err = findOrMakeUser(tx, ready, in.Email); err != nil {
			return err
		}
		changed(a, tx)
		if err := join(tx, c, &u); err != nil {
			return err
		}
		if name := strings.TrimSpace(in.Name); name != "" && name != u.Name {
			if u, err = users.Update(tx, u.ID, func(u *User) error { u.Name = name; return nil }); err != nil {
				return err
			}
		}
		all := app.InCompany(tx, 0)
		if err := forgetLinks(all, u.ID, ForSignIn); err != nil {
			return err
		}
		ends := tx.Wall().Add(SignInLife)
		_, err := insertToken(all, Token{UserID: u.ID, Name: "sign in", Purpose: ForSignIn, ExpiresAt: &ends}, text)
		return err
	})
	return u, text, err
}

// join makes a user a member of the caller's company who is none, and refuses one whom the
// caller may not act for.
func join(tx app.Tx, c *app.Caller, u *User) error {
	if u.SuspendedAt != nil {
		return app.Field("email", "belongs to a suspended user")
	}
	m, err := memberOf(tx, u.ID)
	if app.KindOf(err) == app.NotFound {
		m, err = addMember(tx, Member{UserID: u.ID, CompanyID: c.CompanyID})
	}
	if err != nil {
		return err
	}
	if m.SuspendedAt != nil {
		return app.Field("email", "belongs to a suspended user")
	}
	// Elsewhere any company could have named the address. Who has yet to prove it has nothing
	// there, and this log-in ends with the proof. One who is suspended there does weigh: they may
	// be let in again, and the log-in with them.
	return refuseForeignWhere(tx, c, u, func(m *Member) bool { return !m.AwaitsProof })
}

// SignInUser is who a link signs in.
func SignInUser(ctx context.Context, a *app.App, text, address string) (u User, err error) {
	err = a.ViewCompany(ctx, 0, func(r app.Reader) (err error) {
		_, u, err = linkOf(r, text, ForSignIn, a.Now())
		return err
	})
	return u, countGuess(ctx, a, err, address)
}

// UseSignIn takes the token of a log-in by a page for a link, which ends. The link stands for
// the password alone: who has a second factor gives its code, and guesses at it are counted
// as at a log-in.
func UseSignIn(ctx context.Context, a *app.App, text string, in Login) (string, error) {
	u, err := SignInUser(ctx, a, text, in.Address)
	if err != nil {
		return "", err
	}
	var try attempt
	if u.Factor.active() {
		if in.Code == "" {
			return "", app.Field("code", "is required")
		}
		if try, err = guess(ctx, a, guesser{u.Email, app.Network(in.Address)}); err != nil {
			return "", err
		}
	}
	token := NewTokenText()
	err = a.UpdateCompany(ctx, 0, func(tx app.Tx) error {
		t, u, err := linkOf(tx, text, ForSignIn, tx.Wall())
		if err != nil {
			return err
		}
		if err := takeCode(tx, u, in.Code); err != nil {
			return err
		}
		if err := tokens.Delete(tx, t.ID); err != nil {
			return err
		}
		if err := forgive(tx, try.guesser, try.taken, try.at); err != nil {
			return err
		}
		_, err = insertToken(tx, Token{UserID: u.ID, Name: in.Device, Purpose: ForPage, Factor: new(u.Factor.active())}, token)
		return err
	})
	return token, err
}
