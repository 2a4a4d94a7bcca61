package company

import (
	"context"

	"marquee/app"
)

// Pending tells whether an invitation was not taken yet.
func (u *CompanyUser) Pending() bool {
	return u.Member.AwaitsProof || u.Member.InvitedAt != nil && u.User.PasswordHash == ""
}

// InviteAgain mails the link of an invitation again; the one before ends with it.
func InviteAgain(ctx context.Context, a *app.App, c *app.Caller, k UserKey) (CompanyUser, error) {
	return changeMember(ctx, a, c, mayCreateUsers, k, func(tx app.Tx, m Member) error {
		u, err := UserByID(app.InCompany(tx, 0), m.UserID)
		if err != nil {
			return err
		}
		switch {
		case m.SuspendedAt != nil:
			return app.Missing("user")
		case !m.AwaitsProof && u.PasswordHash != "":
			return app.Field(k.field(), "has a password already")
		}
		// Nobody fills somebody's letter box.
		often := []budget{{throttleKey("\x00invitation\x00" + u.Email), MaxResets, true}}
		if wait, err := takeGuess(app.InCompany(tx, 0), often); err != nil || wait > 0 {
			return orElse(err, tooManyAttempts(wait))
		}
		return ports(tx).Invited(tx, &u)
	}, func(tx app.Tx, m *Member) { m.InvitedAt = new(tx.Now()) })
}

// mailLink has a link mailed by which a new user sets a password: as an invitation, or because a
// company may not trust the account as it is.
func mailLink(tx app.Tx, u *User, invited, awaited bool) error {
	switch {
	case invited:
		return ports(tx).Invited(tx, u)
	case awaited:
		return ports(tx).ResetAsked(tx, u)
	}
	return nil
}
