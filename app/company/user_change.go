package company

import (
	"context"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// SuspendUser ends a user's access to everything, at once; nothing is deleted.
// The last super user of the installation, or of a company, cannot be suspended.
func SuspendUser(ctx context.Context, a *app.App, email string) (User, error) {
	return changeUser(ctx, a, email, func(tx app.Tx, u *User) error {
		if last, err := isLastSuper(tx, u); err != nil || last {
			return orElse(err, app.Field("email", "is the last super user"))
		}
		if u.SuspendedAt != nil {
			return nil
		}
		all, err := membersOf(tx, u.ID)
		if err != nil {
			return err
		}
		for _, m := range all {
			if !m.Super {
				continue
			}
			if err := refuseLastSuper(tx, m, "email"); err != nil {
				return err
			}
		}
		now := tx.Now()
		u.SuspendedAt = &now
		return nil
	})
}

// RestoreUser gives a user that SuspendUser suspended back the access that they had, with the
// tokens that were not ended meanwhile. One who was not suspended stays as they are, and a
// membership that a company suspended stays so.
func RestoreUser(ctx context.Context, a *app.App, email string) (User, error) {
	return changeUser(ctx, a, email, func(_ app.Tx, u *User) error { u.SuspendedAt = nil; return nil })
}

// ResetPassword gives a user a new password and lifts a throttle on the e-mail. The
// tokens of log-ins made before end at once: somebody may have known the old password.
// Tokens for programs stay good, as no password makes one.
func ResetPassword(ctx context.Context, a *app.App, email, password string) (User, error) {
	var p app.Problems
	checkPassword(&p, "password", password, email)
	if err := p.Err(); err != nil {
		return User{}, err
	}
	hash, err := hashPassword(ctx, a, password)
	if err != nil {
		return User{}, err
	}
	return changeUser(ctx, a, email, func(tx app.Tx, u *User) error {
		now := tx.Now()
		u.PasswordHash, u.PasswordAt = hash, &now
		return forgiveEmail(tx, u.Email)
	})
}

func changeUser(ctx context.Context, a *app.App, email string, change func(app.Tx, *User) error) (User, error) {
	var out User
	err := a.UpdateCompany(ctx, 0, func(tx app.Tx) error {
		u, err := UserByEmail(tx, email)
		if err != nil {
			return err
		}
		changed(a, tx)
		out, err = users.Update(tx, u.ID, func(u *User) error { return change(tx, u) })
		return err
	})
	return out, err
}

// guards are keys that rivals in a decision over many records have in common.
const guards kv.Space = "guards"

// isLastSuper tells whether a user is the last super user of the installation: others have
// access to no company, or to nothing.
func isLastSuper(tx app.Tx, u *User) (bool, error) {
	if !u.Installation {
		return false, nil
	}
	if err := tx.Guard(guards, []byte("last super user")); err != nil {
		return false, err
	}
	for hit, err := range users.Scan(tx, indexes.All[int64]()) {
		if err != nil {
			return false, err
		}
		if hit.ID == u.ID || !hit.Rec.Installation || hit.Rec.SuspendedAt != nil {
			continue
		}
		if all, err := membersOf(tx, hit.ID); err != nil || len(all) > 0 {
			return false, err
		}
	}
	return true, nil
}

func orElse(err, other error) error {
	if err != nil {
		return err
	}
	return other
}
