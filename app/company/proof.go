package company

import (
	"context"
	"marquee/app"
	"marquee/indexes"
	"time"
)

// Whoever may create users chooses an address and a password for it, and nothing tells that
// the address is theirs. When another company gives the same address rights, the account may
// be in the wrong hands. Its membership there then counts for nothing until a link that is
// mailed to the address has set a password, and whatever opened the account before ends with
// that. In the companies where the user is already nothing changes until then: nobody can shut
// somebody out by naming their address.

// needsProof tells whether a company may not trust an account as it is: somebody who has no
// power over the caller could have made a way into it. Users of earlier releases that are
// linked from now on have to prove their address; where they belong already they stay.
func needsProof(tx app.Tx, c *app.Caller, u *User) (bool, error) {
	err := refuseForeign(tx, c, u)
	if app.KindOf(err) != app.Forbidden {
		return false, err // who may act for the account anyway need not be protected from it
	}
	if u.ProvenAt == nil {
		return true, nil
	}
	for hit, err := range tokenByUser.Scan(tx, indexes.Equal(u.ID)) {
		if err != nil {
			return false, err
		}
		if t := &hit.Rec; t.isOwn() && t.RevokedAt == nil && !t.outlived(u) && !t.CreatedAt.After(*u.ProvenAt) {
			return true, nil
		}
	}
	return false, nil
}

// prove notes that a link mailed to the address set the password. What waited for that counts
// from now on, and then nothing opens the account that was there before: the second factor
// and the tokens of programs end. Log-ins ended with the password.
func prove(tx app.Tx, u *User) error {
	now := tx.Now()
	u.ProvenAt = &now
	all, err := everyMembership(tx, u.ID)
	if err != nil {
		return err
	}
	waited := false
	for _, m := range all {
		if !m.AwaitsProof {
			continue
		}
		waited = true
		if _, err := members.Update(tx, m.ID, func(m *Member) error { m.AwaitsProof = false; return nil }); err != nil {
			return err
		}
	}
	if !waited {
		return nil
	}
	u.Factor = nil
	var ends []int64
	for hit, err := range tokenByUser.Scan(tx, indexes.Equal(u.ID)) {
		if err != nil {
			return err
		}
		if hit.Rec.isOwn() && hit.Rec.RevokedAt == nil {
			ends = append(ends, hit.ID)
		}
	}
	for _, id := range ends {
		if _, err := EndToken(tx, id); err != nil {
			return err
		}
	}
	return nil
}

// stale tells whether whoever signed in on a page has not shown lately that it is they. A proof
// from far ahead was given under a clock that was wrong.
func (t *Token) stale(now time.Time) bool {
	if t.Purpose != ForPage {
		return false
	}
	last := t.CreatedAt
	if t.ProvenAt != nil {
		last = *t.ProvenAt
	}
	return now.Sub(last).Abs() >= ProofLife
}

// ProveAgain takes the password of whoever signed in on a page, or a code of their second factor:
// for a while they need not show again that it is they. A wrong one counts as a guess at a log-in.
func ProveAgain(ctx context.Context, a *app.App, c *app.Caller, who Reauthentication) error {
	var (
		try *attempt
		err error
	)
	if who.Code == "" {
		try, err = reauthenticate(ctx, a, c, who)
	} else {
		try = &attempt{}
		*try, err = guess(ctx, a, guesser{c.UserEmail, app.Network(who.Address)})
	}
	if err != nil {
		return err
	}
	return a.Update(ctx, c, app.Authenticated, func(tx app.Tx) error {
		if err := stillIn(tx, c); err != nil {
			return err
		}
		all := app.InCompany(tx, 0)
		u, err := users.Get(all, c.UserID)
		if err != nil {
			return err
		}
		switch {
		case who.Code == "" && u.PasswordHash != try.user.PasswordHash:
			return app.Field("password", "is wrong")
		case who.Code != "" && !u.Factor.active():
			return app.Field("code", "is wrong, or was used")
		case who.Code != "":
			if err := takeCode(all, u, who.Code); err != nil {
				return err
			}
		}
		now := tx.Wall()
		if _, err := changeToken(tx, c.TokenID, func(t *Token) { t.ProvenAt = &now }); err != nil {
			return err
		}
		app.Note(tx, "tokens", c.TokenID, "showed again who they are")
		return forgive(all, try.guesser, try.taken, try.at)
	})
}

// ProofWays tells by what a user can show that it is they.
func ProofWays(ctx context.Context, a *app.App, c *app.Caller) (password, code bool, err error) {
	err = a.View(ctx, c, app.Authenticated, func(r app.Reader) error {
		u, err := UserByID(app.ReadCompany(r, 0), c.UserID)
		password, code = u.PasswordHash != "", u.Factor.active()
		return err
	})
	return password, code, err
}

// stillIn refuses a caller whose token was ended since the request began. Of two who end each
// other's access at the same moment one comes first, and the other does nothing any more.
func stillIn(tx app.Tx, c *app.Caller) error {
	if c.TokenID == 0 {
		return nil
	}
	t, err := tokens.Get(app.InCompany(tx, 0), c.TokenID)
	if err == nil && t.RevokedAt != nil {
		err = unauthenticated()
	}
	return missing(err, "token")
}
