package company

import (
	"context"
	"crypto/rand"
	"math/big"
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
