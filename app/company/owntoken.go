package company

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// OwnTokens lists the newest tokens that programs and log-ins of the caller have, the newest first,
// and behind them those of programs that are still good: a client that logs in each time must not
// hide what its user may want to revoke.
func OwnTokens(ctx context.Context, a *app.App, c *app.Caller) (all []Token, err error) {
	err = a.View(ctx, c, app.Authenticated, func(r app.Reader) error {
		all = nil
		there := app.ReadCompany(r, 0)
		u, err := users.Get(there, c.UserID)
		if err != nil {
			return err
		}
		for hit, err := range tokenByUser.Scan(there, indexes.Equal(c.UserID).Reversed().Limit(maxTokensSeen)) {
			if err != nil {
				return err
			}
			if hit.Rec.isOwn() && (len(all) < MaxTokensShown || hit.Rec.ofProgram(a.Now())) {
				all = append(all, hit.Rec.listed(&u))
			}
		}
		return nil
	})
	return all, err
}

// isOwn tells a token that acts as its user, or does some of what they may, from those that were made
// for one thing alone.
func (t *Token) isOwn() bool { return t.Purpose == ForProgram || t.OfLogin() }

// ofProgram tells a token of a program that is still good.
func (t *Token) ofProgram(now time.Time) bool { return t.Purpose == ForProgram && t.Good(now) }

// Good tells whether a token was not revoked and has not come to its end.
func (t *Token) Good(now time.Time) bool {
	return t.RevokedAt == nil && (t.ExpiresAt == nil || now.Before(*t.ExpiresAt))
}

// MakeOwnToken makes a token that acts as the caller, and gives its text, which cannot be
// had again. One that lacks the second factor that a role asks for makes none, nor does
// a token that only lends abilities: it would give what it lacks. Nor does one with an end make
// any that outlives it. Only are all abilities that it lends, in the company of the call; none: it is
// not narrowed. What was made without a second factor stays limited with the token that
// made it, should a role ask later.
func MakeOwnToken(ctx context.Context, a *app.App, c *app.Caller, name string, until *time.Time, only []app.Ability) (made Token, text string, err error) {
	if err := checkTokenName(name); err != nil {
		return made, "", err
	}
	if until != nil && !until.After(a.Now()) {
		return made, "", app.Field("until", "must lie ahead")
	}
	made = Token{UserID: c.UserID, Name: name, ExpiresAt: until}
	if len(only) > 0 {
		if made.CompanyID, made.Lends = c.CompanyID, app.Distinct(only); slices.ContainsFunc(only, func(ability app.Ability) bool { return !c.Holds(ability) }) {
			return Token{}, "", forbidden()
		}
	}
	narrowed := made
	text = NewTokenText()
	err = a.Update(ctx, c, app.Authenticated, func(tx app.Tx) error {
		all := app.InCompany(tx, 0)
		with, err := tokens.Get(all, c.TokenID)
		if err != nil {
			return missing(err, "token")
		}
		u, err := users.Get(all, c.UserID)
		if err != nil {
			return err
		}
		if err := mayMakeToken(tx, &with, &u, tx.Wall()); err != nil {
			return err
		}
		if with.ExpiresAt != nil && (until == nil || until.After(*with.ExpiresAt)) {
			return app.Field("until", "must not be after %s, when the token of the call ends", with.ExpiresAt.UTC().Format(time.DateTime))
		}
		made = narrowed
		made.Factor = with.passedFactor(&u)
		made, err = insertToken(all, made, text)
		app.Note(tx, "tokens", made.ID, "made a token")
		return err
	})
	return made, text, err
}

// passedFactor is what the token says about the second factor of one that it makes.
func (t *Token) passedFactor(u *User) *bool {
	if t.Factor == nil && !t.OfLogin() {
		return nil
	}
	return new(!t.lacksFactor(u))
}

// mayMakeToken refuses a token that could do more than the one that makes it, and more than
// a user has. Those that have ended do not count.
func mayMakeToken(r app.Reader, with *Token, u *User, now time.Time) error {
	if !with.isOwn() || with.CompanyID != 0 || with.RevokedAt != nil {
		return forbidden()
	}
	all, err := membersOf(app.ReadCompany(r, 0), u.ID)
	if err != nil {
		return err
	}
	for _, m := range all {
		wants, err := wantsFactor(r, with, u, m)
		if err != nil {
			return err
		}
		if wants {
			return forbidden()
		}
	}
	n := 0
	for hit, err := range tokenByUser.Scan(app.ReadCompany(r, 0), indexes.Equal(u.ID).Reversed().Limit(maxTokensSeen)) {
		if err != nil {
			return err
		}
		if hit.Rec.ofProgram(now) {
			n++
		}
	}
	if n >= MaxOwnTokens {
		return app.Field("name", "must not have more than %d entries", MaxOwnTokens)
	}
	return nil
}

// RevokeOwnToken ends one of the caller's tokens. Those of others do not exist.
func RevokeOwnToken(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.Authenticated, func(tx app.Tx) error {
		t, err := tokens.Get(app.InCompany(tx, 0), id)
		if err != nil {
			return missing(err, "token")
		}
		if t.UserID != c.UserID || !t.isOwn() {
			return app.Missing("token")
		}
		_, err = EndToken(tx, id)
		app.Note(tx, "tokens", id, "ended a token")
		return err
	})
}
