package company

import (
	"context"
	"crypto/rand"
	"math/big"
	"unicode"
	"unicode/utf8"

	"marquee/app"
)

// checkPassword notes each way in which a password is too weak (domain 2.3).
func checkPassword(p *app.Problems, field, password string) {
	n := utf8.RuneCountInString(password)
	if n < MinPassword {
		p.Add(field, "must have at least %d characters", MinPassword)
	}
	if n > MaxPassword || !utf8.ValidString(password) {
		p.Add(field, "must not be longer than %d characters", MaxPassword)
	}
	var upper, lower, digit bool
	for _, r := range password {
		upper = upper || unicode.IsUpper(r)
		lower = lower || unicode.IsLower(r)
		digit = digit || unicode.IsDigit(r)
	}
	if !upper || !lower {
		p.Add(field, "must contain upper and lower case letters")
	}
	if !digit {
		p.Add(field, "must contain a digit")
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
		if checkPassword(&p, "password", string(b)); p.Err() == nil {
			return string(b)
		}
	}
}

// HashPassword gives the PHC string of a new password, or says in the words of
// the field why it is too weak.
func HashPassword(ctx context.Context, field, password string) (string, error) {
	var p app.Problems
	checkPassword(&p, field, password)
	if err := p.Err(); err != nil {
		return "", err
	}
	return hashPassword(ctx, password)
}
