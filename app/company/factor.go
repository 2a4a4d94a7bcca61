package company

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"net/url"
	"slices"
	"strings"
	"time"

	"marquee/app"
)

// SecondFactor is what a user logs in with beside the password.
type SecondFactor struct {
	// Secret is shared with the user's authenticator app.
	Secret []byte `msgpack:"s"`
	// ConfirmedAt is when a code of the app was given for the first time; nil before, and
	// then it is not asked for.
	ConfirmedAt *time.Time `msgpack:"c,omitempty"`
	// LastStep is that of the last code that was used.
	LastStep int64 `msgpack:"l,omitempty"`
	// RecoveryHashes are SHA-256 of the recovery codes that are left.
	RecoveryHashes [][]byte `msgpack:"r,omitempty"`
}

// active tells whether a log-in needs it.
func (f *SecondFactor) active() bool { return f != nil && f.ConfirmedAt != nil }

// HasFactor tells whether a log-in of the user needs a second factor.
func (u *User) HasFactor() bool { return u.Factor.active() }

// use takes a code of the app, or a recovery code, which is good once.
func (f *SecondFactor) use(code string, now time.Time) bool {
	code = strings.ToLower(strings.NewReplacer(" ", "", "-", "").Replace(code))
	if step, ok := totpMatch(f.Secret, code, now, f.LastStep); ok {
		f.LastStep = step
		return true
	}
	hash := sha256.Sum256([]byte(code))
	i := slices.IndexFunc(f.RecoveryHashes, func(h []byte) bool { return string(h) == string(hash[:]) })
	if i < 0 {
		return false
	}
	f.RecoveryHashes = slices.Delete(slices.Clone(f.RecoveryHashes), i, i+1)
	return true
}

// FactorState is how it stands with somebody's second factor.
type FactorState struct {
	Active, Required bool
	// Left is how many recovery codes are left.
	Left int64
}

// Enrolment is what an authenticator app needs.
type Enrolment struct {
	Secret string
	// URI is the same as an address that a picture shows to the app.
	URI string
}

// base32Of writes secrets as authenticator apps read them.
func base32Of(secret []byte) string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret)
}

// Reauthentication is the password of the caller, asked for again, and the code of the
// second factor where there is one.
type Reauthentication struct{ Password, Code, Address string }

// StateOfFactor tells how it stands with the caller's second factor.
func StateOfFactor(ctx context.Context, a *app.App, c *app.Caller) (out FactorState, err error) {
	err = a.View(ctx, c, app.Authenticated, func(r app.Reader) error {
		u, err := users.Get(app.ReadCompany(r, 0), c.UserID)
		if err != nil {
			return err
		}
		out = FactorState{Active: u.Factor.active()}
		if out.Active {
			out.Left = int64(len(u.Factor.RecoveryHashes))
		}
		m, err := memberOf(r, c.UserID)
		if err == nil {
			out.Required, err = asksFactor(r, m)
		}
		return err
	})
	return out, err
}

// EnrolFactor begins with a second factor: it is asked for from when a code of the app
// confirmed it. Beginning again replaces what was not confirmed.
func EnrolFactor(ctx context.Context, a *app.App, c *app.Caller, who Reauthentication) (Enrolment, error) {
	try, err := reauthenticate(ctx, a, c, who)
	if err != nil {
		return Enrolment{}, err
	}
	secret := make([]byte, totpSecret)
	rand.Read(secret)
	_, err = changeFactor(ctx, a, c, try, "began with a second factor", func(_ app.Tx, u *User) error {
		if u.Factor.active() {
			return app.Field("code", "there is a second factor already")
		}
		u.Factor = &SecondFactor{Secret: secret}
		return nil
	})
	text := base32Of(secret)
	link := url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + factorIssuer + ":" + c.UserEmail, RawQuery: url.Values{"secret": {text}, "issuer": {factorIssuer}}.Encode()}
	return Enrolment{text, link.String()}, err
}

// factorIssuer is what authenticator apps call it.
const factorIssuer = "Marquee"

// recoveryCodes is how many recovery codes somebody gets.
const recoveryCodes = 10

// ConfirmFactor puts a second factor into force with a code of the app, and gives the
// recovery codes, which cannot be had again. It counts for the token of the call: another
// log-in may be that of somebody who knows no more than the password. A wrong code counts as a
// guess at a log-in: whoever found a token must not come upon the code of a factor that its
// user began with and never confirmed.
func ConfirmFactor(ctx context.Context, a *app.App, c *app.Caller, code, address string) ([]string, error) {
	try, err := guess(ctx, a, guesser{c.UserEmail, app.Network(address)})
	if err != nil {
		return nil, err
	}
	codes, hashes := newRecoveryCodes()
	_, err = changeFactor(ctx, a, c, &try, "put the second factor into force", func(tx app.Tx, u *User) error {
		now := tx.Wall()
		switch {
		case u.Factor == nil || u.Factor.active():
			return app.Field("code", "there is no second factor to confirm")
		case !u.Factor.use(code, now):
			return app.Field("code", "is wrong, or was used")
		}
		u.Factor.ConfirmedAt, u.Factor.RecoveryHashes = &now, hashes
		_, err := tokens.Update(app.InCompany(tx, 0), c.TokenID, func(t *Token) error { t.Factor = new(true); return nil })
		return missing(err, "token")
	})
	if err != nil {
		return nil, err
	}
	return codes, nil
}

func newRecoveryCodes() (codes []string, hashes [][]byte) {
	for range recoveryCodes {
		raw := make([]byte, 10)
		rand.Read(raw)
		code := strings.ToLower(base32Of(raw))
		hash := sha256.Sum256([]byte(code))
		codes, hashes = append(codes, code[:4]+"-"+code[4:8]+"-"+code[8:12]+"-"+code[12:]), append(hashes, hash[:])
	}
	return codes, hashes
}

// EndFactor takes the caller's second factor away.
func EndFactor(ctx context.Context, a *app.App, c *app.Caller, who Reauthentication) error {
	try, err := reauthenticate(ctx, a, c, who)
	if err != nil {
		return err
	}
	_, err = changeFactor(ctx, a, c, try, "gave the second factor up", func(tx app.Tx, u *User) error {
		if u.Factor.active() && !u.Factor.use(who.Code, tx.Wall()) {
			return app.Field("code", "is wrong, or was used")
		}
		u.Factor = nil
		return nil
	})
	return err
}

// DropFactor takes somebody's second factor away, for whoever runs the box office: the phone
// and the recovery codes are lost.
func DropFactor(ctx context.Context, a *app.App, email string) (User, error) {
	return changeUser(ctx, a, email, func(_ app.Tx, u *User) error { u.Factor = nil; return nil })
}

// changeFactor changes the caller's second factor. The guess that was counted is forgiven
// with the change, so that a right password with wrong codes stays counted.
func changeFactor(ctx context.Context, a *app.App, c *app.Caller, try *attempt, what string, change func(app.Tx, *User) error) (u User, err error) {
	err = a.Update(ctx, c, app.Authenticated, func(tx app.Tx) (err error) {
		changed(a, tx)
		u, err = users.Update(app.InCompany(tx, 0), c.UserID, func(u *User) error {
			if u.Factor != nil {
				own := *u.Factor
				u.Factor = &own
			}
			return change(tx, u)
		})
		app.Note(tx, "users", c.UserID, what)
		if err == nil {
			err = forgive(app.InCompany(tx, 0), try.guesser, try.taken, try.at)
		}
		return err
	})
	return u, err
}

// reauthenticate asks the caller for the password again: whoever found a token must not be
// able to lock its user out. It counts as a guess at a log-in until what it was asked for
// is done.
func reauthenticate(ctx context.Context, a *app.App, c *app.Caller, who Reauthentication) (*attempt, error) {
	if c.TokenID == 0 {
		return nil, forbidden()
	}
	try, err := guess(ctx, a, guesser{c.UserEmail, app.Network(who.Address)})
	if err != nil {
		return nil, err
	}
	fits, err := verifyPassword(ctx, a, try.user.PasswordHash, limit(who.Password))
	if err == nil && !fits {
		err = app.Field("password", "is wrong")
	}
	return &try, err
}

// asksFactor tells whether one of a member's roles asks for a second factor.
func asksFactor(r app.Reader, m Member) (bool, error) {
	for _, id := range m.Roles {
		role, err := RoleByID(r, id)
		if app.KindOf(err) == app.NotFound {
			continue
		}
		if err != nil || role.SecondFactor {
			return err == nil, err
		}
	}
	return false, nil
}

// lacksFactor tells whether whoever got the token may know no more than the password of its
// user. A log-in of an earlier release counts as one with the second factor where there was
// one already. Tokens that programs were given by whoever runs the box office lack nothing.
func (t *Token) lacksFactor(u *User) bool {
	switch {
	case t.OfLogin() && !u.Factor.active():
		return true
	case t.Factor != nil:
		return !*t.Factor
	}
	return t.OfLogin() && !u.Factor.ConfirmedAt.Before(t.CreatedAt)
}

// wantsFactor tells whether a token can do nothing in a company but set up a second factor:
// one of its user's roles asks for one, and the token lacks it.
func wantsFactor(r app.Reader, t *Token, u *User, m Member) (bool, error) {
	if !t.lacksFactor(u) {
		return false, nil
	}
	return asksFactor(app.ReadCompany(r, m.CompanyID), m)
}

// withoutFactor leaves such a token nothing else.
func withoutFactor(r app.Reader, t *Token, u *User, c *app.Caller) error {
	m, err := memberOf(app.ReadCompany(r, c.CompanyID), u.ID)
	if err != nil {
		return err
	}
	wants, err := wantsFactor(r, t, u, m)
	if wants {
		c.Super, c.Installation, c.Abilities, c.Scoped = false, false, nil, nil
	}
	return err
}
