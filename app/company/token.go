package company

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"hash/crc32"
	"math/big"
	"strings"
	"time"
	"unicode/utf8"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Token lets a program act as its user, with whatever the user may do at that
// moment. It ends at its end, if it was given one; revoking it is at once and for good.
type Token struct {
	ID     int64  `msgpack:"i"`
	UserID int64  `msgpack:"u"`
	Name   string `msgpack:"n"`
	// Hash is SHA-256 of the text; the text itself is shown once and not kept.
	Hash       []byte     `msgpack:"h"`
	CreatedAt  time.Time  `msgpack:"ca"`
	LastUsedAt *time.Time `msgpack:"lu"`
	RevokedAt  *time.Time `msgpack:"ra"`
	// ExpiresAt is its end; nil is never.
	ExpiresAt *time.Time `msgpack:"x,omitempty"`
	// Purpose is what it was made for. Tokens of log-ins of earlier releases have none.
	Purpose Purpose `msgpack:"p,omitempty"`
	// CompanyID is the only company that it acts in; 0: each of its user's.
	CompanyID int64 `msgpack:"co,omitempty"`
	// Lends is all that a token of one company can do, as far as its user can.
	Lends []app.Ability `msgpack:"le,omitempty"`
	// Factor tells whether the log-in that it was made by gave the second factor of its user,
	// itself or by way of the token that made it. It is nil where no log-in made it, and for
	// tokens of earlier releases.
	Factor *bool `msgpack:"f2,omitempty"`
	// ProvenAt is when whoever signed in on a page last showed that it is they, nil: by the log-in.
	ProvenAt *time.Time `msgpack:"pr,omitempty"`
}

var (
	tokenByHash = indexes.NewUnique("hash", kv.Bytes, func(t *Token) [][]byte { return [][]byte{t.Hash} })
	tokenByUser = indexes.NewBy("user", kv.Int, func(t *Token) []int64 { return []int64{t.UserID} })
	tokens      = indexes.Define(indexes.Spec[Token]{
		Name: "tokens", Version: 1, Global: true,
		Person: indexes.Nobody("which user may do what, by number"),
		ID:     func(t *Token) *int64 { return &t.ID },
		Stamp: func(tx indexes.Tx, old, t *Token) {
			if old == nil {
				t.CreatedAt = tx.Now()
			}
		},
		Check: func(t *Token) error {
			if len(t.Hash) != sha256.Size || t.UserID <= 0 {
				return errors.New("token: has no user or no hash")
			}
			return nil
		},
	}, tokenByHash.Index, tokenByUser.Index)
)

// The text of a token is a prefix that scanners for leaked secrets can look
// for, 32 random bytes in base 62, and a checksum that tells a mistyped token
// from a good one without a look at the store.
const (
	tokenPrefix   = "mq_"
	tokenBytes    = 32
	tokenDigits   = 43 // base 62 digits of tokenBytes
	tokenCheck    = 6  // base 62 digits of a CRC-32
	base62Letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// NewTokenText draws the secret of a new token. It is drawn outside of a transaction,
// which may run more than once.
func NewTokenText() string {
	b := make([]byte, tokenBytes)
	if _, err := rand.Read(b); err != nil {
		panic("random source: " + err.Error())
	}
	body := base62(new(big.Int).SetBytes(b), tokenDigits)
	return tokenPrefix + body + checksum(body)
}

func checksum(body string) string {
	var out [tokenCheck]byte
	sum := crc32.ChecksumIEEE([]byte(body))
	for i := tokenCheck - 1; i >= 0; i-- {
		out[i] = base62Letters[sum%uint32(len(base62Letters))]
		sum /= uint32(len(base62Letters))
	}
	return string(out[:])
}

func base62(n *big.Int, digits int) string {
	n = new(big.Int).Set(n)
	out := make([]byte, digits)
	base, digit := big.NewInt(int64(len(base62Letters))), new(big.Int)
	for i := digits - 1; i >= 0; i-- {
		n.DivMod(n, base, digit)
		out[i] = base62Letters[digit.Int64()]
	}
	return string(out)
}

// hashToken gives what a token is found by; ok is false for a text that cannot
// be one of ours.
func hashToken(text string) (hash [sha256.Size]byte, ok bool) {
	body, found := strings.CutPrefix(text, tokenPrefix)
	if !found || len(body) != tokenDigits+tokenCheck {
		return hash, false
	}
	if checksum(body[:tokenDigits]) != body[tokenDigits:] {
		return hash, false
	}
	return sha256.Sum256([]byte(text)), true
}

// CreateToken makes a token without an end for a user and gives its text, which cannot
// be had again.
func CreateToken(ctx context.Context, a *app.App, email, name string) (Token, string, error) {
	return CreateTokenUntil(ctx, a, email, name, nil)
}

// CreateTokenUntil is CreateToken with an end, which must lie ahead; nil is none.
func CreateTokenUntil(ctx context.Context, a *app.App, email, name string, until *time.Time) (Token, string, error) {
	if err := checkTokenName(name); err != nil {
		return Token{}, "", err
	}
	if until != nil && !until.After(a.Now()) {
		return Token{}, "", app.Field("until", "must lie ahead")
	}
	text := NewTokenText()
	var made Token
	err := a.UpdateCompany(ctx, 0, func(tx app.Tx) error {
		u, err := UserByEmail(tx, email)
		if err != nil {
			return err
		}
		if u.SuspendedAt != nil {
			return app.Field("email", "belongs to a suspended user")
		}
		made, err = insertToken(tx, Token{UserID: u.ID, Name: name, ExpiresAt: until}, text)
		return err
	})
	return made, text, err
}

func checkTokenName(name string) error {
	if strings.TrimSpace(name) == "" {
		return app.Field("name", "is required")
	}
	if utf8.RuneCountInString(name) > MaxName || !utf8.ValidString(name) {
		return app.Field("name", "must not be longer than %d characters", MaxName)
	}
	return nil
}

// LendToken makes a token that acts for a user in the company of the transaction, and can
// do no more than it lends.
func LendToken(tx app.Tx, t Token, text string) (Token, error) {
	if t.CompanyID = tx.Company(); t.Purpose == ForProgram || t.OfLogin() {
		return Token{}, errors.New("token: one that lends abilities needs a purpose")
	}
	return insertToken(app.InCompany(tx, 0), t, text)
}

func insertToken(tx app.Tx, t Token, text string) (Token, error) {
	hash, _ := hashToken(text)
	t.Hash = hash[:]
	err := tokens.Insert(tx, &t)
	return t, err
}

// TokensOf lists a user's tokens, the revoked ones too, oldest first.
func TokensOf(ctx context.Context, a *app.App, email string) ([]Token, error) {
	var all []Token
	err := a.ViewCompany(ctx, 0, func(r app.Reader) error {
		all = nil
		u, err := UserByEmail(r, email)
		if err != nil {
			return err
		}
		for hit, err := range tokenByUser.Scan(r, indexes.Equal(u.ID)) {
			if err != nil {
				return err
			}
			all = append(all, hit.Rec.listed(&u))
		}
		return nil
	})
	return all, err
}

// RevokeToken ends a token, at once and for good. Doing it twice is no error.
func RevokeToken(ctx context.Context, a *app.App, id int64) (Token, error) {
	var out Token
	err := a.UpdateCompany(ctx, 0, func(tx app.Tx) (err error) {
		out, err = EndToken(tx, id)
		return err
	})
	return out, err
}

// EndToken is RevokeToken within a transaction.
func EndToken(tx app.Tx, id int64) (Token, error) {
	return changeToken(tx, id, func(t *Token) {
		if t.RevokedAt == nil {
			now := tx.Now()
			t.RevokedAt = &now
		}
	})
}

// MoveTokenEnd gives a token another end.
func MoveTokenEnd(tx app.Tx, id int64, until time.Time) error {
	_, err := changeToken(tx, id, func(t *Token) { t.ExpiresAt = &until })
	return err
}

// changeToken changes a token, of which nobody goes by what it was before.
func changeToken(tx app.Tx, id int64, change func(*Token)) (Token, error) {
	changed(app.Of(tx), tx)
	out, err := tokens.Update(app.InCompany(tx, 0), id, func(t *Token) error { change(t); return nil })
	return out, missing(err, "token")
}
