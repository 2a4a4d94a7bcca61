package company

import (
	"context"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Purpose is what a token was made for.
type Purpose string

// The purposes.
const (
	// ForProgram tokens are made by whoever runs the box office. They end when they were
	// said to, and when somebody revokes them.
	ForProgram Purpose = ""
	// ForLogin tokens are made by a log-in. They also end with a new password, and as
	// Sessions says.
	ForLogin Purpose = "login"
	// ForPage tokens are those of log-ins by a page: a browser that is left somewhere is not
	// to stay signed in for ever, whatever Sessions says. The API does not know them.
	ForPage Purpose = "page"
	// ForDoor tokens let a phone scan at the doors of an event, and nothing else: the API
	// does not know them.
	ForDoor Purpose = "door"
	// ForDoorLink tokens are good for nothing but to become a phone at a door.
	ForDoorLink Purpose = "door link"
	// ForReset tokens stand in mails; they set one new password. ForSignIn tokens stand in
	// addresses that another system sends a browser to; they make one log-in.
	ForReset  Purpose = "new password"
	ForSignIn Purpose = "sign in"
)

// Sessions is how long the tokens of log-ins are good. Zero is for ever: that is what
// programs that log in expect, so whoever runs the box office sets it.
type Sessions struct {
	// Idle ends them when they were not used for so long, Total so long after the log-in.
	Idle, Total time.Duration
}

// pageSessions is how long the log-in of a page is good at most.
func pageSessions() *Sessions { return &Sessions{Idle: pageIdle, Total: PageTotal} }

// sessions are the limits of each App.
var sessions = app.NewPerApp(func() *Sessions { return &Sessions{} })

// LimitSessions sets how long the tokens of log-ins are good. It is called before
// anybody is served.
func LimitSessions(a *app.App, s Sessions) { *sessions.Of(a) = s }

// noteEvery is how often the last use of a token is written down: seldom, but often
// enough to tell that it was idle.
func (s *Sessions) noteEvery() time.Duration {
	if s.Idle > 0 {
		return min(lastUsedEvery, s.Idle/idleSteps)
	}
	return lastUsedEvery
}

// ended tells whether the time of a token is up, as far as its own end and these limits
// go.
func (s *Sessions) ended(t *Token, lastUsed, now time.Time) bool {
	if t.ExpiresAt != nil && !now.Before(*t.ExpiresAt) {
		return true
	}
	if !t.OfLogin() {
		return false
	}
	if lastUsed.Before(t.CreatedAt) {
		lastUsed = t.CreatedAt
	}
	return s.over(t, lastUsed, now) || t.Purpose == ForPage && pageSessions().over(t, lastUsed, now)
}

func (s *Sessions) over(t *Token, lastUsed, now time.Time) bool {
	return s.Total > 0 && now.Sub(t.CreatedAt) >= s.Total || s.Idle > 0 && now.Sub(lastUsed) >= s.Idle
}

// lastUse is when a token was used last, as it was noted.
func (t *Token) lastUse() time.Time {
	if t.LastUsedAt == nil {
		return t.CreatedAt
	}
	return *t.LastUsedAt
}

// OfLogin tells whether somebody logged in for it, with a password or by a link.
func (t *Token) OfLogin() bool { return t.Purpose == ForLogin || t.Purpose == ForPage }

// outlived tells whether the token of a log-in, or a link, is older than the password of
// its user.
func (t *Token) outlived(u *User) bool {
	loggedIn := t.OfLogin() || t.Purpose == ForReset || t.Purpose == ForSignIn
	return loggedIn && u.PasswordAt != nil && !t.CreatedAt.After(*u.PasswordAt)
}

// listed is a token as lists show it: one that went with a password counts as revoked.
func (t Token) listed(u *User) Token {
	if t.RevokedAt == nil && t.outlived(u) {
		t.RevokedAt = u.PasswordAt
	}
	return t
}

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
