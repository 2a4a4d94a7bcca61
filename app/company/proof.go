package company

import (
	"marquee/app"
	"marquee/indexes"
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
