package company

import (
	"context"
	"fmt"
	"slices"

	"marquee/app"
	"marquee/indexes"
)

// SuspendMember ends a user's access to the caller's company, at once. Nothing is
// deleted, and access to other companies stays. Nobody suspends themselves, somebody who
// may do what they may not, the last super user, or that of the installation in the last
// company where they have access.
func SuspendMember(ctx context.Context, a *app.App, c *app.Caller, k UserKey) (CompanyUser, error) {
	return changeMember(ctx, a, c, mayDeleteUsers, k, func(tx app.Tx, m Member) error {
		if m.UserID == c.UserID {
			return app.Field(k.field(), "is yourself")
		}
		if m.SuspendedAt != nil {
			return app.Missing("user")
		}
		if m.Super {
			if err := refuseLastSuper(tx, m, k.field()); err != nil {
				return err
			}
		}
		return refuseLastWay(tx, m, k.field())
	}, func(tx app.Tx, m *Member) {
		now := tx.Now()
		m.SuspendedAt = &now
	})
}

// RestoreMember gives a suspended user back the access that they had. One who was not
// suspended stays as they are.
func RestoreMember(ctx context.Context, a *app.App, c *app.Caller, k UserKey) (CompanyUser, error) {
	return changeMember(ctx, a, c, mayRestoreUsers, k, nil, func(_ app.Tx, m *Member) { m.SuspendedAt = nil })
}

func changeMember(ctx context.Context, a *app.App, c *app.Caller, needs app.Requirement, k UserKey, may func(app.Tx, Member) error, change func(app.Tx, *Member)) (out CompanyUser, err error) {
	err = a.Update(ctx, c, needs, func(tx app.Tx) error {
		if err := stillIn(tx, c); err != nil {
			return err
		}
		u, m, err := k.find(tx)
		if err == nil && may != nil {
			err = may(tx, m)
		}
		if err == nil {
			err = refuseStronger(tx, c, m)
		}
		if err != nil {
			return err
		}
		changed(a, tx)
		m, err = members.Update(tx, m.ID, func(m *Member) error { change(tx, m); return nil })
		if err == nil {
			out, err = companyUser(tx, u, m)
		}
		return err
	})
	return out, err
}

// refuseLastSuper keeps the last one who may do everything in a company, and the last of them
// who is in no visibility group: what others made would be hidden from everybody. Two super
// users who take that from each other at the same time are rivals.
func refuseLastSuper(tx app.Tx, m Member, field string) error {
	if err := tx.Guard(guards, fmt.Appendf(nil, "last super user of %d", m.CompanyID)); err != nil {
		return err
	}
	others := false
	for hit, err := range memberBySuper.Scan(tx, indexes.Equal(m.CompanyID)) {
		if err != nil {
			return err
		}
		if hit.Rec.UserID == m.UserID {
			continue
		}
		u, err := users.Get(tx, hit.Rec.UserID)
		if err != nil {
			return err
		}
		if u.SuspendedAt != nil {
			continue
		}
		if others = true; len(m.Groups) > 0 || len(hit.Rec.Groups) == 0 {
			return nil
		}
	}
	if others {
		return app.Field(field, "is the last super user who sees everything")
	}
	return app.Field(field, "is the last super user")
}

// refuseLastWay keeps the last super user of the installation in a company: whoever has access
// to none can do nothing at all.
func refuseLastWay(tx app.Tx, m Member, field string) error {
	u, err := users.Get(tx, m.UserID)
	if err != nil {
		return err
	}
	if last, err := isLastSuper(tx, &u); err != nil || !last {
		return err
	}
	all, err := membersOf(tx, u.ID)
	if err != nil || slices.ContainsFunc(all, func(other Member) bool { return other.ID != m.ID }) {
		return err
	}
	return app.Field(field, "is the last super user")
}

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
