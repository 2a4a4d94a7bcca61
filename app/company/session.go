package company

import (
	"time"

	"marquee/app"
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
