package company

import (
	"context"

	"marquee/app"
	"marquee/indexes"
)

// SessionsOf lists the tokens of a user of the company that are good now, of log-ins and of
// programs, the newest first. Everybody may see their own.
func SessionsOf(ctx context.Context, a *app.App, c *app.Caller, userID int64) (all []Token, err error) {
	var needs app.Requirement = mayViewUsers
	if userID == c.UserID {
		needs = app.Authenticated
	}
	err = a.View(ctx, c, needs, func(r app.Reader) error {
		u, _, err := UserKey{ID: userID}.find(r)
		if err == nil {
			all, err = goodTokens(r, a, &u)
		}
		return err
	})
	return all, err
}

// goodTokens are those that act as a user at this moment.
func goodTokens(r app.Reader, a *app.App, u *User) (all []Token, err error) {
	limits, now := sessions.Of(a), a.Now()
	for hit, err := range tokenByUser.Scan(app.ReadCompany(r, 0), indexes.Equal(u.ID).Reversed().Limit(maxTokensSeen)) {
		if err != nil {
			return nil, err
		}
		t := &hit.Rec
		if t.isOwn() && t.RevokedAt == nil && !t.outlived(u) && !limits.ended(t, t.lastUse(), now) {
			all = append(all, *t)
		}
	}
	return all, nil
}

// EndedSessions says which tokens are to end: one, or those of a user.
type EndedSessions struct {
	ID, UserID int64
	// Programs: those of programs too, where it is about all of a user.
	Programs bool
}

// EndSessions ends tokens, at once and for good, and tells how many. The one of the call ends
// where it is named, not with all of its user. Those of others are ended by whoever may change
// their password: they are good in every company.
func EndSessions(ctx context.Context, a *app.App, c *app.Caller, in EndedSessions) (ended int, err error) {
	err = a.Update(ctx, c, app.Authenticated, func(tx app.Tx) error {
		if err := stillIn(tx, c); err != nil {
			return err
		}
		u, err := in.owner(tx, c)
		if err != nil {
			return err
		}
		ended, err = endTokens(tx, a, &u, func(t *Token) bool { return in.ends(t, c) })
		if err == nil && ended == 0 && in.ID != 0 {
			err = app.Missing("session")
		}
		if err != nil {
			return err
		}
		app.Note(tx, "users", u.ID, "ended sessions")
		return nil
	})
	return ended, err
}

// endTokens ends some of the tokens that act as a user, and tells how many.
func endTokens(tx app.Tx, a *app.App, u *User, which func(*Token) bool) (n int, err error) {
	all, err := goodTokens(tx, a, u)
	if err != nil {
		return 0, err
	}
	for i := range all {
		if !which(&all[i]) {
			continue
		}
		if _, err := EndToken(tx, all[i].ID); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// ends tells whether a token is one of those.
func (in *EndedSessions) ends(t *Token, c *app.Caller) bool {
	if in.ID != 0 {
		return t.ID == in.ID
	}
	return t.ID != c.TokenID && (in.Programs || t.OfLogin())
}

// owner is whose tokens they are. Those of others are no sessions for somebody who may not
// change users.
func (in *EndedSessions) owner(tx app.Tx, c *app.Caller) (u User, err error) {
	id := in.UserID
	if in.ID != 0 {
		t, err := tokens.Get(app.InCompany(tx, 0), in.ID)
		if err != nil {
			return u, missing(err, "session")
		}
		id = t.UserID
	}
	if id == 0 {
		return u, app.Field("userId", "is required")
	}
	if id == c.UserID {
		return UserByID(app.InCompany(tx, 0), id)
	}
	if !c.Meets(mayEditUsers) {
		if in.ID != 0 {
			return u, app.Missing("session")
		}
		return u, forbidden()
	}
	u, _, err = UserKey{ID: id}.find(tx)
	if app.KindOf(err) == app.NotFound && in.ID != 0 {
		err = app.Missing("session")
	}
	if err == nil {
		err = refuseForeign(tx, c, &u)
	}
	return u, err
}

// DropFactorOf takes the second factor of a user of the company away, who has lost what gives its
// codes, and ends what is signed in as them: from then on a password alone opens the account. It
// is good in every company, so whoever does it may do all that the user may in each.
func DropFactorOf(ctx context.Context, a *app.App, c *app.Caller, k UserKey) (out CompanyUser, err error) {
	err = a.Update(ctx, c, mayEditUsers, func(tx app.Tx) error {
		if err := stillIn(tx, c); err != nil {
			return err
		}
		u, m, err := k.find(tx)
		if err == nil && u.ID == c.UserID {
			err = app.Field(k.field(), "is yourself")
		}
		if err == nil {
			err = refuseForeign(tx, c, &u)
		}
		if err == nil && u.Factor == nil {
			err = app.Field(k.field(), "has no second factor")
		}
		if err != nil {
			return err
		}
		if _, err := endTokens(tx, a, &u, (*Token).OfLogin); err != nil {
			return err
		}
		changed(a, tx)
		if u, err = users.Update(app.InCompany(tx, 0), u.ID, func(u *User) error { u.Factor = nil; return nil }); err != nil {
			return err
		}
		app.Note(tx, "users", u.ID, "took the second factor away")
		out, err = companyUser(tx, u, m)
		return err
	})
	return out, err
}
