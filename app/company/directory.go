package company

import (
	"context"

	"marquee/app"
	"marquee/indexes"
)

// StaffUser is a user with where they belong, suspended memberships too.
type StaffUser struct {
	User
	Members []Member
}

// Staff lists every user of the installation, by id. It is for whoever sits at the
// machine: no company sees another one's.
func Staff(ctx context.Context, a *app.App) ([]StaffUser, error) {
	var all []StaffUser
	err := a.ViewCompany(ctx, 0, func(r app.Reader) error {
		all = nil
		for hit, err := range users.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			one := StaffUser{User: hit.Rec}
			for m, err := range memberListByUser.Scan(r, indexes.Equal(hit.ID)) {
				if err != nil {
					return err
				}
				one.Members = append(one.Members, m.Rec)
			}
			all = append(all, one)
		}
		return nil
	})
	return all, err
}

// UserToken is a token with its user's address.
type UserToken struct {
	Token
	Email string
}

// AllTokens lists the tokens of every user, the revoked ones too, oldest first.
func AllTokens(ctx context.Context, a *app.App) ([]UserToken, error) {
	var all []UserToken
	err := a.ViewCompany(ctx, 0, func(r app.Reader) error {
		all = nil
		owners := map[int64]*User{}
		for hit, err := range users.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			owners[hit.ID] = &hit.Rec
		}
		for hit, err := range tokens.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			one := UserToken{Token: hit.Rec}
			if owner := owners[hit.Rec.UserID]; owner != nil {
				one = UserToken{hit.Rec.listed(owner), owner.Email}
			}
			all = append(all, one)
		}
		return nil
	})
	return all, err
}

// RevokeTokenText is RevokeToken for whoever found the text of a token, in a log or on
// a lost device, and nothing else.
func RevokeTokenText(ctx context.Context, a *app.App, text string) (Token, error) {
	var id int64
	err := a.ViewCompany(ctx, 0, func(r app.Reader) error {
		hash, ok := hashToken(text)
		if !ok {
			return app.Field("token", "is not a whole API token: it begins with %s and has %d characters", tokenPrefix, len(tokenPrefix)+tokenDigits+tokenCheck)
		}
		t, found, err := tokenByHash.Find(r, hash[:])
		if err == nil && !found {
			err = app.Missing("token")
		}
		id = t.ID
		return err
	})
	if err != nil {
		return Token{}, err
	}
	return RevokeToken(ctx, a, id)
}
