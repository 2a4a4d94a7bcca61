package company

import (
	"context"
	"crypto/rand"
	"math/big"
	"strings"
	"unicode/utf8"

	"marquee/app"
)

// checkPassword notes each way in which a password is too weak: too short, one of
// the commonest, or close to the e-mail address of its owner. There are no rules
// about kinds of characters: they make passwords harder to remember, not to guess.
func checkPassword(p *app.Problems, field, password, email string) {
	n := utf8.RuneCountInString(password)
	if n < MinPassword {
		p.Add(field, "must have at least %d characters", MinPassword)
	}
	if n > MaxPassword || !utf8.ValidString(password) {
		p.Add(field, "must not be longer than %d characters", MaxPassword)
		return
	}
	if isCommon(password) {
		p.Add(field, "is one of the commonest passwords")
	}
	if isCloseTo(password, email) {
		p.Add(field, "is too close to the e-mail address")
	}
}

// passwordLetters leaves out what is easily misread.
const passwordLetters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"

// StrongPassword makes a password of about 115 random bits that keeps the rule.
func StrongPassword() string {
	for {
		b := make([]byte, 20)
		for i := range b {
			n, err := rand.Int(rand.Reader, big.NewInt(int64(len(passwordLetters))))
			if err != nil {
				panic("random source: " + err.Error())
			}
			b[i] = passwordLetters[n.Int64()]
		}
		var p app.Problems
		if checkPassword(&p, "password", string(b), ""); p.Err() == nil {
			return string(b)
		}
	}
}

// HashPassword gives the PHC string of a new password for the owner of an e-mail
// address, or says in the words of the field why it is too weak.
func HashPassword(ctx context.Context, a *app.App, field, password, email string) (string, error) {
	var p app.Problems
	checkPassword(&p, field, password, email)
	if err := p.Err(); err != nil {
		return "", err
	}
	return hashPassword(ctx, a, password)
}

// Own is what users change about themselves, whatever they may do. What is nil stays.
type Own struct {
	Name *string
	// Password is the new one; Who has the one until now.
	Password *string
	Who      Reauthentication
}

// EditOwn changes the name or the password of the caller. A new password ends every log-in that was
// made before, that of the caller too.
func EditOwn(ctx context.Context, a *app.App, c *app.Caller, in Own) (u User, err error) {
	var (
		p    app.Problems
		try  *attempt
		hash string
	)
	if in.Name != nil {
		*in.Name = strings.TrimSpace(*in.Name)
		checkName(&p, *in.Name)
	}
	if in.Password != nil {
		checkPassword(&p, "password", *in.Password, c.UserEmail)
	}
	if err := p.Err(); err != nil {
		return u, err
	}
	if in.Password != nil {
		if try, err = reauthenticate(ctx, a, c, in.Who); app.KindOf(err) == app.Invalid {
			err = app.Field("currentPassword", "is wrong")
		}
		if err == nil {
			hash, err = hashPassword(ctx, a, *in.Password)
		}
		if err != nil {
			return u, err
		}
	}
	err = a.Update(ctx, c, app.Authenticated, func(tx app.Tx) (err error) {
		u, err = in.put(tx, c, try, hash)
		return err
	})
	return u, err
}

func (in *Own) put(tx app.Tx, c *app.Caller, try *attempt, hash string) (u User, err error) {
	if err := stillIn(tx, c); err != nil {
		return u, err
	}
	all := app.InCompany(tx, 0)
	if u, err = users.Get(all, c.UserID); err != nil {
		return u, err
	}
	changed(app.Of(tx), tx)
	if hash != "" {
		if u.PasswordHash != try.user.PasswordHash {
			return u, app.Field("currentPassword", "is wrong")
		}
		if err := forgetLinks(all, u.ID, ForReset); err != nil {
			return u, err
		}
		if err := forgive(all, try.guesser, try.taken, try.at); err != nil {
			return u, err
		}
	}
	return users.Update(all, u.ID, func(u *User) error {
		app.Set(&u.Name, in.Name)
		if hash != "" {
			now := tx.Now()
			u.PasswordHash, u.PasswordAt = hash, &now
		}
		return nil
	})
}
